-- count. Gives firings that nobody has to a consumer: six values a row.
local answer = {1}
if redis.call('EXISTS', ready) == 0 then
    return answer
end
local got = redis.call('XREADGROUP', 'GROUP', 'timerd', 'any', 'COUNT', ARGV[3], 'STREAMS', ready, '>')
for _, entry in ipairs(got and got[1] and got[1][2] or {}) do
    local f = read(entry[2])
    f.attempt = digits(f.attempt + 1)
    add_row(answer, f)
end
return answer

-- count, bytes. Gives firings that nobody has to a consumer: six values a row. None follows once their payloads have so
-- many bytes, but those that were given with it.
local answer, left, bytes = {1}, tonumber(ARGV[3]), tonumber(ARGV[4])
if redis.call('EXISTS', ready) == 0 then
    return answer
end
while left > 0 and bytes > 0 do
    local got = redis.call('XREADGROUP', 'GROUP', 'timerd', 'any', 'COUNT', math.min(left, 16), 'STREAMS', ready, '>')
    local entries = got and got[1] and got[1][2] or {}
    for _, entry in ipairs(entries) do
        local f = read(entry[2])
        f.attempt = digits(f.attempt + 1)
        add_row(answer, f)
        bytes = bytes - #f.payload
    end
    left = #entries == 16 and left - 16 or 0
end
return answer

-- count. Six values a row of the dead-letter list.
local answer = {1}
for _, entry in ipairs(redis.call('XRANGE', dead, '-', '+', 'COUNT', ARGV[3])) do
    add_row(answer, read(entry[2]))
end
return answer

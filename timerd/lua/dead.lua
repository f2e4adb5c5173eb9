-- count, bytes. Six values a row of the dead-letter list. None follows once their payloads have so many bytes, but those
-- that were read with it.
local answer, left, bytes, from = {1}, tonumber(ARGV[3]), tonumber(ARGV[4]), '-'
while left > 0 and bytes > 0 do
    local entries = redis.call('XRANGE', dead, from, '+', 'COUNT', math.min(left, 16))
    for _, entry in ipairs(entries) do
        local f = read(entry[2])
        add_row(answer, f)
        bytes = bytes - #f.payload
        from = '(' .. entry[1]
    end
    left = #entries == 16 and left - 16 or 0
end
return answer

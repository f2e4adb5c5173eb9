-- count, bytes. Name and text of each row of the dead-letter list. None follows once their texts have so many bytes.
local answer, left, bytes, from, part = {1}, tonumber(ARGV[3]), tonumber(ARGV[4]), 0, 16
while left > 0 and bytes > 0 do
    local keys = call('ZRANGE', dead, from, from + math.min(left, part) - 1)
    for _, key in ipairs(keys) do
        local f = find(key)
        if f and bytes > 0 then
            local text = text_of(f)
            add(answer, key, text)
            bytes = bytes - #text
        end
    end
    from = from + part
    left = #keys == part and left - part or 0
end
return answer

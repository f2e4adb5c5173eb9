-- count, bytes. Name and text of each row of the dead-letter list. None follows once their texts have so many bytes.
local answer, left, bytes, from, part = {1}, tonumber(ARGV[3]), tonumber(ARGV[4]), 0, 16
while left > 0 and bytes > 0 do
    local keys = redis.call('ZRANGE', dead, from, from + math.min(left, part) - 1)
    local found = keys[1] and redis.call('HMGET', firings, unpack(keys)) or {}
    for i, key in ipairs(keys) do
        if firing_of(found[i]) and bytes > 0 then
            add(answer, key, found[i])
            bytes = bytes - #found[i]
        end
    end
    from = from + part
    left = #keys == part and left - part or 0
end
return answer

-- count, bytes, rows to pass over. Answers how many of these were there, and one; then name and text of each row behind them
-- in the dead-letter list. None follows once their texts have so many bytes.
local left, bytes, from, part = tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5]), 16
local answer = {1 + math.min(from, call('ZCARD', dead))}
while left > 0 and bytes > 0 do
    local keys = call('ZRANGE', dead, digits(from), digits(from + math.min(left, part) - 1))
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

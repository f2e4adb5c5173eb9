-- count, bytes, lease (ms). Gives firings that nobody has to a consumer: name and text of each. None follows once their
-- texts have so many bytes.
local answer, left, bytes, part = {1}, tonumber(ARGV[3]), tonumber(ARGV[4]), 256
local ends = digits(now + tonumber(ARGV[5]))

-- How many of the queue's first ones are given, or done with?
local function give(keys)
    local texts, leases, n = {}, {}, 0
    local found = redis.call('HMGET', firings, unpack(keys))
    for i, key in ipairs(keys) do
        local head, attempt, payload = string.match(found[i] or '', '^(%d+ %d+ %d+ %d+) (%d+)( .*)$')
        if bytes <= 0 then
            return i - 1, texts, leases
        end
        if head then
            local text = head .. (attempt == '0' and ' 1' or ' ' .. digits(attempt + 1)) .. payload
            answer[#answer + 1], answer[#answer + 2] = key, text
            texts[n + 1], texts[n + 2] = key, text
            leases[n + 1], leases[n + 2] = ends, key
            bytes = bytes - #text
            left = left - 1
            n = n + 2
        end
    end
    return #keys, texts, leases
end

while left > 0 and bytes > 0 do
    local keys = redis.call('LRANGE', queue, 0, math.min(left, part) - 1)
    if not keys[1] then
        break
    end
    local given, texts, leases = give(keys)
    call('HSET', firings, texts)
    call('ZADD', leased, leases)
    redis.call('LTRIM', queue, given, -1)
end
return answer

-- count, bytes, lease (ms). Gives firings that nobody has to a consumer: six values a row. None follows once their
-- payloads have so many bytes.
local answer, left, bytes, part = {1}, tonumber(ARGV[3]), tonumber(ARGV[4]), 64
local ends = now + tonumber(ARGV[5])

-- How many of the queue's first ones are given, or done with?
local function give(keys)
    local texts, leases, given = {}, {}, 0
    local found = redis.call('HMGET', firings, unpack(keys))
    for i, key in ipairs(keys) do
        local f = firing_of(found[i])
        if bytes <= 0 then
            break
        end
        given = i
        if f then
            f.attempt = f.attempt + 1
            add_row(answer, key, f)
            add(texts, key, text_of_firing(f))
            add(leases, ends, key)
            bytes = bytes - #f.payload
            left = left - 1
        end
    end
    call('HSET', firings, texts)
    call('ZADD', leased, leases)
    return given
end

while left > 0 and bytes > 0 do
    local keys = redis.call('LRANGE', queue, 0, math.min(left, part) - 1)
    if not keys[1] then
        break
    end
    redis.call('LTRIM', queue, give(keys), -1)
end
return answer

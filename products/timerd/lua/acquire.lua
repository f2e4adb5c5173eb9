-- lease; owner, lease of a shard (ms). Takes a shard that nobody has, with a token that was never used.
-- Answers 1 and the token, or 0 and the token of the one who has it.
local held = redis.call('HMGET', KEYS[1], 'token', 'owner', 'until')
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
if held[2] and held[2] ~= '' and tonumber(held[3]) > now then
    return {0, held[1]}
end
local token = redis.call('HINCRBY', KEYS[1], 'token', 1)
redis.call('HSET', KEYS[1], 'owner', ARGV[1], 'until', string.format('%.0f', now + tonumber(ARGV[2])))
return {1, token}

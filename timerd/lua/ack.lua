-- id, generation. Answers 1 if there was such a firing.
local key = name(ARGV[3], ARGV[4])
if redis.call('HDEL', firings, key) == 0 then
    return {1, 0}
end
redis.call('ZREM', fired, key)
if redis.call('ZREM', leased, key) + redis.call('ZREM', delayed, key) + redis.call('ZREM', dead, key) == 0 then
    sweep()
end
return {1, 1}

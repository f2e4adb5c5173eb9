-- id, generation, delay (ms) or -, the first delay, the longest, attempts. Answers 0: no consumer has this firing;
-- 1 and the delay: it becomes ready after that; 2: it is dead.
local key, delay = name(ARGV[3], ARGV[4]), tonumber(ARGV[5])
local f = redis.call('ZSCORE', leased, key) and firing_of(redis.call('HGET', firings, key))
if not f then
    return {1, 0, 0}
end
redis.call('ZREM', leased, key)
if f.attempt >= tonumber(ARGV[8]) then
    bury(key)
    return {1, 2, 0}
end
delay = delay or math.min(tonumber(ARGV[6]) * 2 ^ (f.attempt - 1), tonumber(ARGV[7]))
if delay > 0 then
    redis.call('ZADD', delayed, now + delay, key)
    tell_owner('lease', shard(), digits(delay))
else
    redis.call('RPUSH', queue, key)
    tell_ready()
end
return {1, 1, delay}

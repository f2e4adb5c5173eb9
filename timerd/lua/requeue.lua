-- id, generation. A dead firing becomes ready, as if it had never been given. Answers 1 if there was one.
local key = name(ARGV[3], ARGV[4])
local f = redis.call('ZREM', dead, key) == 1 and firing_of(redis.call('HGET', firings, key))
if not f then
    return {1, 0}
end
f.attempt = 0
redis.call('HSET', firings, key, text_of_firing(f))
redis.call('ZADD', fired, 0, key)
redis.call('RPUSH', queue, key)
tell_ready()
return {1, 1}

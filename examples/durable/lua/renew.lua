-- lease of a shard (ms).
redis.call('HSET', lease, 'until', digits(now + tonumber(ARGV[3])))
return {1}

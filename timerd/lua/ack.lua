-- Names of firings, no two the same. Answers a digit for each, 1 if there was such a firing.
local names, answer = {unpack(ARGV, 3)}, {}
local given = redis.call('ZREM', leased, unpack(names))
redis.call('ZREM', fired, unpack(names))
if given == #names then
    redis.call('HDEL', firings, unpack(names))
    return {1, string.rep('1', given)}
end
for i, key in ipairs(names) do
    answer[i] = redis.call('HDEL', firings, key)
end
redis.call('ZREM', delayed, unpack(names))
redis.call('ZREM', dead, unpack(names))
sweep()
return {1, table.concat(answer)}

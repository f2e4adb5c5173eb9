-- Names of firings, no two the same. Answers for each 1 if there was such a firing.
local answer, held_ones = {1}, {}
local names = {unpack(ARGV, 3)}
for i, score in ipairs(redis.call('ZMSCORE', leased, unpack(names))) do
    answer[i + 1] = 1
    if score then
        held_ones[#held_ones + 1] = names[i]
    else
        answer[i + 1] = redis.call('HDEL', firings, names[i])
    end
end
call('HDEL', firings, held_ones)
redis.call('ZREM', fired, unpack(names))
call('ZREM', leased, held_ones)
if #held_ones < #names then
    redis.call('ZREM', delayed, unpack(names))
    redis.call('ZREM', dead, unpack(names))
    sweep()
end
return answer

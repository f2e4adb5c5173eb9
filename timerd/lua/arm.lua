-- id, due in 16 digits, period, payload. Answers 0: repeated, 1: new, 2: moved; and the generation.
local id, at, period, payload = ARGV[3], ARGV[4], ARGV[5], ARGV[6]
local row, verdict = waiting(id), 1
local before = row
if row then
    verdict = 2
else
    -- Generations grow: the last firing of the id is that of its last ARM.
    local top = stem(id)
    local key = redis.call('ZREVRANGEBYLEX', fired, '(' .. top .. '\255', '[' .. top, 'LIMIT', 0, 1)[1]
    before = key and firing_of(redis.call('HGET', firings, key))
end
if before and before.first == at and before.period == period and before.payload == payload then
    return {1, 0, 0}
end

local generation = digits(redis.call('INCR', last))
if row then
    redis.call('ZREM', due, row.due .. id)
end
redis.call('HSET', rows, id, text_of({generation = generation, first = at, due = at, period = period, missed = '0',
                                      payload = payload}))
redis.call('ZADD', due, 0, at .. id)
tell_owner(shard, generation, at, period, id)
return {1, verdict, generation}

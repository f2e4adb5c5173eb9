-- id, due in 16 digits, period, payload. Answers 0: repeated, 1: new, 2: moved; and the generation.
local id, at, period, payload = ARGV[3], ARGV[4], ARGV[5], ARGV[6]
local row, verdict = waiting(id), 1
if row then
    if row.first == at and row.period == period and row.payload == payload then
        return {1, 0, 0}
    end
    verdict = 2
else
    -- Generations grow: the last firing of the id is that of its last ARM.
    local top = stem(id) .. 'r'
    local member = redis.call('ZREVRANGEBYLEX', fired, '(' .. top .. '\255', '[' .. top, 'LIMIT', 0, 1)[1]
    local f = member and entry_of(ready, string.sub(member, #top + 17))
    if f and f.first == at and f.period == period and f.payload == payload then
        return {1, 0, 0}
    end
end

local generation = digits(redis.call('INCR', last))
if row then
    redis.call('ZREM', due, row.due .. id)
end
write(id, {generation = generation, first = at, due = at, period = period, missed = '0', payload = payload})
if held[2] and held[2] ~= '' and held[2] ~= me then
    redis.call('PUBLISH', 'timerd:owner:' .. held[2], table.concat({shard, generation, at, period, id}, ' '))
end
return {1, verdict, generation}

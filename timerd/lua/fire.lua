-- For each timer: id, generation, the due after this one in 16 digits or 0, the occurrences passed over, skip (1 or 0).
-- Moves those that wait with this generation and are due into the ready queue, and periodic ones on.
-- Answers for each 0: fired, 1: gone, 2: early; and the generation of the next occurrence.
local answer, any = {1}, false

local function fire(id, row, after, missed, skip)
    redis.call('ZREM', due, row.due .. id)
    if not skip then
        enqueue(ready, 'r', {id = id, generation = row.generation, first = row.first, due = row.due,
                             period = row.period, missed = digits(row.missed + missed), attempt = '0',
                             payload = row.payload})
        any = true
    end
    if after == '0' then
        redis.call('HDEL', rows, id)
        return 0
    end
    row.missed = skip and digits(row.missed + missed + 1) or '0'
    row.generation = digits(redis.call('INCR', last))
    row.due = after
    write(id, row)
    return row.generation
end

for i = 3, #ARGV, 5 do
    local row, fate, generation = waiting(ARGV[i]), 1, 0
    if row and row.generation == ARGV[i + 1] then
        fate = 2
        if now >= tonumber(row.due) then
            fate = 0
            generation = fire(ARGV[i], row, ARGV[i + 2], ARGV[i + 3], ARGV[i + 4] == '1')
        end
    end
    answer[#answer + 1] = fate
    answer[#answer + 1] = generation
end
if any then
    redis.call('PUBLISH', 'timerd:ready', shard)
end
return answer

-- For each timer: id, generation, the due after this one in 16 digits or 0, the occurrences passed over, skip (1 or 0).
-- Moves those that wait with this generation and are due into the ready queue, and periodic ones on.
-- Answers for each 0: fired, 1: gone, 2: early; and the generation of the next occurrence.
local answer, ids, periodic = {1}, {}, 0
local gone, done, again, later, names, texts, index = {}, {}, {}, {}, {}, {}, {}

for i = 3, #ARGV, 5 do
    ids[#ids + 1] = ARGV[i]
    periodic = periodic + (ARGV[i + 2] == '0' and 0 or 1)
end
local found = redis.call('HMGET', rows, unpack(ids))
local generation = periodic > 0 and redis.call('INCRBY', last, periodic) - periodic or 0

local function queue_up(id, row, missed)
    local key = name(id, row.generation)
    add(names, key)
    add(index, 0, key)
    add(texts, key, text_of_firing({first = row.first, due = row.due, period = row.period,
                                    missed = digits(row.missed + missed), attempt = 0, payload = row.payload}))
end

local function fire(id, row, after, missed, skip)
    add(gone, row.due .. id)
    if not skip then
        queue_up(id, row, missed)
    end
    if after == '0' then
        add(done, id)
        return 0
    end
    generation = generation + 1
    row.missed = skip and digits(row.missed + missed + 1) or '0'
    row.generation = digits(generation)
    row.due = after
    add(again, id, text_of(row))
    add(later, 0, after .. id)
    return row.generation
end

for i, id in ipairs(ids) do
    local at, row, fate, next_generation = 5 * i - 2, row_of(found[i]), 1, 0
    if row and row.generation == ARGV[at + 1] then
        fate = 2
        if now >= tonumber(row.due) then
            fate = 0
            next_generation = fire(id, row, ARGV[at + 2], ARGV[at + 3], ARGV[at + 4] == '1')
        end
    end
    add(answer, fate, next_generation)
end
call('ZREM', due, gone)
call('HDEL', rows, done)
call('HSET', rows, again)
call('ZADD', due, later)
call('HSET', firings, texts)
call('ZADD', fired, index)
call('RPUSH', queue, names)
if names[1] then
    tell_ready()
end
return answer

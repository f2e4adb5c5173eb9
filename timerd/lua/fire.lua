-- The number of timers that fire once, and their names; for each other timer: id, generation, the due after this one in 16
-- digits or 0, the occurrences passed over, skip (1 or 0). Moves those that wait with this generation and are due into the
-- ready queue, and periodic ones on. Answers a digit for each (0: fired, 1: gone, 2: early), and the generations of the next
-- occurrences of those that do not fire once.
local once, rest, moment = tonumber(ARGV[3]), 4 + tonumber(ARGV[3]), wide(now)
local answer, fates, ids, periodic = {1, ''}, {}, {}, 0
local gone, done, again, later, names, texts, index = {}, {}, {}, {}, {}, {}, {}
local latest = held[3] or redis.call('EXISTS', firings) == 0 and wide(0)

for i = 4, rest - 1 do
    ids[#ids + 1] = string.sub(ARGV[i], 4, -17)
end
for i = rest, #ARGV, 5 do
    ids[#ids + 1] = ARGV[i]
    periodic = periodic + (ARGV[i + 2] == '0' and 0 or 1)
end
local found = ids[1] and redis.call('HMGET', rows, unpack(ids))
local generation = periodic > 0 and redis.call('INCRBY', last, periodic) - periodic or 0

local function queue_up(key, text, at)
    local n = #names
    latest = latest and (at > latest and at or latest)
    names[n + 1] = key
    texts[2 * n + 1], texts[2 * n + 2] = key, text
    index[2 * n + 1], index[2 * n + 2] = '0', key
end

local function fire(id, row, after, missed, skip)
    gone[#gone + 1] = row.due .. id
    if not skip then
        queue_up(name(id, row.generation), text_of_firing({first = row.first, due = row.due, period = row.period,
                 missed = digits(row.missed + missed), attempt = 0, payload = row.payload}), row.due)
    end
    if after == '0' then
        done[#done + 1] = id
        return 0
    end
    generation = generation + 1
    row.missed = skip and digits(row.missed + missed + 1) or '0'
    row.generation = digits(generation)
    row.due = after
    add(again, id, text_of(row))
    add(later, '0', after .. id)
    return row.generation
end

-- Its text becomes that of the firing: all behind the generation, with 0 attempts before the payload.
local function fire_once(key, id, text)
    local number, head, at, payload = string.match(text or '', '^(%d+) (%d+ (%d+) %d+ %d+)( .*)$')
    if not number or tonumber(number) ~= tonumber(string.sub(key, -16)) then
        return '1'
    elseif moment < at then
        return '2'
    end
    gone[#gone + 1] = at .. id
    done[#done + 1] = id
    queue_up(key, head .. ' 0' .. payload, at)
    return '0'
end

for i = 1, once do
    fates[i] = fire_once(ARGV[3 + i], ids[i], found[i])
end
for i = once + 1, #ids do
    local at, row, fate, next_generation = rest + 5 * (i - once - 1), row_of(found[i]), 1, 0
    if row and row.generation == ARGV[at + 1] then
        fate = 2
        if moment >= row.due then
            fate = 0
            next_generation = fire(ids[i], row, ARGV[at + 2], ARGV[at + 3], ARGV[at + 4] == '1')
        end
    end
    fates[i], answer[#answer + 1] = fate, next_generation
end
call('ZREM', due, gone)
call('HDEL', rows, done)
call('HSET', rows, again)
call('ZADD', due, later)
call('HSET', firings, texts)
call('ZADD', fired, index)
call('RPUSH', queue, names)
if latest ~= held[3] then
    redis.call('HSET', lease, 'fired', latest)
end
if names[1] then
    tell_ready()
end
answer[2] = table.concat(fates)
return answer

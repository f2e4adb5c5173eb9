-- The number of timers that fire once; of each its name, its member of `due`, and what its text begins with, = included;
-- for each other timer: id, generation, the due after this one in 16 digits or 0, the occurrences passed over, skip (1 or
-- 0). Those that wait with this generation and are due get into the ready queue, and periodic ones move on. Answers a digit
-- for each (0: fired, 1: gone, 2: early), and the generations of the next occurrences of those that do not fire once.
local once, rest, moment = tonumber(ARGV[3]), 4 + 3 * tonumber(ARGV[3]), wide(now)
local early = wide(now + 1)
local answer, fates, ids, periodic, latest = {1, ''}, {}, {}, 0, held[3]
local gone, done, again, later, names, texts, index = {}, {}, {}, {}, {}, {}, {}

for i = 1, once do
    ids[i] = sub(ARGV[3 * i + 2], 17)
end
for i = rest, #ARGV, 5 do
    ids[#ids + 1] = ARGV[i]
    periodic = periodic + (ARGV[i + 2] == '0' and 0 or 1)
end
local found = ids[1] and call('HMGET', rows, unpack(ids))
local generation = periodic > 0 and call('INCRBY', last, periodic) - periodic or 0

-- The row stays, and is the firing.
local n = 0
for i = 1, once do
    local member, text = ARGV[3 * i + 2], found[i]
    if not text or string.find(text, ARGV[3 * i + 3], 1, true) ~= 1 then
        fates[i] = '1'
    elseif member >= early then
        fates[i] = '2'
    else
        n = n + 1
        gone[n], names[n], fates[i] = member, ARGV[3 * i + 1], '0'
    end
end
-- Some had fired before? Their names are twice in the queue, where TAKE passes over what is given already.
local twice = n - call_all('ZREM', due, gone)
for i = once, 1, -1 do
    if twice > 0 and fates[i] == '0' then
        fates[i], twice = '1', twice - 1
    end
end

gone = {}
local function queue_up(id, row, missed)
    local key = stem(id) .. row.generation
    latest = latest and latest > row.due and latest or row.due
    add(names, key)
    add(texts, key, text_of({generation = row.generation, due = row.due, state = 'R', take = '0', attempt = 0,
                             first = row.first, period = row.period, missed = digits(row.missed + missed),
                             payload = row.payload}))
    add(index, '0', key)
end

local function fire(id, row, after, missed, skip)
    gone[#gone + 1] = row.due .. id
    if not skip then
        queue_up(id, row, missed)
    end
    if after == '0' then
        done[#done + 1] = id
        return 0
    end
    generation = generation + 1
    row.missed = skip and digits(row.missed + missed + 1) or '0'
    row.generation = wide(generation)
    row.due = after
    row.state = '*'
    add(again, id, text_of(row))
    add(later, '0', after .. id)
    return generation
end

for i = once + 1, #ids do
    local at, row, fate, next_generation = rest + 5 * (i - once - 1), parse(found[i]), 1, 0
    if row and tonumber(row.generation) == tonumber(ARGV[at + 1]) and waits(ids[i], row) then
        fate = 2
        if moment >= row.due then
            fate = 0
            next_generation = fire(ids[i], row, ARGV[at + 2], ARGV[at + 3], ARGV[at + 4] == '1')
        end
    end
    fates[i], answer[#answer + 1] = fate, next_generation
end
call_all('ZREM', due, gone)
call_all('HDEL', rows, done)
call_all('HSET', rows, again)
call_all('ZADD', due, later)
call_all('HSET', firings, texts)
call_all('ZADD', fired, index)
call_all('RPUSH', queue, names)
if latest ~= held[3] then
    call('HSET', lease, 'fired', latest)
end
if names[1] then
    tell_ready()
end
answer[2] = table.concat(fates)
return answer

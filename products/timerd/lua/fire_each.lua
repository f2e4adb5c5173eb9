-- Behind fire.lua and text.lua, as one script: it goes on with their variables.
-- Timers of which some were not there, or are not due, or do not fire once.
local rest, answer, fates, ids, periodic, latest = 5 + 2 * once, {1, ''}, {}, {}, 0, held[3]
local gone, done, again, later, names, texts, index = {}, {}, {}, {}, {}, {}, {}

-- Some members were not there. Each timer that is a firing now has fired, or had before: its name is once in the queue.
local function sort_out()
    local had = {}
    for i = 1, once do
        had[i] = sub(ARGV[i + 4 + once], 4, -17)
    end
    for i, text in ipairs(call('HMGET', rows, unpack(had))) do
        local name = ARGV[i + 4 + once]
        local is = text and byte(text) == never_given and of(text, sub(name, -16))
        fates[i] = is and '0' or '1'
        if is then
            call('LREM', queue, 0, name)
            names[#names + 1] = name
        end
    end
end

local function fire_each()
    for i = 1, once do
        local member = ARGV[i + 4]
        if sub(member, 1, 16) > moment then
            fates[i] = '2'
        elseif call('ZREM', due, member) == 0 then
            fates[i] = '1'
        else
            names[#names + 1], fates[i] = ARGV[i + 4 + once], '0'
        end
    end
end

if once > 0 and ARGV[4] <= moment then
    if all == '' then
        sort_out()
    end
else
    fire_each()
end

for i = rest, #ARGV, 5 do
    ids[#ids + 1] = ARGV[i]
    periodic = periodic + (ARGV[i + 2] == '0' and 0 or 1)
end
local found = ids[1] and call('HMGET', rows, unpack(ids))
local generation = periodic > 0 and call('INCRBY', last, periodic) - periodic or 0

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
    gone[#gone + 1] = member_of(id, row)
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
    add(later, '0', member_of(id, row))
    return generation
end

for i, id in ipairs(ids) do
    local at, row, fate, next_generation = rest + 5 * (i - 1), parse(found[i]), 1, 0
    if row and tonumber(row.generation) == tonumber(ARGV[at + 1]) and waits(id, row) then
        fate = 2
        if moment >= row.due then
            fate = 0
            next_generation = fire(id, row, ARGV[at + 2], ARGV[at + 3], ARGV[at + 4] == '1')
        end
    end
    fates[#fates + 1], answer[#answer + 1] = fate, next_generation
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
if all ~= '' or names[1] then
    tell_ready()
end
answer[2] = all .. table.concat(fates)
return answer

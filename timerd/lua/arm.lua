-- For each timer, no two of one id: its member of `due`; its text behind the generation. Answers a digit for each (0:
-- repeated, 1: new, 2: moved), and the generation before those of the changed ones.
local verdicts, ids, changed, gone, texts, members, moved, names = {}, {}, {}, {}, {}, {}, {}, {}
local latest, total = held[3], (#ARGV - 2) / 2
local bound = latest and latest .. string.rep('\255', 256) or ''
for i = 1, total do
    ids[i] = sub(ARGV[2 * i + 1], 17)
end
local found = call('HMGET', rows, unpack(ids))

-- Is this what the request arms? Generations grow, so that the last firing of the id is that of its last ARM.
local function same(before, i)
    local wanted = parse(wide(0) .. ARGV[2 * i + 2])
    return before and before.state ~= 'X' and before.first == wanted.first and before.period == wanted.period and
           before.payload == wanted.payload
end

local function fired_of(id)
    local top = stem(id)
    local key = call('ZREVRANGEBYLEX', fired, '(' .. top .. '\255', '[' .. top, 'LIMIT', 0, 1)[1]
    return key and parse(call('HGET', firings, key))
end

-- A firing leaves its place to the timer.
local function move(id, f, text)
    local key = stem(id) .. f.generation
    moved[#moved + 1], moved[#moved + 2] = key, text
    if f.state ~= 'X' then
        names[#names + 1], names[#names + 2] = '0', key
    end
    latest = latest and latest > f.due and latest or f.due
end

local function look(i, id, text)
    local before = parse(text)
    if same(before, i) then
        return '0'
    elseif before and waits(id, before) then
        gone[#gone + 1] = before.due .. id
        return '2'
    elseif (not before or before.state == 'X') and ARGV[2 * i + 1] <= bound and same(fired_of(id), i) then
        return '0'
    elseif before then
        move(id, before, text)
    end
    return '1'
end

for i, id in ipairs(ids) do
    local text, verdict = found[i], '1'
    if text or ARGV[2 * i + 1] <= bound then
        verdict = look(i, id, text)
    end
    verdicts[i] = verdict
    if verdict ~= '0' then
        changed[#changed + 1] = i
    end
end

local generation = changed[1] and call('INCRBY', last, #changed) - #changed or 0
for n, i in ipairs(changed) do
    local number, member = wide(generation + n), ARGV[2 * i + 1]
    local text = number .. ARGV[2 * i + 2]
    texts[2 * n - 1], texts[2 * n] = ids[i], text
    members[2 * n - 1], members[2 * n] = '0', member
    if others then
        tell_owner(shard(), number, sub(member, 1, 16), parse(text).period, ids[i])
    end
end
call_all('HSET', firings, moved)
call_all('ZADD', fired, names)
if moved[1] then
    call('HSET', lease, 'fired', latest)
end
call_all('ZREM', due, gone)
call_all('HSET', rows, texts)
call_all('ZADD', due, members)
return {1, table.concat(verdicts), generation}

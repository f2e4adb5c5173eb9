-- Behind arm.lua and text.lua, as one script: it goes on with their variables.
-- ARM of timers that are not all new, or have other generations than foreseen, or another owner.
local verdicts, changed, gone, texts, moved, names = {}, {}, {}, {}, {}, {}
local _, shard = prefix_and_shard()
members = {}

-- Is this what the request arms? Generations grow, so that the last firing of the id is that of its last ARM.
local function same(before, i)
    local wanted = parse(ARGV[2 * i + 3])
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
        gone[#gone + 1] = member_of(id, before)
        return '2'
    elseif (not before or before.state == 'X') and is_below_bound(i) and same(fired_of(id), i) then
        return '0'
    elseif before then
        move(id, before, text)
    end
    return '1'
end

for i, id in ipairs(ids) do
    local text, verdict = found[i], '1'
    if text or is_below_bound(i) then
        verdict = look(i, id, text)
    end
    verdicts[i] = verdict
    if verdict ~= '0' then
        changed[#changed + 1] = i
    end
end

generation = generation or changed[1] and call('INCRBY', last, #changed) - #changed or 0
for n, i in ipairs(changed) do
    local id, place, text = ids[i], member(i), ARGV[2 * i + 3]
    if generation + n ~= foreseen + i then
        local number = wide(generation + n)
        place, text = sub(place, 1, -17) .. number, sub(text, 1, 1) .. number .. sub(text, 18)
    end
    texts[2 * n - 1], texts[2 * n] = id, text
    members[2 * n - 1], members[2 * n] = '0', place
    if others then
        tell_owner(shard, wide(generation + n), sub(place, 1, 16), parse(text).period, id)
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

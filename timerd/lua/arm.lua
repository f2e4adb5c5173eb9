-- For each timer, no two of one id: its member of `due`; the row behind the generation. Answers a digit for each (0: repeated,
-- 1: new, 2: moved), and the generation before those of the changed ones.
local verdicts, ids, changed, gone, texts, members = {}, {}, {}, {}, {}, {}
for i = 3, #ARGV, 2 do
    ids[#ids + 1] = string.sub(ARGV[i], 17)
end
local found = redis.call('HMGET', rows, unpack(ids))

-- The last firing of the id: generations grow, so that it is that of its last ARM. What is due after `fired` has none; the
-- clock counts too, for an owner of a version that does not write `fired`.
local latest = held[3] and math.max(tonumber(held[3]), now)
local function fired_of(id, member)
    if latest and tonumber(string.sub(member, 1, 16)) > latest then
        return nil
    end
    local top = stem(id)
    local key = redis.call('ZREVRANGEBYLEX', fired, '(' .. top .. '\255', '[' .. top, 'LIMIT', 0, 1)[1]
    return key and firing_of(redis.call('HGET', firings, key))
end

local function same(before, rest)
    local wanted = row_of('0' .. rest)
    return before.first == wanted.first and before.period == wanted.period and before.payload == wanted.payload
end

for i, id in ipairs(ids) do
    local row = row_of(found[i])
    local before = row or fired_of(id, ARGV[2 * i + 1])
    if before and same(before, ARGV[2 * i + 2]) then
        verdicts[i] = '0'
    else
        verdicts[i] = row and '2' or '1'
        changed[#changed + 1] = i
        gone[#gone + 1] = row and row.due .. id
    end
end

local generation = changed[1] and redis.call('INCRBY', last, #changed) - #changed or 0
for n, i in ipairs(changed) do
    local number, member = digits(generation + n), ARGV[2 * i + 1]
    texts[2 * n - 1], texts[2 * n] = ids[i], number .. ARGV[2 * i + 2]
    members[2 * n - 1], members[2 * n] = '0', member
    if others then
        tell_owner(shard(), number, string.sub(member, 1, 16), row_of(texts[2 * n]).period, ids[i])
    end
end
call('ZREM', due, gone)
call('HSET', rows, texts)
call('ZADD', due, members)
return {1, table.concat(verdicts), generation}

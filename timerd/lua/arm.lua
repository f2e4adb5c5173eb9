-- For each timer, no two of one id: id, due in 16 digits, period, payload. Answers for each 0: repeated, 1: new, 2: moved;
-- and the generation.
local answer, ids, changed, gone, texts, members = {1}, {}, {}, {}, {}, {}
for i = 3, #ARGV, 4 do
    ids[#ids + 1] = ARGV[i]
end
local found = redis.call('HMGET', rows, unpack(ids))

-- The last firing of the id: generations grow, so that it is that of its last ARM. What is due later has none; a second is
-- for a Redis whose clock is behind that of the one before it.
local latest = wide(now + 1000)
local function fired_of(id, at)
    if at > latest then
        return nil
    end
    local top = stem(id)
    local key = redis.call('ZREVRANGEBYLEX', fired, '(' .. top .. '\255', '[' .. top, 'LIMIT', 0, 1)[1]
    return key and firing_of(redis.call('HGET', firings, key))
end

for i, id in ipairs(ids) do
    local at = 4 * i - 1
    local row = row_of(found[i])
    local before = row or fired_of(id, ARGV[at + 1])
    answer[2 * i], answer[2 * i + 1] = row and 2 or 1, 0
    if before and before.first == ARGV[at + 1] and before.period == ARGV[at + 2] and before.payload == ARGV[at + 3] then
        answer[2 * i] = 0
    else
        changed[#changed + 1] = i
        gone[#gone + 1] = row and row.due .. id
    end
end

local generation = changed[1] and redis.call('INCRBY', last, #changed) - #changed
for n, i in ipairs(changed) do
    local id, at, period, payload = unpack(ARGV, 4 * i - 1, 4 * i + 2)
    local number = digits(generation + n)
    answer[2 * i + 1] = generation + n
    texts[2 * n - 1] = id
    texts[2 * n] = number .. ' ' .. at .. ' ' .. at .. ' ' .. period .. ' 0 ' .. payload
    members[2 * n - 1] = 0
    members[2 * n] = at .. id
    tell_owner(shard, number, at, period, id)
end
call('ZREM', due, gone)
call('HSET', rows, texts)
call('ZADD', due, members)
return answer

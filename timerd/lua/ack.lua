-- Names of firings, no two the same. Answers a digit for each, 1 if there was such a firing.
local answer, takes, others_of, left, given_again = {}, {}, {}, {}, byte('T')

-- Ends those of a hash that are given; what it has not, or not so, stays in `left`.
local function finish(hash, items, fields)
    local found, done, names = call('HMGET', hash, unpack(fields)), {}, {}
    left = {}
    for n, i in ipairs(items) do
        local key, text = ARGV[i + 2], found[n]
        if of(text, key) and (byte(text, 33) == once_given or byte(text, 33) == given_again) then
            local take = sub(text, 34, 49)
            takes[take] = (takes[take] or 0) + 1
            done[#done + 1], names[#names + 1] = fields[n], key
            answer[i] = '1'
        else
            left[#left + 1] = i
        end
    end
    call_all('HDEL', hash, done)
    return names
end

local items, ids = {}, {}
for i = 1, #ARGV - 2 do
    items[i], ids[i] = i, sub(ARGV[i + 2], 4, -17)
end
finish(rows, items, ids)
if left[1] then
    for n, i in ipairs(left) do
        others_of[n] = ARGV[i + 2]
    end
    call_all('ZREM', fired, finish(firings, left, others_of))
end
for take, n in pairs(takes) do
    leave(take, n)
end
for _, i in ipairs(left) do
    local key = ARGV[i + 2]
    local f, hash, field = find(key)
    if f then
        call('HDEL', hash, field)
        call('ZREM', fired, key)
        call('ZREM', delayed, key)
        call('ZREM', dead, key)
    end
    answer[i] = f and '1' or '0'
end
if left[1] then
    sweep()
end
return {1, table.concat(answer)}

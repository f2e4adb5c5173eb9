-- Ids, then the generations of their firings in 16 digits; no firing twice. Answers a digit for each, 1 if there was such a
-- firing.
local takes, left, given_again, count = {}, {}, byte('T'), #ARGV / 2 - 1

-- The number of the TAKE that gave this firing, if one did.
local function take_of(text, generation)
    local state = text and byte(text)
    if state == once_given then
        return find_in(text, generation, 18, true) == 18 and sub(text, 2, 17)
    end
    return state == given_again and of(text, generation) and sub(text, 34, 49)
end

local function left_takes(take, n)
    if n > 0 then
        takes[take] = (takes[take] or 0) + n
    end
end

-- Ends all, if all are given, and in `rows`: as it is for those that fire once.
local function end_all()
    local found, take, n = call('HMGET', rows, unpack(ARGV, 3, count + 2)), '', 0
    for i = 1, count do
        local this = take_of(found[i], ARGV[i + 2 + count])
        if not this then
            takes = {}
            return false
        elseif this ~= take then
            left_takes(take, n)
            take, n = this, 0
        end
        n = n + 1
    end
    left_takes(take, n)
    call('HDEL', rows, unpack(ARGV, 3, count + 2))
    return true
end

local function name(i)
    return stem(ARGV[i + 2]) .. ARGV[i + 2 + count]
end

-- Ends those of a hash that are given; what it has not, or not so, stays in `left`.
local function finish(hash, items, fields, answer)
    local found, done = call('HMGET', hash, unpack(fields)), {}
    left = {}
    for n, i in ipairs(items) do
        local take = take_of(found[n], ARGV[i + 2 + count])
        if take then
            left_takes(take, 1)
            done[#done + 1] = fields[n]
            answer[i] = '1'
        else
            left[#left + 1] = i
        end
    end
    call_all('HDEL', hash, done)
    return done
end

-- Ends a firing in whatever state it is.
local function end_one(i)
    local key = name(i)
    local f, hash, field = find(key)
    if f then
        call('HDEL', hash, field)
        call('ZREM', fired, key)
        call('ZREM', delayed, key)
        call('ZREM', dead, key)
    end
    return f and '1' or '0'
end

local function end_each()
    local answer, items, ids, names = {}, {}, {}, {}
    for i = 1, count do
        items[i], ids[i] = i, ARGV[i + 2]
    end
    finish(rows, items, ids, answer)
    if left[1] then
        for n, i in ipairs(left) do
            names[n] = name(i)
        end
        call_all('ZREM', fired, finish(firings, left, names, answer))
    end
    for _, i in ipairs(left) do
        answer[i] = end_one(i)
    end
    return table.concat(answer)
end

local digits_of = end_all() and string.rep('1', count) or end_each()
for take, n in pairs(takes) do
    leave(take, n)
end
if left[1] then
    sweep()
end
return {1, digits_of}

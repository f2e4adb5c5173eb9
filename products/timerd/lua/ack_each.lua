-- Behind ack.lua and text.lua, as one script: it goes on with their variables.
-- ACK of firings that are not all given, and in `rows`.
local left = {}

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

local answer = end_each()
leave_all()
if left[1] then
    sweep()
end
return {1, answer}

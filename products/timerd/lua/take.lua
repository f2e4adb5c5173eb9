-- count, bytes, lease (ms). Gives firings that nobody has to a consumer. Answers how many names the queue has left, and one;
-- then of each firing its text, behind its id if the text begins with t, else behind its name. None follows once their texts
-- have so many bytes.
local answer, left, bytes, part, at = {1}, tonumber(ARGV[3]), tonumber(ARGV[4]), 256, 1
local gsub = string.gsub
now = time()

-- The queue's first names, their number, their ids and what `rows` has of these; nil: there are none.
local function first_ones(most)
    local keys, ids = call('LRANGE', queue, 0, most - 1), {}
    if not keys[1] then
        return nil
    end
    for i, key in ipairs(keys) do
        ids[i] = sub(key, 4, -17)
    end
    return keys, #keys, ids, call('HMGET', rows, unpack(ids))
end

local function next_take()
    return wide((call('HGET', given, 'last') or 0) + 1)
end

-- Puts the new texts into the answer. How many? The one behind them was given before, or is not in `rows`, unless the answer
-- is full.
local function look_at(keys, ids, found, prefix)
    for i, key in ipairs(keys) do
        local text = found[i]
        if bytes <= 0 or not text or byte(text) ~= never_given or find_in(text, sub(key, -16), 2, true) ~= 2 then
            return i - 1
        end
        answer[at + 1], answer[at + 2] = ids[i], gsub(text, '^=', prefix)
        at, bytes = at + 2, bytes - #text
    end
    return #keys
end

-- Gives the first ones, as long as they are new, as they almost always are.
local stuck = false
while left > 0 and bytes > 0 and not stuck do
    local keys, size, ids, found = first_ones(math.min(left, part))
    if not keys then
        return answer
    end
    local from = at + 1
    local n = look_at(keys, ids, found, 't' .. next_take())
    if n > 0 then
        call('HSET', rows, unpack(answer, from, at))
        give(table.concat(keys, '', 1, n), n, now + tonumber(ARGV[5]))
        call('LTRIM', queue, n, -1)
        left = left - n
    end
    stuck = n < size and bytes > 0
end
if not stuck then
    answer[1] = call('LLEN', queue) + 1
    return answer
end

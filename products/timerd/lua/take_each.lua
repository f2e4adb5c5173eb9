-- Behind take.lua and text.lua, as one script: it goes on with their variables.
-- TAKE of firings of which some were given before, or are not in `rows`, or are done with.
-- It looks at few names: a CANCEL may have left a million that are done with, and Redis does other work between.
local take, in_rows, in_firings, turns, most = '', {}, {}, 4, math.min(left, part)

local function taken(key, id, text)
    local list, field = in_rows, id
    if not of(text, sub(key, -16)) then
        text, list, field = call('HGET', firings, key), in_firings, key
    end
    local f = parse(text)
    if not f or f.state ~= 'R' and f.state ~= '=' then
        return false
    end
    f.state, f.take, f.attempt = 'T', take, f.attempt + 1
    add(list, field, text_of(f))
    add(answer, key, list[#list])
    bytes = bytes - #list[#list]
    return true
end

-- How many were looked at, and given?
local function look_at_each(keys, ids, found)
    local n = 0
    for i, key in ipairs(keys) do
        if bytes <= 0 or n == left then
            return i - 1, n
        end
        n = n + (taken(key, ids[i], found[i]) and 1 or 0)
    end
    return #keys, n
end

while left > 0 and bytes > 0 and turns > 0 do
    local keys, _, ids, found = first_ones(most)
    if not keys then
        break
    end
    take, in_rows, in_firings = next_take(), {}, {}
    local looked, n = look_at_each(keys, ids, found)
    call_all('HSET', rows, in_rows)
    call_all('HSET', firings, in_firings)
    if n > 0 then
        give(table.concat(keys, '', 1, looked), n, now + tonumber(ARGV[5]))
    end
    call('LTRIM', queue, looked, -1)
    left = left - n
    turns = turns - 1
    most = n > 0 and math.min(left, part) or part
end
answer[1] = call('LLEN', queue) + 1
return answer

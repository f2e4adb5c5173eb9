-- count, bytes, lease (ms). Gives firings that nobody has to a consumer. Answers how many names the queue has left, and one;
-- then of each firing its text, behind its id if the text begins with t, else behind its name. None follows once their texts
-- have so many bytes.
local answer, left, bytes, part, at = {1}, tonumber(ARGV[3]), tonumber(ARGV[4]), 256, 1
local take, kept, in_rows, in_firings = '', 1, {}, {}

-- What is in the answer, and not yet in `rows`.
local function keep()
    if at > kept then
        call('HSET', rows, unpack(answer, kept + 1, at))
    end
    kept = at
end

-- A firing that was given before, or is not in `rows`. Is it ready?
local function give_other(key, id, text)
    local list, field = in_rows, id
    if not of(text, sub(key, -16)) then
        text, list, field = call('HGET', firings, key), in_firings, key
    end
    local f = parse(text)
    if not f or f.state ~= 'R' and f.state ~= '=' then
        return false
    end
    f.state, f.take, f.attempt = 'T', take, f.attempt + 1
    keep()
    add(list, field, text_of(f))
    add(answer, key, list[#list])
    at = at + 2
    kept = at
    return true
end

-- Gives what is ready of the queue's first ones. How many were looked at, how many given?
local function look_at(keys)
    local ids, n, prefix = {}, 0, 't' .. take
    for i, key in ipairs(keys) do
        ids[i] = sub(key, 4, -17)
    end
    local found = call('HMGET', rows, unpack(ids))
    for i, key in ipairs(keys) do
        local text = found[i]
        if bytes <= 0 then
            return i - 1, n
        end
        local is = true
        if text and byte(text) == never_given and find_in(text, sub(key, -16), 2, true) == 2 then
            answer[at + 1], answer[at + 2] = ids[i], prefix .. sub(text, 2)
            at = at + 2
        else
            is = give_other(key, ids[i], text)
        end
        if is then
            n, bytes = n + 1, bytes - #answer[at]
        end
    end
    return #keys, n
end

while left > 0 and bytes > 0 do
    local keys = call('LRANGE', queue, 0, math.min(left, part) - 1)
    if not keys[1] then
        break
    end
    take = wide((call('HGET', given, 'last') or 0) + 1)
    local looked, n = look_at(keys)
    keep()
    call_all('HSET', rows, in_rows)
    call_all('HSET', firings, in_firings)
    in_rows, in_firings = {}, {}
    if n > 0 then
        give(table.concat(keys, '', 1, looked), n, now + tonumber(ARGV[5]))
    end
    left = left - n
    call('LTRIM', queue, looked, -1)
end
answer[1] = call('LLEN', queue) + 1
return answer

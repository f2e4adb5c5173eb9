-- count, bytes, lease (ms). Gives firings that nobody has to a consumer: name and text of each. None follows once their
-- texts have so many bytes.
local answer, left, bytes, part, at = {1}, tonumber(ARGV[3]), tonumber(ARGV[4]), 256, 1
local names, take, in_rows, in_firings, never_given = {}, '', {}, {}, byte('=')

-- The text of a ready firing behind this TAKE.
local function taken(text)
    if byte(text, 33) == never_given then
        return sub(text, 1, 32) .. 't' .. take .. sub(text, 34)
    end
    local f = parse(text)
    if not f or f.state ~= 'R' then
        return nil
    end
    f.state, f.take, f.attempt = 'T', take, f.attempt + 1
    return text_of(f)
end

-- How many of the queue's first ones are given, or done with?
local function look_at(keys)
    local ids, changed = {}, {}
    for i, key in ipairs(keys) do
        ids[i] = sub(key, 4, -17)
    end
    local found = call('HMGET', rows, unpack(ids))
    for i, key in ipairs(keys) do
        local text, list, field = found[i], in_rows, ids[i]
        if bytes <= 0 then
            return i - 1
        end
        if not of(text, key) then
            text, list, field = call('HGET', firings, key), in_firings, key
        end
        local new = text and not changed[key] and taken(text)
        if new then
            changed[key] = true
            list[#list + 1], list[#list + 2] = field, new
            names[#names + 1] = key
            answer[at + 1], answer[at + 2] = key, new
            at = at + 2
            bytes, left = bytes - #new, left - 1
        end
    end
    return #keys
end

while left > 0 and bytes > 0 do
    local keys = call('LRANGE', queue, 0, math.min(left, part) - 1)
    if not keys[1] then
        break
    end
    names, in_rows, in_firings = {}, {}, {}
    take = wide((call('HGET', given, 'last') or 0) + 1)
    local n = look_at(keys)
    call_all('HSET', rows, in_rows)
    call_all('HSET', firings, in_firings)
    if names[1] then
        give(names, now + tonumber(ARGV[5]))
    end
    call('LTRIM', queue, n, -1)
end
return answer

-- id. Answers 1 if no consumer was given the timer that it stopped.
local id, stopped = ARGV[3], 0
local row = waiting(id)
if row then
    redis.call('ZREM', due, row.due .. id)
    redis.call('HDEL', rows, id)
    stopped = 1
end

-- What was given last: no consumer was given the entries behind it.
local function given_last()
    for _, group in ipairs(redis.call('XINFO', 'GROUPS', ready)) do
        local f = read(group)
        if f.name == 'timerd' then
            return string.match(f['last-delivered-id'], '(%d+)-(%d+)')
        end
    end
end

local function behind(entry, ms, number)
    local entry_ms, entry_number = string.match(entry, '(%d+)-(%d+)')
    entry_ms, ms = tonumber(entry_ms), tonumber(ms)
    return entry_ms > ms or entry_ms == ms and tonumber(entry_number) > tonumber(number)
end

local from = stem(id) .. 'r'
local entries, most = redis.call('ZRANGEBYLEX', fired, '[' .. from, '(' .. from .. '\255'), 1000
if not entries[1] then
    return {1, stopped}
end
local ms, number = given_last()
for i, member in ipairs(entries) do
    entries[i] = string.sub(member, #from + 17)
    if stopped == 0 and behind(entries[i], ms, number) then
        local f = entry_of(ready, entries[i])
        stopped = f and f.attempt == '0' and 1 or 0
    end
end
for i = 1, #entries, most do
    local part = {unpack(entries, i, math.min(i + most - 1, #entries))}
    redis.call('XACK', ready, 'timerd', unpack(part))
    redis.call('XDEL', ready, unpack(part))
end
redis.call('ZREMRANGEBYLEX', fired, '[' .. from, '(' .. from .. '\255')
return {1, stopped}

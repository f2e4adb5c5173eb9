-- id. Answers 1 if no consumer was given the timer that it stopped.
local id, stopped, most, takes, any = ARGV[3], 0, 1000, {}, false

local function ends(key, f)
    if f and f.state == 'T' then
        takes[f.take] = (takes[f.take] or 0) + 1
    elseif f and f.state == 'D' then
        call('ZREM', delayed, key)
    end
    any = true
    stopped = f and f.attempt == 0 and 1 or stopped
end

local row = parse(call('HGET', rows, id))
if row and row.state ~= 'X' then
    ends(stem(id) .. row.generation, row)
    any = call('ZREM', due, member_of(id, row)) == 0
    call('HDEL', rows, id)
end
local from = stem(id)
local keys = call('ZRANGEBYLEX', fired, '[' .. from, '(' .. from .. '\255')
for i = 1, #keys, most do
    local part = {unpack(keys, i, math.min(i + most - 1, #keys))}
    for n, text in ipairs(call('HMGET', firings, unpack(part))) do
        ends(part[n], parse(text))
    end
    call_all('HDEL', firings, part)
    call_all('ZREM', fired, part)
end
for take, n in pairs(takes) do
    leave(take, n)
end
if any then
    sweep()
end
return {1, stopped}

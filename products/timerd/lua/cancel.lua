-- id, nothing or, in 16 digits, the generation that an earlier call has answered, and how many firings to end. Answers 1 if no
-- consumer was given the timer that it stopped, and the latest generation that ends, or 0: there are no more of them.
local id, latest, most, stopped, takes, any = ARGV[3], ARGV[4], tonumber(ARGV[5]), 0, {}, false

local function ends(key, f)
    if f and f.state == 'T' then
        takes[f.take] = (takes[f.take] or 0) + 1
    elseif f and f.state == 'D' then
        call('ZREM', delayed, key)
    end
    any = true
    stopped = f and f.attempt == 0 and 1 or stopped
end

if latest == '' then
    local row = parse(call('HGET', rows, id))
    if row and row.state ~= 'X' then
        ends(stem(id) .. row.generation, row)
        any = call('ZREM', due, member_of(id, row)) == 0
        call('HDEL', rows, id)
    end
    latest = wide(call('GET', last) or 0)
end
local from = stem(id)
local keys = call('ZRANGEBYLEX', fired, '[' .. from, '[' .. from .. latest, 'LIMIT', 0, most)
for n, text in ipairs(keys[1] and call('HMGET', firings, unpack(keys)) or {}) do
    ends(keys[n], parse(text))
end
call_all('HDEL', firings, keys)
call_all('ZREM', fired, keys)
for take, n in pairs(takes) do
    leave(take, n)
end
if any then
    sweep()
end
return {1, stopped, #keys == most and latest or '0'}

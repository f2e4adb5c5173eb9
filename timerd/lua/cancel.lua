-- id. Answers 1 if no consumer was given the timer that it stopped.
local id, stopped, most = ARGV[3], 0, 1000
local row = waiting(id)
if row then
    redis.call('ZREM', due, row.due .. id)
    redis.call('HDEL', rows, id)
    stopped = 1
end

local from = stem(id)
local keys = redis.call('ZRANGEBYLEX', fired, '[' .. from, '(' .. from .. '\255')
for i = 1, #keys, most do
    local part = {unpack(keys, i, math.min(i + most - 1, #keys))}
    for _, text in ipairs(stopped == 0 and redis.call('HMGET', firings, unpack(part)) or {}) do
        local f = firing_of(text)
        stopped = f and f.attempt == 0 and 1 or stopped
    end
    call('HDEL', firings, part)
    call('ZREM', leased, part)
    call('ZREM', delayed, part)
    call('ZREM', fired, part)
end
if keys[1] then
    sweep()
end
return {1, stopped}

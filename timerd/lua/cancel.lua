-- id. Answers 1 if no consumer was given the timer that it stopped.
local id, stopped = ARGV[3], 0
local row = waiting(id)
if row then
    redis.call('ZREM', due, row.due .. id)
    redis.call('HDEL', rows, id)
    stopped = 1
end
for _, member in ipairs(firings(stem(id))) do
    local place = firing(id, member)
    if place.kind == 'r' then
        local f = entry_of(ready, place.entry)
        local given = #redis.call('XPENDING', ready, 'timerd', place.entry, place.entry, 1) > 0
        if f and f.attempt == '0' and not given then
            stopped = 1
        end
        remove(ready, place.entry)
        redis.call('ZREM', fired, member)
    end
end
return {1, stopped}

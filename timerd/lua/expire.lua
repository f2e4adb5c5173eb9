-- lease of a consumer (ms), attempts, count. Firings that a consumer has for longer are ready again, or dead; those that
-- NACK put off become ready. Answers in how many ms to come again (-1: need not), how many leases had run out, how many
-- are dead of them, and how many were put off.
local span, most, expired, buried, wait = tonumber(ARGV[3]), tonumber(ARGV[5]), 0, 0, -1

-- No lease ends later than one that begins now, unless the clock was set back.
local function cut()
    for _ = 1, most do
        local latest = redis.call('ZREVRANGE', leased, 0, 0, 'WITHSCORES')
        if not latest[1] or tonumber(latest[2]) <= now + span then
            return
        end
        redis.call('ZADD', leased, now + span, latest[1])
    end
    wait = 0
end

-- When must the first one be looked at?
local function next_of(set)
    local first = redis.call('ZRANGE', set, 0, 0, 'WITHSCORES')
    if first[1] then
        local ms = math.max(tonumber(first[2]) - now, 0)
        wait = wait < 0 and ms or math.min(wait, ms)
    end
end

cut()
for _, key in ipairs(redis.call('ZRANGEBYSCORE', leased, '-inf', digits(now), 'LIMIT', 0, most)) do
    local f = firing_of(redis.call('HGET', firings, key))
    redis.call('ZREM', leased, key)
    if f and f.attempt >= tonumber(ARGV[4]) then
        bury(key)
        buried = buried + 1
    elseif f then
        redis.call('RPUSH', queue, key)
    else
        redis.call('HDEL', firings, key)
    end
    expired = expired + 1
end
local again = redis.call('ZRANGEBYSCORE', delayed, '-inf', digits(now), 'LIMIT', 0, most)
call('ZREM', delayed, again)
call('RPUSH', queue, again)
if expired - buried + #again > 0 then
    tell_ready()
end
next_of(leased)
next_of(delayed)
if ready() > 0 then
    wait = wait < 0 and span or math.min(wait, span)
end
return {1, wait, expired, buried, #again}

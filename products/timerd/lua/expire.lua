-- lease of a consumer (ms), attempts, count. Firings that a consumer has for longer are ready again, or dead; those that
-- NACK put off become ready. Answers in how many ms to come again (-1: need not), how many leases had run out, how many
-- are dead of them, and how many were put off.
local span, most, expired, buried, wait = tonumber(ARGV[3]), tonumber(ARGV[5]), 0, 0, -1

-- No lease ends later than one that begins now, unless the clock was set back.
local function cut()
    for _ = 1, most do
        local latest = call('ZREVRANGE', leased, 0, 0, 'WITHSCORES')
        if not latest[1] or tonumber(latest[2]) <= now + span then
            return
        end
        call('ZADD', leased, digits(now + span), latest[1])
    end
    wait = 0
end

-- When must the first one be looked at?
local function next_of(set)
    local first = call('ZRANGE', set, 0, 0, 'WITHSCORES')
    if first[1] then
        local ms = math.max(tonumber(first[2]) - now, 0)
        wait = wait < 0 and ms or math.min(wait, ms)
    end
end

local function end_lease(key, take)
    local f, hash, field = find(key)
    if not f or f.state ~= 'T' or f.take ~= take then
        return
    end
    if f.attempt >= tonumber(ARGV[4]) then
        bury(key, hash, field, f)
        buried = buried + 1
    else
        put(hash, field, f, 'R')
        call('RPUSH', queue, key)
    end
    expired = expired + 1
    leave(take, 1)
end

-- Its names stand one behind the other.
local function end_take(take)
    local names, at = call('HGET', given, take) or '', 1
    while at <= #names do
        local behind = at + 19 + tonumber(sub(names, at, at + 2))
        end_lease(sub(names, at, behind - 1), take)
        at = behind
    end
    local rest = call('HGET', given, 'n' .. take)
    if rest then
        leave(take, tonumber(rest))
    end
    call('ZREM', leased, take)
end

-- A firing that was put off is ready again.
local function come(key)
    local f, hash, field = find(key)
    call('ZREM', delayed, key)
    if f and f.state == 'D' then
        put(hash, field, f, 'R')
        call('RPUSH', queue, key)
    end
end

cut()
for _, take in ipairs(call('ZRANGEBYSCORE', leased, '-inf', digits(now), 'LIMIT', 0, most)) do
    if expired < most then
        end_take(take)
    end
end
local again = call('ZRANGEBYSCORE', delayed, '-inf', digits(now), 'LIMIT', 0, most)
for _, key in ipairs(again) do
    come(key)
end
if expired - buried + #again > 0 then
    tell_ready()
end
next_of(leased)
next_of(delayed)
if ready() > 0 then
    wait = wait < 0 and span or math.min(wait, span)
end
return {1, wait, expired, buried, #again}

-- lease. The Redis may be a copy that was put back: the generations of a shard go on at the us since 1970, unless nobody had
-- the shard yet. Answers 1 and the last generation before that.
local last, clock = string.sub(KEYS[1], 1, -6) .. 'last', redis.call('TIME')
local before, us = redis.call('GET', last) or 0, clock[1] * 1000000 + clock[2]
if redis.call('EXISTS', KEYS[1]) == 1 and tonumber(before) < us then
    redis.call('SET', last, string.format('%.0f', us))
end
return {1, before}

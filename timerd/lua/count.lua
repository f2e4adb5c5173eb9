-- Answers the numbers of timers that wait, and of firings that are ready, leased and dead.
local leased = 0
if redis.call('EXISTS', ready) == 1 then
    leased = redis.call('XPENDING', ready, 'timerd')[1]
end
return {1, redis.call('HLEN', rows), redis.call('XLEN', ready) - leased, leased, redis.call('XLEN', dead)}

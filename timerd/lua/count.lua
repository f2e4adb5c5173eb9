-- Answers the numbers of timers that wait, and of firings that are ready, leased, dead and put off.
return {1, redis.call('HLEN', rows), ready(), redis.call('ZCARD', leased), redis.call('ZCARD', dead),
        redis.call('ZCARD', delayed)}

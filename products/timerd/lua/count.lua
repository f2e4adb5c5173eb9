-- Answers the numbers of timers that wait, and of firings that are ready, leased, dead and put off.
return {1, call('ZCARD', due), ready(), call('HGET', given, 'all') or 0, call('ZCARD', dead), call('ZCARD', delayed)}

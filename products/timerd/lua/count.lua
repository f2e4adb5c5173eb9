-- Answers the numbers of timers that wait, and of firings that are ready, leased, dead and put off; then when the first of the
-- ready ones was due, 0: none is there among the first names, some of which may be done with.
local oldest
for i = 0, 15 do
    local name = not oldest and call('LINDEX', queue, i)
    oldest = name and (find(name) or {}).due or oldest
end
return {1, call('ZCARD', due), ready(), call('HGET', given, 'all') or 0, call('ZCARD', dead), call('ZCARD', delayed),
        oldest or 0}

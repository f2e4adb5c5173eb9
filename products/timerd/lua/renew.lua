-- lease of a shard (ms), 1 after a new connection: the Redis may be a copy that was put back, so that generations go on at the
-- us since 1970. Answers the last generation before that. Refused as with another token if the shard was released: a timerd
-- does not know it if the connection broke before the answer.
if held[2] ~= me then
    return {0, held[1]}
end
call('HSET', lease, 'until', digits(now + tonumber(ARGV[3])))
local before = call('GET', last) or 0
if ARGV[4] == '1' and tonumber(before) < now * 1000 then
    call('SET', last, digits(now * 1000))
end
return {1, before}

-- lease of a shard (ms). Answers the last generation. Refused as with another token if the shard was released: a timerd does
-- not know it if the connection broke before the answer.
if held[2] ~= me then
    return {0, held[1]}
end
call('HSET', lease, 'until', digits(now + tonumber(ARGV[3])))
return {1, call('GET', last) or 0}

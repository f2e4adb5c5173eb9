-- id, generation, delay (ms) or -, the first delay, the longest, attempts. Answers 0: no consumer has this firing;
-- 1 and the delay: it becomes ready after that; 2: it is dead.
local key, delay = stem(ARGV[3]) .. wide(tonumber(ARGV[4])), tonumber(ARGV[5])
local f, hash, field = find(key)
if not f or f.state ~= 'T' then
    return {1, 0, 0}
end
leave(f.take, 1)
if f.attempt >= tonumber(ARGV[8]) then
    bury(key, hash, field, f)
    return {1, 2, 0}
end
delay = delay or math.min(tonumber(ARGV[6]) * 2 ^ (f.attempt - 1), tonumber(ARGV[7]))
if delay > 0 then
    put(hash, field, f, 'D')
    call('ZADD', delayed, digits(now + delay), key)
    local _, shard = prefix_and_shard()
    tell_owner('lease', shard, digits(delay))
else
    put(hash, field, f, 'R')
    call('RPUSH', queue, key)
    tell_ready()
end
return {1, 1, delay}

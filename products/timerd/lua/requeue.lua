-- id, generation, lease (ms). A dead firing becomes ready, as if it had never been given. Answers 1 if there was one.
local key = stem(ARGV[3]) .. wide(tonumber(ARGV[4]))
local f, hash, field = find(key)
if not f or f.state ~= 'X' then
    return {1, 0}
end
call('ZREM', dead, key)
f.attempt = 0
put(hash, field, f, 'R')
if hash == firings then
    call('ZADD', fired, '0', key)
end
call('RPUSH', queue, key)
local _, shard = prefix_and_shard()
tell_owner('lease', shard, ARGV[5])
tell_ready()
return {1, 1}

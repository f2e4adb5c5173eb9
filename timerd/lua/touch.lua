-- id, generation, lease (ms). The consumer who has the firing has it for so long from now. Answers 1 if one has it.
local key = name(ARGV[3], ARGV[4])
if not redis.call('ZSCORE', leased, key) then
    return {1, 0}
end
redis.call('ZADD', leased, now + tonumber(ARGV[5]), key)
return {1, 1}

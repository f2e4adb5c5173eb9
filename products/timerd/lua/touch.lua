-- id, generation, lease (ms). The consumer who has the firing has it for so long from now. Answers 1 if one has it.
local key = stem(ARGV[3]) .. wide(tonumber(ARGV[4]))
local f, hash, field = find(key)
if not f or f.state ~= 'T' then
    return {1, 0}
end
leave(f.take, 1)
f.take = give(key, 1, now + tonumber(ARGV[5]))
put(hash, field, f, 'T')
return {1, 1}

-- id, generation in 16 digits. Answers 1 if there was such a firing.
local id = ARGV[3]
for _, member in ipairs(firings(stem(id))) do
    local place = firing(id, member)
    if place.generation == ARGV[4] then
        remove(place.kind == 'r' and ready or dead, place.entry)
        redis.call('ZREM', fired, member)
        return {1, 1}
    end
end
return {1, 0}

-- id, generation in 16 digits. Answers 1 if there was such a firing.
for kind, stream in pairs({r = ready, d = dead}) do
    local member, entry = firing(ARGV[3], kind, ARGV[4])
    if member then
        remove(stream, entry)
        redis.call('ZREM', fired, member)
        return {1, 1}
    end
end
return {1, 0}

-- lease of a consumer (ms), attempts, count. Firings that a consumer has for longer are ready again, or dead.
-- Answers in how many ms to come again (-1: need not), how many leases had run out, how many are dead of them.
-- Entries are given in their order, each once: the oldest lease is the first.
local span, expired, buried = tonumber(ARGV[3]), 0, 0
local wait = redis.call('XLEN', ready) > 0 and span or -1
for _, pending in ipairs(redis.call('XPENDING', ready, 'timerd', '-', '+', ARGV[5])) do
    local entry, idle = pending[1], pending[3]
    if idle < span then
        wait = span - idle
        break
    end
    local f = entry_of(ready, entry)
    remove(ready, entry)
    if f then
        f.attempt = digits(f.attempt + 1)
        local over = tonumber(f.attempt) >= tonumber(ARGV[4])
        redis.call('ZREM', fired, stem(f.id) .. 'r' .. wide(f.generation) .. entry)
        enqueue(over and dead or ready, over and 'd' or 'r', f)
        expired = expired + 1
        buried = buried + (over and 1 or 0)
    end
    wait = 0
end
if expired > buried then
    redis.call('PUBLISH', 'timerd:ready', shard)
end
return {1, wait, expired, buried}

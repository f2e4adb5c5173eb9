-- The number of timers that fire once; the latest due of them, in 16 digits; of each its member of `due`; of each its name;
-- for each other timer: id, generation, the due after this one in 16 digits or 0, the occurrences passed over, skip (1 or
-- 0). Those that wait with this generation and are due get into the ready queue, and periodic ones move on. Answers a digit
-- for each (0: fired, 1: gone, 2: early), and the generations of the next occurrences of those that do not fire once.
local once, all, removed = tonumber(ARGV[3]), '', 0
now = time()
local moment = wide(now)

-- Those that fire once stay in `rows`, and are the firings. Whoever removes a member of `due` fires its timer.
if once > 0 and ARGV[4] <= moment then
    removed = call('ZREM', due, unpack(ARGV, 5, once + 4))
    if removed == once then
        call('RPUSH', queue, unpack(ARGV, once + 5, 2 * once + 4))
        all = string.rep('0', once)
    end
    if removed == once and #ARGV == 2 * once + 4 then
        tell_ready()
        return {1, all}
    end
end

-- A generation; then ids and texts of timers in turns, no two of one id; then their members of `due`. Texts and members name
-- the generations that the timers will have if that generation is the last, and all timers are new. Answers a digit for each
-- (0: repeated, 1: new, 2: moved), and the generation before those of the changed ones.
local latest, foreseen, count = held[3], tonumber(ARGV[3]), #ARGV / 3 - 1
local ids, members = {}, {}
local bound = latest and wide(latest + 1)
for i = 1, count do
    ids[i] = ARGV[2 * i + 2]
end
local found = call('HMGET', rows, unpack(ids))

local function member(i)
    return ARGV[2 * count + 3 + i]
end

-- May the timer have a firing that is not in `rows`?
local function is_below_bound(i)
    return bound and member(i) < bound
end

local function are_new()
    for i = 1, count do
        if found[i] or is_below_bound(i) then
            return false
        end
        members[2 * i - 1], members[2 * i] = '0', member(i)
    end
    return true
end

-- Nothing has to be made of what came, as it is almost always.
local generation = are_new() and call('INCRBY', last, count) - count
if generation == foreseen and not others then
    call('HSET', rows, unpack(ARGV, 4, 2 * count + 3))
    call('ZADD', due, unpack(members))
    return {1, string.rep('1', count), generation}
end

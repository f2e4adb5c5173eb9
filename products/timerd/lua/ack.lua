-- Ids, then the generations of their firings in 16 digits; no firing twice. Answers a digit for each, 1 if there was such a
-- firing.
local takes, given_again, count = {}, 84, #ARGV / 2 - 1 -- T

-- The number of the TAKE that gave this firing, if one did.
local function take_of(text, generation)
    local state = text and byte(text)
    if state == once_given then
        return find_in(text, generation, 18, true) == 18 and sub(text, 2, 17)
    end
    return state == given_again and find_in(text, generation, 2, true) == 2 and sub(text, 34, 49)
end

local function left_takes(take, n)
    if n > 0 then
        takes[take] = (takes[take] or 0) + n
    end
end

-- Ends all, if all are given, and in `rows`: as it is for those that fire once.
local function end_all()
    local found, take, n = call('HMGET', rows, unpack(ARGV, 3, count + 2)), '', 0
    for i = 1, count do
        local this = take_of(found[i], ARGV[i + 2 + count])
        if not this then
            takes = {}
            return false
        elseif this ~= take then
            left_takes(take, n)
            take, n = this, 0
        end
        n = n + 1
    end
    left_takes(take, n)
    call('HDEL', rows, unpack(ARGV, 3, count + 2))
    return true
end

local function leave_all()
    for take, n in pairs(takes) do
        leave(take, n)
    end
end

if end_all() then
    leave_all()
    return {1, string.rep('1', count)}
end

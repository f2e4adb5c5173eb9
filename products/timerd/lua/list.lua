-- from (what a member of `due` begins with), until (16 digits), prefix of ids, count, how many to look at. Answers due in 16
-- digits and id of the last timer that was looked at, empty if there are no more; then id, generation, due, period of each.
local from, start, left, look = '[' .. ARGV[3], ARGV[5], tonumber(ARGV[6]), tonumber(ARGV[7])
local answer, part, reached = {1, ''}, 256, ''

local function look_at(members)
    local ids = {}
    for i, member in ipairs(members) do
        ids[i] = id_of(member)
    end
    local found = call('HMGET', rows, unpack(ids))
    for i, id in ipairs(ids) do
        local row = sub(id, 1, #start) == start and parse(found[i])
        if left == 0 then
            return
        end
        reached = members[i]
        if row then
            add(answer, id, row.generation, row.due, row.period)
            left = left - 1
        end
    end
end

while left > 0 and look > 0 do
    local members = call('ZRANGEBYLEX', due, from, '(' .. ARGV[4], 'LIMIT', 0, part)
    if members[1] then
        look_at(members)
    end
    if #members < part and (not members[1] or reached == members[#members]) then
        return answer
    end
    from = '(' .. reached
    look = look - part
end
answer[2] = sub(reached, 1, 16) .. id_of(reached)
return answer

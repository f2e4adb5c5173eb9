-- from (what a member of `due` begins with), until (16 digits), count. For each timer id, generation, due, period; behind
-- them how many had no row, if any: they are dropped, and the rest of the shard goes on. The loop ends, for it drops some.
local answer, dropped, before = {1}, 0, -1

local function look_at(members)
    local ids = {}
    for i, member in ipairs(members) do
        ids[i] = id_of(member)
    end
    local found = call('HMGET', rows, unpack(ids))
    for i, id in ipairs(ids) do
        local row = parse(found[i])
        if row and member_of(id, row) == members[i] then
            add(answer, id, row.generation, row.due, row.period)
        else
            dropped = dropped + call('ZREM', due, members[i])
        end
    end
end

while dropped > before do
    answer, before = {1}, dropped
    local members = call('ZRANGEBYLEX', due, '[' .. ARGV[3], '(' .. ARGV[4], 'LIMIT', 0, ARGV[5])
    if members[1] then
        look_at(members)
    end
end
if dropped > 0 then
    answer[#answer + 1] = dropped
end
return answer

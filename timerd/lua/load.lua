-- from (due in 16 digits, id; or empty), until (16 digits), count. For each timer id, generation, due, period.
local answer = {1}
local found = redis.call('ZRANGEBYLEX', due, '[' .. ARGV[3], '(' .. ARGV[4], 'LIMIT', 0, ARGV[5])
for _, member in ipairs(found) do
    local id = string.sub(member, 17)
    local row = waiting(id)
    for _, value in ipairs({id, row.generation, row.due, row.period}) do
        answer[#answer + 1] = value
    end
end
return answer

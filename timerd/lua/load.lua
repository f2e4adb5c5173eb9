-- from (due in 16 digits, id; or empty), until (16 digits), count. For each timer id, generation, due, period; behind them
-- how many had no row, if any: they are dropped, and the rest of the shard goes on. The loop ends, for it drops some.
local answer, dropped, before = {1}, 0, -1
while dropped > before do
    answer, before = {1}, dropped
    for _, member in ipairs(redis.call('ZRANGEBYLEX', due, '[' .. ARGV[3], '(' .. ARGV[4], 'LIMIT', 0, ARGV[5])) do
        local id = string.sub(member, 17)
        local row = waiting(id)
        for _, value in ipairs(row and {id, row.generation, row.due, row.period} or {}) do
            answer[#answer + 1] = value
        end
        dropped = dropped + (row and 0 or redis.call('ZREM', due, member))
    end
end
if dropped > 0 then
    answer[#answer + 1] = dropped
end
return answer

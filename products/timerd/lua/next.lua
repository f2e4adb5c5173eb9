-- Answers the earliest due, or nothing.
local first = call('ZRANGEBYLEX', due, '-', '+', 'LIMIT', 0, 1)
if not first[1] then
    return {1}
end
return {1, sub(first[1], 1, 16)}

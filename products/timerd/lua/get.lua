-- id. Answers generation, due, payload, period, missed; or nothing.
local row = waiting(ARGV[3])
if not row then
    return {1}
end
return {1, row.generation, row.due, row.payload, row.period, row.missed}

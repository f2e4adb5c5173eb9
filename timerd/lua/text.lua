-- Behind shard.lua, for scripts that look into texts.
local function stem(id)
    return string.format('%03d', #id) .. id
end

-- nil: no text, or one that is damaged.
local function parse(text)
    local numbers, state, rest = string.match(text or '', '^(%d+)([=t*RTDX])(.*)$')
    if not numbers or #numbers ~= 32 then
        return nil
    end
    local generation, at = sub(numbers, 1, 16), sub(numbers, 17)
    if state == '=' then
        return {generation = generation, due = at, state = state, take = '0', attempt = 0, first = at, period = '0',
                missed = '0', payload = rest}
    end
    if state == 't' then
        local take, payload = string.match(rest, '^(' .. string.rep('%d', 16) .. ')(.*)$')
        return take and {generation = generation, due = at, state = 'T', take = take, attempt = 1, first = at, period = '0',
                         missed = '0', payload = payload}
    end
    local take, attempt, first, period, missed, payload =
        string.match(rest, '^(%d+) (%d+) (%d+) (%d+) (%d+) (.*)$')
    return take and {generation = generation, due = at, state = state, take = take, attempt = tonumber(attempt),
                     first = first, period = period, missed = missed, payload = payload}
end

local function text_of(f)
    return f.generation .. f.due .. f.state .. table.concat({f.take, digits(f.attempt), f.first, f.period, f.missed,
                                                             f.payload}, ' ')
end

local function add(list, ...)
    for _, value in ipairs({...}) do
        list[#list + 1] = value
    end
end

-- Does the row wait, and has not fired?
local function waits(id, f)
    return f.state == '*' or f.state == '=' and call('ZSCORE', due, f.due .. id)
end

-- The timer of this id that waits, or nil.
local function waiting(id)
    local f = parse(call('HGET', rows, id))
    return f and waits(id, f) and f
end

-- The firing of this name, the hash and the field where it is; or nil.
local function find(key)
    local id = sub(key, 4, -17)
    local f = parse(call('HGET', rows, id))
    if f and f.generation == sub(key, -16) then
        return not waits(id, f) and f or nil, rows, id
    end
    return parse(call('HGET', firings, key)), firings, key
end

local function put(hash, field, f, state)
    f.state = state
    call('HSET', hash, field, text_of(f))
end

-- Names of firings that are done with stay in the queue until they are first there, or no others are.
local function sweep()
    if ready() == 0 then
        call('DEL', queue)
    end
end

-- A message for the owner, who is another timerd.
local function tell_owner(...)
    if others then
        call('PUBLISH', prefix() .. 'owner:' .. held[2], table.concat({...}, ' '))
    end
end

local function bury(key, hash, field, f)
    put(hash, field, f, 'X')
    call('ZADD', dead, now, key)
    call('ZREM', fired, key)
end

-- A new TAKE gives these to a consumer until then. Answers its number.
local function give(names, until_ms)
    local take = wide(call('HINCRBY', given, 'last', 1))
    call('HSET', given, take, table.concat(names), 'n' .. take, #names)
    call('HINCRBY', given, 'all', #names)
    call('ZADD', leased, digits(until_ms), take)
    return take
end

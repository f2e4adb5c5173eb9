-- Behind shard.lua, and behind what a script does first where it need not look into texts.
now = now or time()
local firings, fired, delayed, dead = begin .. 'firings', begin .. 'fired', begin .. 'delayed', begin .. 'dead'

local function digits(n)
    return string.format('%d', n)
end

-- Calls with a list of arguments, if there are any.
local function call_all(command, key, list)
    return list[1] and call(command, key, unpack(list)) or 0
end

-- Has the text this generation?
local function of(text, generation)
    local at = text and byte(text) == once_given and 18 or 2
    return text and find_in(text, generation, at, true) == at
end

local function ready()
    return call('HLEN', rows) - call('ZCARD', due) + call('HLEN', firings) - (call('HGET', given, 'all') or 0) -
           call('ZCARD', delayed) - call('ZCARD', dead)
end

local function stem(id)
    return string.format('%03d', #id) .. id
end

-- The id of a member of `due`, and the member of a row.
local function id_of(member)
    local id = sub(member, 17, -19)
    return find_in(id, '\0', 1, true) and string.gsub(id, '%z\1', '\0') or id
end

local function member_of(id, f)
    id = find_in(id, '\0', 1, true) and string.gsub(id, '%z', '\0\1') or id
    return f.due .. id .. '\0\0' .. f.generation
end

-- nil: no text, or one that is damaged.
local function parse(text)
    local state, numbers = string.match(text or '', '^([=t*RTDX])(%d+)')
    local begin = state == 't' and 17 or 1
    if not state or #numbers < begin + 31 then
        return nil
    end
    local f = {state = state, take = '0', attempt = 0, period = '0', missed = '0', payload = sub(text, begin + 33),
               generation = sub(numbers, begin, begin + 15), due = sub(numbers, begin + 16, begin + 31)}
    f.first = f.due
    if state == 't' then
        f.state, f.take, f.attempt = 'T', sub(numbers, 1, 16), 1
    elseif state ~= '=' then
        f.take, f.attempt, f.first, f.period, f.missed, f.payload =
            string.match(f.payload, '^(%d+) (%d+) (%d+) (%d+) (%d+) (.*)$')
        f.attempt = tonumber(f.attempt)
    end
    return f.payload and f
end

local function text_of(f)
    return f.state .. f.generation .. f.due .. table.concat({f.take, digits(f.attempt), f.first, f.period, f.missed,
                                                             f.payload}, ' ')
end

local function add(list, ...)
    for _, value in ipairs({...}) do
        list[#list + 1] = value
    end
end

-- Does the row wait, and has not fired?
local function waits(id, f)
    return f.state == '*' or f.state == '=' and call('ZSCORE', due, member_of(id, f))
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
        call('UNLINK', queue)
    end
end

-- A message for the owner, who is another timerd.
local function tell_owner(...)
    if others then
        call('PUBLISH', (prefix_and_shard()) .. 'owner:' .. held[2], table.concat({...}, ' '))
    end
end

local function bury(key, hash, field, f)
    put(hash, field, f, 'X')
    call('ZADD', dead, now, key)
    call('ZREM', fired, key)
end

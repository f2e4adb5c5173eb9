-- Is any firing ready? A transaction looks once: behind rows that ended under a snapshot that somebody holds, a look is long.
-- The newest place comes first, because most rows that ended are older.
create or replace function any_ready() returns boolean language plpgsql as $$
begin
    if coalesce(current_setting('timerd.ready', true), '') = '' then
        perform set_config('timerd.ready', ((select 1 from firings where state = 0 order by place desc limit 1) is not null)::text,
                           true);
    end if;
    return current_setting('timerd.ready')::boolean;
end $$;

-- Firings whose lease is over are ready again, or dead; those that NACK put off become ready. No lease ends later than one
-- that begins now, unless the clock was set back: that is looked for when it may have been, past all leases and delays that
-- are not over. Answers in how many ms to come again (-1: need not), how many leases
-- were over, how many of these are dead, how many were put off. Rows are found again by their place on the disk: where
-- statistics know of few rows, a plan by id reads all ids, and those that ended under a snapshot that somebody holds.
create or replace function expire(s bigint, me text, lease bigint, attempts bigint, most bigint, stepped bigint,
                                  out wait bigint, out expired bigint, out buried bigint, out again bigint) language plpgsql as $$
declare
    now bigint := clock_ms();
begin
    if stepped <> 0 then
        update firings set until = now + lease where shard = s and state = 1 and until > now + lease;
    end if;
    with over as (select ctid, state, attempt, nextval('numbers') as number from firings
                  where shard = s and state in (1, 2) and until <= now order by until limit most),
    moved as (update firings f set state = case when o.state = 1 and o.attempt >= attempts then 3 else 0 end, place = o.number
              from over o where f.ctid = o.ctid returning o.state as before, f.state as after)
    select count(*) filter (where before = 1), count(*) filter (where after = 3), count(*) filter (where before = 2)
        into expired, buried, again from moved;
    if expired + again > buried then
        perform tell_ready();
    end if;
    wait := coalesce((select greatest(until - now, 0) from firings where shard = s and state in (1, 2)
                      order by until limit 1), -1);
    if wait < 0 and (expired + again > buried or any_ready()) then
        wait := lease;
    end if;
end $$;

-- What only the owner of a shard does. Answers the fate of a timer (0: fired, 1: gone, 2: early, 3: another timerd has the
-- shard), the due and the generation of its next occurrence, and how many were passed over.
create or replace function fire(s bigint, i bytea, g bigint, skip bigint, me text, out fate bigint, out next_due bigint,
                                out next_generation bigint, out passed bigint) language plpgsql as $$
declare
    t timers;
    now bigint := clock_ms();
begin
    next_due := 0;
    next_generation := 0;
    passed := 0;
    fate := 3;
    perform 1 from shards where shard = s and owner = me;
    if not found then
        return;
    end if;
    fate := 1;
    select * into t from timers where id = i and generation = g;
    if not found then
        return;
    end if;
    fate := case when now < t.due then 2 else 0 end;
    if fate = 2 then
        return;
    end if;
    if t.period > 0 then
        passed := (now - t.due) / t.period;
        next_due := t.due + (passed + 1) * t.period;
        next_due := case when next_due > 9007199254740991 then 0 else next_due end;
    end if;
    if skip = 0 then
        insert into firings values (i, g, s, t.due, t.first, t.period, t.missed + passed, 0, 0, 0, nextval('numbers'),
                                    t.payload);
    end if;
    if next_due = 0 then
        delete from timers where id = i;
        return;
    end if;
    next_generation := nextval('numbers');
    update timers set due = next_due, generation = next_generation,
        missed = case when skip = 0 then 0 else t.missed + passed + 1 end where id = i;
end $$;

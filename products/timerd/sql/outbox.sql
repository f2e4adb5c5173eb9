-- arm() in the transaction of somebody else: the timer is armed if and when that commits. It writes a row that nobody waits
-- for, so that a transaction that stays open holds up no timerd. drain() arms what has been committed.
do $$ begin
    if to_regclass('outbox') is null then
        create table outbox (number bigint generated always as identity primary key, id bytea not null, due bigint not null,
                             payload bytea not null, period bigint not null);
    end if;
end $$;

create or replace function arm(id bytea, due_ms bigint, payload bytea, period_ms bigint default 0) returns void
    language plpgsql security definer set search_path from current as $$
begin
    if length(id) not between 1 and 255 or length(payload) > 65536 or due_ms not between 0 and 9007199254740991 or
       period_ms not between 0 and 9007199254740991 then
        raise exception 'timerd: an id has 1 to 255 bytes, a payload at most 65536; times are from 0 to 9007199254740991';
    end if;
    insert into outbox (id, due, payload, period) values ($1, $2, $3, $4);
    perform pg_notify(ready_channel(), 'outbox');
end $$;

-- As id_hash() does, whose product has more bits than a bigint: by halves.
create or replace function shard_of(i bytea) returns bigint language plpgsql stable as $$
declare
    h bigint := 2166136261;
begin
    for n in 0 .. length(i) - 1 loop
        h := ((h # get_byte(i, n)) * 16777619) & 4294967295;
    end loop;
    h := h # (h >> 16);
    h := ((h & 65535) * 2246822507 + ((((h >> 16) * 2246822507) & 65535) << 16)) & 4294967295;
    h := h # (h >> 13);
    return (h >> 16) % (select value from meta where name = 'shards');
end $$;

-- One timerd at a time, or the arms of one id could change their order. The owner is told, even if it is this one.
create or replace function drain(most bigint) returns void language plpgsql as $$
declare
    r outbox; moved bigint := 0;
begin
    if not pg_try_advisory_xact_lock(hashtext(current_schema()), -3) then
        return;
    end if;
    perform lock_shards(array(select distinct shard_of(id) from (select id from outbox order by number limit most) x
                              order by 1));
    for r in select * from outbox order by number limit most loop
        perform arm(shard_of(r.id), r.id, r.due, r.period, r.payload, '');
        delete from outbox where number = r.number;
        moved := moved + 1;
    end loop;
    if moved = most then
        perform pg_notify(ready_channel(), 'outbox');
    end if;
end $$;

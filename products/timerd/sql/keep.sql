-- Renews the shards of a timerd, gives back what is more than its share, takes what nobody has up to it. Answers its shards.
create or replace function keep(me text, total bigint, lease bigint) returns setof bigint language plpgsql as $$
declare
    now bigint := clock_ms();
    share bigint; owned bigint;
begin
    perform pg_advisory_xact_lock(hashtext(current_schema()), -1);
    insert into members values (me, now + lease) on conflict (name) do update set until = now + lease;
    delete from members where until <= now;
    select (total + count(*) - 1) / count(*) into share from members;
    perform lock_shards(array(select shard from shards where owner = me or owner = '' or until <= now order by shard));
    select count(*) into owned from shards where owner = me;
    update shards set owner = '', until = 0 where shard in
        (select shard from shards where owner = me order by shard desc limit greatest(owned - share, 0));
    update shards set owner = me where shard in
        (select shard from shards where (owner = '' or until <= now) and owner <> me order by shard
         limit greatest(share - owned, 0));
    update shards set until = now + lease where owner = me;
    return query select shard from shards where owner = me order by shard;
end $$;

create or replace function release(me text) returns void language sql as $$
    select lock_shards(array(select shard from shards where owner = me order by shard));
    update shards set owner = '', until = 0 where owner = me;
    delete from members where name = me $$;

create or replace function clock_ms() returns bigint language sql as
    'select floor(extract(epoch from clock_timestamp()) * 1000)::bigint';
create or replace function ready_channel() returns text language sql stable as
    $$ select 'timerd_' || md5(current_schema()) $$;
create or replace function tell_ready() returns void language sql as
    $$ select pg_notify(ready_channel(), '') $$;

-- A message for the owner of a shard, if that is another timerd.
create or replace function tell_owner(s bigint, me text, message text) returns void language sql as
    $$ select pg_notify('timerd_' || owner, message) from shards where shard = s and owner not in ('', me) $$;

-- Every transaction that changes a shard locks it first, several in ascending order: so no two wait for each other.
create or replace function lock_shards(numbers bigint[]) returns void language plpgsql as $$
begin
    for i in 1 .. coalesce(array_length(numbers, 1), 0) loop
        perform pg_advisory_xact_lock(hashtext(current_schema()), numbers[i]::int);
    end loop;
end $$;

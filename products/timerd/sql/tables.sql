-- The tables, in a schema of their own. A firing is ready (state 0), leased (1), put off (2) or dead (3); `place` is its
-- place in the queue of its state; `until` ends its lease or its delay. Times are ms since 1970.
--
-- They are made where they are not yet. "create index if not exists" would wait for all who write to the table, and have the
-- next ones wait: a timerd that starts would stop the others, or lock itself up with them.
do $$ begin
if to_regclass('meta') is not null then
    return;
end if;
create table meta (name text primary key, value bigint not null);
create table members (name text primary key, until bigint not null);
create table shards (shard bigint primary key, owner text not null default '', until bigint not null default 0);
create table timers (
    id bytea primary key, shard bigint not null, generation bigint not null, due bigint not null, first bigint not null,
    period bigint not null, missed bigint not null, payload bytea not null);
create index timers_due on timers (shard, due, id);
create table firings (
    id bytea, generation bigint, shard bigint not null, due bigint not null, first bigint not null, period bigint not null,
    missed bigint not null, attempt bigint not null, state bigint not null, until bigint not null, place bigint not null,
    payload bytea not null, primary key (id, generation));
create index firings_ready on firings (place) where state = 0;
create index firings_dead on firings (place) where state = 3;
create index firings_until on firings (shard, until) where state in (1, 2);
create sequence numbers; -- generations and places
-- Most rows live for a short time: they are vacuumed when a few thousand are dead, at full speed. A fillfactor below 100
-- was tried, see MEASURED.md.
alter table timers set
    (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);
alter table firings set
    (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);
end $$;

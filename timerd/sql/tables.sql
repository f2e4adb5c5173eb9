-- The tables, in a schema of their own. A firing is ready (state 0), leased (1), put off (2) or dead (3); `place` is its
-- place in the queue of its state; `until` ends its lease or its delay. Times are ms since 1970.
create table if not exists meta (name text primary key, value bigint not null);
create table if not exists members (name text primary key, until bigint not null);
create table if not exists shards (shard bigint primary key, owner text not null default '', until bigint not null default 0);
create table if not exists timers (
    id bytea primary key, shard bigint not null, generation bigint not null, due bigint not null, first bigint not null,
    period bigint not null, missed bigint not null, payload bytea not null);
create index if not exists timers_due on timers (shard, due, id);
create table if not exists firings (
    id bytea, generation bigint, shard bigint not null, due bigint not null, first bigint not null, period bigint not null,
    missed bigint not null, attempt bigint not null, state bigint not null, until bigint not null, place bigint not null,
    payload bytea not null, primary key (id, generation));
create index if not exists firings_ready on firings (place) where state = 0;
create index if not exists firings_dead on firings (place) where state = 3;
create index if not exists firings_until on firings (shard, until) where state in (1, 2);
create sequence if not exists numbers; -- generations and places

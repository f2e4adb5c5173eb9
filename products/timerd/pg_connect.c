/* SPDX-License-Identifier: MIT-0 */
/* Two connections: one for calls; one that listens to what other timerds did. When one
   breaks both are made anew, and all is read again. */
#define _GNU_SOURCE
#define TIMERD_sql
#include "far.h"
#include "options.h"
#include "pg_call.h"
#include "scripts.h"
#include "server.h"
#include "stats.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FORMAT = 1, SQL_MOST = 4096, JIT_SINCE = 110000 };

static const char *const statements[PG_STATEMENTS] = {
    [PG_LOCK] = "select lock_shards(string_to_array($1::text, ',')::bigint[])",
    [PG_ARM] = "select * from arm($1::int8, $2::bytea, $3::int8, $4::int8, $5::bytea, $6::text)",
    [PG_CANCEL] = "select * from cancel_part($1::bytea, $2::int8, $3::int8, $4::int8)",
    [PG_GET] = "select generation, due, payload, period, missed from timers where id = $1::bytea",
    [PG_NEXT] = "select min(d) from shards s cross join lateral (select due as d from timers t "
                "where t.shard = s.shard order by due limit 1) x",
    /* due, id: where it begins; until; prefix; how many to look at in a shard; how many. The
       index alone is looked at, and then the rows of the answer, each at a place of its own. */
    [PG_LIST] =
        "select shard, id, generation, due, period, fits, last from (select shard, id, due, fits, "
        "last from shards s cross join lateral (select id, due, substring(id from 1 for "
        "length($4::bytea)) = $4::bytea as fits, row_number() over (order by due, id) = $5::int8 "
        "as last from (select id, due from timers t where t.shard = s.shard and (due, id) >= "
        "($1::int8, $2::bytea) and due < $3::int8 order by due, id limit $5::int8) y) x where fits "
        "or last order by due, id limit $6::int8) found cross join lateral (select generation, "
        "period from timers t where t.id = found.id limit 1) z order by due, id",
    [PG_TAKE] = "select * from take($1::int8, $2::int8, $3::int8)",
    [PG_ACK] =
        "delete from firings where id = $1::bytea and generation = $2::int8 returning 1::int8",
    [PG_NACK] = "select * from nack($1::int8, $2::bytea, $3::int8, $4::int8, $5::int8, $6::int8, "
                "$7::int8, $8::text)",
    [PG_TOUCH] = "update firings set until = clock_ms() + $3::int8 where id = $1::bytea and "
                 "generation = $2::int8 and state = 1 returning 1::int8",
    [PG_DEAD] =
        "select id, generation, due, payload, attempt, missed from (select place from firings "
        "where state = 3 and place >= $1::int8 order by place offset $2::int8 limit $3::int8) "
        "found cross join lateral (select * from firings f where f.state = 3 and f.place = "
        "found.place limit 1) z order by found.place",
    [PG_PASS] = "select place from firings where state = 3 and place >= $1::int8 order by place "
                "offset $2::int8 limit 1",
    [PG_REQUEUE] = "select requeue($1::int8, $2::bytea, $3::int8, $4::int8, $5::text)",
    [PG_FIRE] = "select * from fire($1::int8, $2::bytea, $3::int8, $4::int8, $5::text)",
    [PG_READY] = "select tell_ready()",
    [PG_LOAD] = "select id, generation, due, period from timers where shard = $1::int8 and (due, "
                "id) >= ($2::int8, $3::bytea) and due < $4::int8 order by due, id limit $5::int8",
    [PG_EXPIRE] = "select * from expire($1::int8, $2::text, $3::int8, $4::int8, $5::int8, "
                  "$6::int8)",
    [PG_DRAIN] = "select drain($1::int8)",
    [PG_KEEP] = "select keep($1::text, $2::int8, $3::int8)",
    [PG_RELEASE] = "select release($1::text)",
    [PG_CLOCK] = "select (extract(epoch from clock_timestamp()) * 1000000)::int8, (select "
                 "last_value from numbers)",
};

int pg_notices_fd(void) { return pg_sub ? PQsocket(pg_sub) : -1; }

/* ------------------------------------------------------------------------- connecting */

/* The loop ends: each turn libpq goes on, or the time is over. */
static PGconn *connection(void) {
    PGconn *const c = PQconnectStart(option.postgres);
    PostgresPollingStatusType poll = PGRES_POLLING_WRITING;

    if (c)
        (void)PQsetErrorVerbosity(c, PQERRORS_VERBOSE); /* with codes */
    while (c && PQstatus(c) != CONNECTION_BAD && poll != PGRES_POLLING_OK &&
           poll != PGRES_POLLING_FAILED) {
        if (!server_wait(PQsocket(c), poll == PGRES_POLLING_WRITING, option.store_timeout_ms))
            break;
        poll = PQconnectPoll(c);
    }
    if (c && poll == PGRES_POLLING_OK && PQsetnonblocking(c, 1) == 0)
        return c;
    pg_fails(!c                              ? "out of memory"
             : PQstatus(c) == CONNECTION_BAD ? PQerrorMessage(c)
                                             : "no connection in time (--store-timeout)");
    if (c)
        PQfinish(c);
    return NULL;
}

/* The last result of what was sent before anybody else's calls are under way, or the error
   that ended it: NULL then, or when the time is over. The loop ends: each turn reads a
   result. */
static PGresult *answer(PGconn *c, int sent) {
    PGresult *last = NULL, *next;
    ExecStatusType status;

    while (sent && (sent = pg_wait(c)) != 0 && (next = PQgetResult(c)) != NULL) {
        PQclear(last);
        last = next;
    }
    status = PQresultStatus(last);
    if (sent && (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK))
        return last;
    if (last)
        pg_fails(PQresultErrorMessage(last));
    PQclear(last);
    return NULL;
}

/* Statements without arguments. */
static PGresult *simple(PGconn *c, const char *sql) { return answer(c, PQsendQuery(c, sql)); }

static bool done(PGconn *c, const char *sql) {
    PGresult *const result = simple(c, sql);

    PQclear(result);
    return result != NULL;
}

/* PostgreSQL compiles a statement that it takes for a long one, anew each time: a LIST of 50 ms
   takes half a second more. */
PGconn *pg_connection(void) {
    PGconn *const c = connection();

    if (!c || PQserverVersion(c) < JIT_SINCE || done(c, "set jit = off"))
        return c;
    PQfinish(c);
    return NULL;
}

PGconn *pg_counter(void) {
    PGconn *const c = pg_connection();
    char sql[256];

    snprintf(sql, sizeof sql, "set max_parallel_workers_per_gather = 0; set search_path = \"%s\"",
             option.prefix);
    if (!c || done(c, sql))
        return c;
    PQfinish(c);
    return NULL;
}

/* Which setting of this PostgreSQL can lose timers? NULL: none. */
static enum opened inspect(void) {
    static const struct {
        const char *wanted, *why;
    } settings[] = {{"f", "it is a standby"},
                    {"on", "fsync is off: it loses timers with its machine"},
                    {"on", "full_page_writes is off: it loses timers with its machine"}};

    PGresult *const rows = simple(pg_db, "select pg_is_in_recovery(), current_setting('fsync'), "
                                         "current_setting('full_page_writes'), "
                                         "current_setting('synchronous_commit')");
    const char *why = NULL;
    char text[160];

    if (!rows)
        return OPEN_LATER;
    for (int i = 0; i < 3 && !why; i++)
        why = strcmp(PQgetvalue(rows, 0, i), settings[i].wanted) ? settings[i].why : NULL;
    if (!why && strcmp(PQgetvalue(rows, 0, 3), "off") == 0)
        why = "synchronous_commit is off: it loses what it has just acknowledged";
    PQclear(rows);
    if (!why || option.unsafe)
        return OPEN_DONE;
    snprintf(text, sizeof text, "%s (--unsafe takes it)", why);
    if (pg_remember(text))
        say(LEVEL_ERROR, "%s", pg_error);
    return OPEN_NEVER;
}

/* Numbers go on at the us since 1970, unless the tables were made just now: those of a copy
   that was put back are not given again. */
static bool count_on(void) {
    PGresult *const rows = simple(pg_db, "select last_value from numbers");

    if (!rows)
        return false;
    pg_counts(strtoull(PQgetvalue(rows, 0, 0), NULL, 10));
    PQclear(rows);
    return done(pg_db, "select setval('numbers', now) from (select (extract(epoch from "
                       "clock_timestamp()) * 1000000)::int8 as now) x, numbers where last_value < "
                       "now and exists (select from meta)");
}

/* One timerd at a time makes the tables, in a schema that has the prefix for its name. Rows
   are read along an index. Where the statistics do not know yet of many rows, the planner
   would read all of them into a bitmap, and sort them. A plan from the time when a table was
   empty would read the table from its begin. */
static bool make_tables(void) {
    static const char *const parts[] = {sql_tables, sql_common, sql_requests, sql_nack,
                                        sql_fire,   sql_expire, sql_keep,     sql_outbox};
    char sql[SQL_MOST];
    bool fine;

    snprintf(sql, sizeof sql,
             "set client_min_messages = warning; set enable_bitmapscan = off; set enable_seqscan = "
             "off; begin; select pg_advisory_xact_lock(hashtext('%s'), -2); create schema if not "
             "exists \"%s\"; set search_path = \"%s\", pg_temp",
             option.prefix, option.prefix, option.prefix);
    fine = done(pg_db, sql);
    for (size_t i = 0; fine && i < sizeof parts / sizeof parts[0]; i++)
        fine = done(pg_db, parts[i]);
    fine = fine && count_on();
    snprintf(
        sql, sizeof sql,
        "insert into meta values ('format', %d), ('shards', %u) on conflict do nothing; insert "
        "into shards select n from generate_series(0, %u) n where not exists (select from "
        "shards); commit",
        FORMAT, option.shards, option.shards - 1);
    return fine && done(pg_db, sql);
}

static enum opened agree(void) {
    PGresult *const rows = simple(pg_db, "select value from meta where name in ('format', "
                                         "'shards') order by name");
    enum opened opened = OPEN_NEVER;
    unsigned format, shards;

    if (!rows)
        return OPEN_LATER;
    format = (unsigned)atoi(PQgetvalue(rows, 0, 0));
    shards = (unsigned)atoi(PQgetvalue(rows, 1, 0));
    if (format != FORMAT)
        say(LEVEL_ERROR, "postgres: its format is %u, not %d", format, FORMAT);
    else if (shards != option.shards)
        say(LEVEL_ERROR, "postgres: it has --shards %u, not %u", shards, option.shards);
    else
        opened = OPEN_DONE;
    PQclear(rows);
    return opened;
}

static bool prepare(void) {
    char sql[SQL_MOST];
    bool fine = true;

    for (int i = 0; fine && i < PG_STATEMENTS; i++) {
        char name[16];
        PGresult *result;

        snprintf(name, sizeof name, "t%d", i);
        result = answer(pg_db, PQsendPrepare(pg_db, name, statements[i], 0, NULL));
        fine = result != NULL;
        PQclear(result);
    }
    snprintf(sql, sizeof sql, "set search_path = \"%s\"; listen timerd_%s", option.prefix, pg_me);
    return fine && done(pg_sub, sql) &&
           done(pg_sub, "do $$ begin execute 'listen ' || ready_channel(); end $$");
}

/* Both connections, and what PostgreSQL must be and hold. */
static enum opened set_up(void) {
    enum opened opened;

    pg_db = pg_connection();
    pg_sub = pg_db ? pg_connection() : NULL;
    opened = pg_sub ? inspect() : OPEN_LATER;
    if (opened == OPEN_DONE)
        opened = make_tables() ? agree() : OPEN_LATER;
    if (opened == OPEN_DONE && !(prepare() && PQenterPipelineMode(pg_db) && pg_ask_time()))
        opened = OPEN_LATER;
    return opened;
}

enum opened pg_connect(void) {
    enum opened opened;

    if (pg_db)
        return OPEN_DONE;
    if (!pg_me[0])
        random_digits(pg_me);
    far_forget_time();
    pg_refused = false;
    pg_figures_end(); /* it may be one with a server that is the first no more */
    opened = set_up();
    if (opened != OPEN_DONE)
        pg_disconnect();
    return far_opened(opened, pg_refused, pg_error);
}

/* The pipeline is left for it, as it has nothing under way. */
bool pg_inspect(void) {
    bool fine;

    if (!PQexitPipelineMode(pg_db))
        return false;
    fine = inspect() == OPEN_DONE;
    return PQenterPipelineMode(pg_db) && fine;
}

/* -------------------------------------------------------------------------- the clock */

bool pg_ask_time(void) {
    PGresult *rows;

    pg_call(PG_CLOCK);
    if (pg_ask(&rows) != OUTCOME_DONE || !rows)
        return false;
    far_time((int64_t)row_number(rows, 0, 0));
    pg_counts(row_number(rows, 0, 1));
    PQclear(rows);
    return true;
}

/* Numbers grow for ever, unless the store loses data. */
void pg_counts(uint64_t number) {
    static uint64_t last;

    if (number < last) {
        (void)pg_remember("it has lost data: its numbers were higher before");
        say(LEVEL_ERROR, "%s", pg_error);
        stats.losses++;
        last = 0;
    }
    last = number > last ? number : last;
}

/* ---------------------------------------------------------------------------- notices */

bool pg_listen(void) {
    return pg_sub && PQconsumeInput(pg_sub) && PQstatus(pg_sub) == CONNECTION_OK;
}

PGnotify *pg_notice(void) { return pg_sub ? PQnotifies(pg_sub) : NULL; }

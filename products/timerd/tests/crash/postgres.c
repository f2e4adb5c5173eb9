/* SPDX-License-Identifier: MIT-0 */
#define _GNU_SOURCE
#include "postgres.h"
#include "common.h"
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LOOKS_MOST = 600, LOOK_US = 50000 };

/* Not below the directory of the test: the user who runs it may have no way there, and the
   path of its socket is short. */
static char room[2][24] = {"/tmp/crash.XXXXXX", "/tmp/crash.XXXXXX"}, script[PATH_MAX];
static bool made[2];
static int primary; /* its room */

/* The words behind `sh`: argv[n] is the next one. */
static int begin(char **argv, int i) {
    static char shell[] = "sh";
    const char *const top = getenv("TW_SOURCE");

    if (!top)
        give_up("--store postgres: TW_SOURCE must name the top of the repository");
    if (!made[i] && !mkdtemp(room[i]))
        give_up("%s: no folder", room[i]);
    made[i] = true;
    snprintf(script, sizeof script, "%s/products/timerd/tests/postgres.sh", top);
    argv[0] = shell;
    argv[1] = script;
    argv[2] = room[i];
    return 3;
}

/* A commit waits for the standby, and not for the pg_basebackup that makes one. A standby
   that was away for a moment finds what it has missed, and looks for it at once. */
static void end_in_pair(char **argv, int n) {
    static char option[] = "-c", waits[] = "synchronous_standby_names=walreceiver",
                keeps[] = "wal_keep_size=256MB", looks[] = "wal_retrieve_retry_interval=200ms";
    char *const words[] = {option, waits, option, keeps, option, looks};

    for (size_t i = 0; settings.promotions && i < sizeof words / sizeof words[0]; i++)
        argv[n++] = words[i];
    argv[n] = NULL;
}

void postgres_command(char **argv) { end_in_pair(argv, begin(argv, primary)); }

void postgres_standby_command(char **argv) {
    static char option[] = "--standby-of";
    int n = begin(argv, !primary);

    argv[n++] = option;
    argv[n++] = room[primary];
    end_in_pair(argv, n);
}

void postgres_conninfo(char *to, unsigned timerd, unsigned life) {
    snprintf(to, CONNINFO_SIZE,
             "postgres:host=%s%s%s user=postgres dbname=postgres application_name=timerd-%u-%u%s",
             room[0], settings.promotions ? "," : "", settings.promotions ? room[1] : "", timerd,
             life, settings.promotions ? " target_session_attrs=read-write" : "");
}

/* Does psql answer so? */
static bool says(const char *sql, const char *wanted) {
    char command[512], got[64] = "";
    FILE *psql;

    snprintf(command, sizeof command,
             "psql -qAtX 'host=%s user=postgres dbname=postgres connect_timeout=2' -c \"%s\" "
             "2>/dev/null",
             room[primary], sql);
    psql = popen(command, "r");
    if (psql && !fgets(got, sizeof got, psql))
        got[0] = '\0';
    if (psql)
        (void)pclose(psql);
    got[strcspn(got, "\n")] = '\0';
    return strcmp(got, wanted) == 0;
}

bool postgres_answers(void) { return says("select pg_is_in_recovery()", "f"); }

bool postgres_in_step(void) {
    return says("select count(*) from pg_stat_replication "
                "where application_name = 'walreceiver' and sync_state = 'sync'",
                "1");
}

void postgres_promote(void) {
    primary = !primary;
    for (int i = 0; !says("select pg_promote(false)", "t"); i++) {
        if (i == LOOKS_MOST)
            give_up("the standby in %s cannot be promoted", room[primary]);
        usleep(LOOK_US);
    }
}

void postgres_barrier(unsigned timerd, unsigned life) {
    char sql[160];

    snprintf(sql, sizeof sql,
             "select count(*) from pg_stat_activity where application_name = 'timerd-%u-%u'",
             timerd, life);
    for (int i = 0; i < LOOKS_MOST && !says(sql, "0"); i++)
        usleep(LOOK_US);
}

const char *postgres_room(void) { return room[primary]; }

static int remove_one(const char *path, const struct stat *s, int type, struct FTW *f) {
    (void)s, (void)type, (void)f;
    return remove(path);
}

void postgres_end(void) {
    for (int i = 0; i < 2; i++)
        if (made[i])
            (void)nftw(room[i], remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

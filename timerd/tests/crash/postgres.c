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
static char room[] = "/tmp/crash.XXXXXX", script[PATH_MAX];

void postgres_command(char **argv) {
    static char shell[] = "sh";
    static bool made;
    const char *const top = getenv("TW_SOURCE");

    if (!top)
        give_up("--store postgres: TW_SOURCE must name the top of the repository");
    if (!made && !mkdtemp(room))
        give_up("%s: no folder", room);
    made = true;
    snprintf(script, sizeof script, "%s/timerd/tests/postgres.sh", top);
    argv[0] = shell;
    argv[1] = script;
    argv[2] = room;
    argv[3] = NULL;
}

void postgres_conninfo(char *to, unsigned timerd, unsigned life) {
    snprintf(to, CONNINFO_SIZE,
             "postgres:host=%s user=postgres dbname=postgres application_name=timerd-%u-%u", room,
             timerd, life);
}

/* Does psql answer so? */
static bool says(const char *sql, const char *wanted) {
    char command[512], got[64] = "";
    FILE *psql;

    snprintf(command, sizeof command,
             "psql -qAtX 'host=%s user=postgres dbname=postgres connect_timeout=2' -c \"%s\" "
             "2>/dev/null",
             room, sql);
    psql = popen(command, "r");
    if (psql && !fgets(got, sizeof got, psql))
        got[0] = '\0';
    if (psql)
        (void)pclose(psql);
    got[strcspn(got, "\n")] = '\0';
    return strcmp(got, wanted) == 0;
}

bool postgres_answers(void) { return says("select 1", "1"); }

void postgres_barrier(unsigned timerd, unsigned life) {
    char sql[160];

    snprintf(sql, sizeof sql,
             "select count(*) from pg_stat_activity where application_name = 'timerd-%u-%u'",
             timerd, life);
    for (int i = 0; i < LOOKS_MOST && !says(sql, "0"); i++)
        usleep(LOOK_US);
}

static int remove_one(const char *path, const struct stat *s, int type, struct FTW *f) {
    (void)s, (void)type, (void)f;
    return remove(path);
}

void postgres_end(void) {
    if (!strchr(room, 'X'))
        (void)nftw(room, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

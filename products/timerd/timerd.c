/* SPDX-License-Identifier: MIT-0 */
/* A server of timers that survive a kill: LMDB or Redis holds them all, a wheel those
   that are due soon. README.md shows it at work, PROTOCOL.md says what it answers, and
   what that promises. */
#define TW_IMPLEMENTATION
#include "engine.h"
#include "options.h"
#include "server.h"

int main(int argc, char **argv) {
    options_read(argc, argv);
    store = &store_redis;
#if TIMERD_LMDB
    store = option.directory ? &store_lmdb : store;
#else
    if (option.directory)
        quit(2, "--store lmdb: this timerd was built without LMDB");
#endif
#if TIMERD_POSTGRES
    store = option.postgres ? &store_postgres : store;
#else
    if (option.postgres)
        quit(2, "--store postgres: this timerd was built without libpq");
#endif
    server_listen();
    if (engine_begin() == OPEN_NEVER)
        return 1;
    server_run();
    engine_end();
    return 0;
}

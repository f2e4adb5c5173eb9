/* SPDX-License-Identifier: MIT-0 */
/* options.h - the command line. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "util.h"

enum { PREFIX_MOST = 64 };

struct options {
    const char *directory; /* of LMDB; or NULL */
    const char *postgres;  /* what libpq connects to; or NULL: Redis */
    char host[256];        /* of Redis; or the path of its socket, with port 0; or see `master` */
    int port;
    bool tls;                 /* with Redis */
    const char *store_ca;     /* who signs its certificate; NULL: whom this machine trusts */
    const char *store_cert;   /* timerd's certificate and key; or NULL */
    const char *master;       /* as Sentinels name it; `host` is HOST:PORT,... of these; or NULL */
    char redis[280];          /* what --store says, for messages */
    const char *store_name;   /* by which Redis knows timerd */
    const char *store_secret; /* its password; NULL: none is given */
    unsigned database;        /* of Redis */
    int store_timeout_ms;     /* how long an answer of the store is waited for */
    unsigned shards;
    const char *prefix; /* of the keys in Redis; the queue's name on the page */
    const char *listen; /* a port or a path */
    bool tcp;
    const char *metrics;  /* a port; NULL: none */
    const char *web;      /* a port; NULL: none */
    const char *web_host; /* a name of the page beside localhost; or NULL */
    unsigned socket_mode;
    uint64_t window_ms;
    /* two readings of the store's clock that differ by so much are --lease apart, at
       least */
    uint64_t lease_ms;
    uint64_t shard_lease_ms;
    uint64_t backoff_ms; /* NACK: the first delay */
    uint64_t inspect_ms; /* between two looks at the settings of a Redis */
    size_t batch;
    unsigned attempts;
    size_t buffers; /* bytes of requests and replies under way, of all connections */
    bool skip;      /* timers that are overdue when a shard is taken */
    bool no_shutdown;
    bool unsafe; /* takes a Redis that may lose timers */
};

extern struct options option;

void options_read(int argc, char **argv); /* ends the program if they are wrong, or --help */

#endif

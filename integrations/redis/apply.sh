#!/bin/sh
# apply.sh TREE: puts the deadlines of keys into a table of tw, in the source tree TREE of Redis 7.0.15. Changes nothing and ends
# with status 2 if the tree is another version, is changed where the edits are made, or has the table already.
# shellcheck disable=SC2016,SC2034 # the dollars are Perl's; edit.sh reads the names
set -eu
here=$(cd "$(dirname "$0")" && pwd)
system='Redis 7.0.15'
# shellcheck source=/dev/null
. "$here/../edit.sh"

edits() {
    put key_timers.h src/key_timers.h
    put key_timers.c src/key_timers.c
    edit src/Makefile 's/(REDIS_SERVER_OBJ=)/$1key_timers.o /'
    edit src/server.h 's/(void activeExpireCycle\(int type\);\n)/$1#include "key_timers.h"\n/'
    # A dictType may say where the entries of its dicts come from.
    edit src/dict.h 's/(    size_t \(\*dictEntryMetadataBytes\)\(dict \*d\);\n)/$1    dictEntry *(*entryNew)(dict *d);\n    void (*entryFree)(dict *d, dictEntry *entry);\n/'
    edit src/dict.c 's/    entry = (zmalloc\(sizeof\(\*entry\) \+ metasize\));/    entry = d->type->entryNew ? d->type->entryNew(d) : $1;/'
    edit src/dict.c 's/(dictFreeVal\(d, he\);\n *)zfree\(he\);/$1if (d->type->entryFree) d->type->entryFree(d, he); else zfree(he);/g'
    edit src/server.c 's/(dictType dbExpiresDictType = \{.*?dictExpandAllowed) ( *)( .*?\n)\};/$1,$2$3    NULL,\n    keyTimersEntry,\n    keyTimersFree\n};/s'
    edit src/server.c 's/dictCreate\(&dbExpiresDictType\)/keyTimersCreate()/'
    edit src/server.c 's/(Can.t create event loop timers\."\);\n.*?\n    \}\n)/$1    keyTimersStart();\n/s'
    edit src/server.c 's/(            )(expireSlaveKeys\(\);)/$1keyTimersFollow();\n$1$2/'
    edit src/db.c 's/dictCreate\(&dbExpiresDictType\)/keyTimersCreate()/'
    edit src/db.c 's/dictRelease\((tempDb\[i\]\.expires\))/keyTimersRelease($1/'
    edit src/db.c 's/dictSetSignedIntegerVal\(de,when\)/keyTimersArm(db->expires,de,when)/'
    edit src/lazyfree.c 's/dictRelease\(ht2\)/keyTimersRelease(ht2)/'
    edit src/lazyfree.c 's/dictCreate\(&dbExpiresDictType\)/keyTimersCreate()/'
    edit src/expire.c 's/\nvoid activeExpireCycle\(int type\) \{.*?\n\}\n//s'
    edit src/object.c 's/(dictSlots\(db->expires\) \* sizeof\(dictEntry\*\));/$1 +\n              keyTimersBytes(db->expires);/'
    edit src/defrag.c 's/(dictEntry \*newde = )(activeDefragAlloc\(de\);\n        if \(newde\) \{\n            de = \*deref = newde;\n            \(\*defragged\)\+\+;\n        \}\n        if \(newkey\))/$1d->type->entryNew ? NULL : $2/'
    # Mapped memory counts as used.
    edit src/zmalloc.h 's/(size_t zmalloc_used_memory\(void\);\n)/$1void zmalloc_count(size_t bytes);\n/'
    edit src/zmalloc.c 's/(\nsize_t zmalloc_used_memory\(void\) \{)/\nvoid zmalloc_count(size_t bytes) {\n    update_zmalloc_stat_alloc(bytes);\n}\n$1/'
}

apply 's/^#define REDIS_VERSION "\(.*\)"$/\1/p' src/version.h src/key_timers.c

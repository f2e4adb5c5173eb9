#!/bin/sh
# folded_test.sh gcc|clang: in optimized code of TW_TIMERS_OF no indirect call is left but that of the callback.
# Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/skip.sh"
need "$1"
need objdump
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
[ "$(uname -m)" = x86_64 ] || skip "reads x86-64 code only"

cat >verbs.h <<'EOF'
void f_init(struct set *t, void *a) { set_init(t, 0, a, 9); }
bool f_add(struct set *t, struct tw_node *n, tw_tick due) { return set_add(t, n, due); }
bool f_if_earlier(struct set *t, struct tw_node *n, tw_tick due) { return set_add_if_earlier(t, n, due); }
bool f_cancel(struct set *t, struct tw_node *n) { return set_cancel(t, n); }
bool f_next(struct set *t, tw_tick *due) { return set_next(t, due); }
struct tw_node *f_expire(struct set *t, tw_tick now) { return set_expire(t, now); }
int f_wait(struct set *t, tw_tick now) { return set_wait_ms(t, now, 10); }
size_t f_count(struct set *t) { return set_count(t); }
struct tw_node *f_each(struct set *t, struct tw_node *n) { return set_each(t, n); }
void f_clear(struct set *t) { set_clear(t); }
bool f_check(struct set *t) { return set_check(t); }
EOF
echo 'size_t f_advance(struct set *t, tw_tick now) { return set_advance(t, now); }' >advance.h
for of in heap4 hwheel; do
    for part in verbs advance; do
        printf '#include "%s.h"\nTW_TIMERS_OF(set, %s)\n#include "%s.h"\n' $of $of $part >$part.$of.c
    done
done
cat >runtime.c <<'EOF'
#define TW_IMPLEMENTATION
#include "heap4.h"
#include "hwheel.h"
EOF

indirect() { # FILE: how many indirect calls and jumps
    "$1" -std=c99 -O2 -fcf-protection=none -fno-jump-tables -I"$TW_SOURCE" -I. -c "$2.c" -o "$2.o"
    objdump -d "$2.o" >"$2.asm"
    grep -q '<f_\|<tw_timers_' "$2.asm" || exit 1 # no code was read
    awk '/(call|jmp)q? +\*/ { n++ } END { print n + 0 }' "$2.asm"
}

expect() { # FILE WANTED
    got=$(indirect "$compiler" "$1")
    echo "$1: $got indirect calls"
    [ "$got" "$2" "$3" ] || { echo "FAILED: not $2 $3"; exit 1; }
}

compiler=$1
for of in heap4 hwheel; do
    expect verbs.$of -eq 0
    expect advance.$of -eq 1 # the callback
done
expect runtime -gt 5 # the table of operations: so the count above can fail

#!/bin/sh
# unused_test.sh: a failed assertion prints the answers of the model and of the scenario's set if the scenario has used the
# set, and else none of them. Wants TW_SOURCE and TW_WORK.
set -eu
# shellcheck source=/dev/null
. "$TW_SOURCE/tests/faults/lib.sh"
need cc
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"

cat >fails.c <<'END'
#include "contract/rig.h"
SCENARIO(unused, "It fails before it uses the set.") { assert(rig.m.count == 7); }
SCENARIO(used, "It fails after it has used the set.") {
    pool_init(1);
    rig_arm(&pool[0], 5);
    rig_cancel(&pool[0]);
    assert(rig.m.count == 7);
}
int main(int argc, char **argv) {
    static const struct scenario all[] = {ROW(unused), ROW(used)};
    static const struct tw_ops *const on[] = {&tw_heap4_ops};
    return run_scenarios(all, 2, on, 1, argc, argv);
}
END
cc -std=c99 -I"$TW_SOURCE" -I"$TW_SOURCE/tests" fails.c -o fails
for name in unused used; do
    if (ulimit -c 0 && ./fails $name) >out 2>explained; then fail "the scenario $name passes"; fi
    if (ulimit -c 0 && TW_NO_EXPLAIN=1 exec ./fails $name) >out 2>$name; then fail "the scenario $name passes"; fi
    sed -n 1p $name | grep -q 'rig.m.count == 7 does not hold$' || fail "no assertion: $(cat $name)"
    sed -n 2p $name | grep -q "^  in $name, on heap4, with 64-bit ticks\$" || fail "no scenario: $(cat $name)"
    sed 1,2d $name >$name.answers
    sed -n '/^  fails at/,$p' explained | sed 1d >$name.explained
done
[ ! -s unused.answers ] || fail "answers of a set that was not used: $(cat unused.answers)"
grep -q 'now 0, fired 0' used.answers && grep -q 'the model has no timer' used.answers &&
    grep -q 'the set has 0, its check() says nothing' used.answers || fail "no answers: $(cat used.answers)"
[ "$(cat unused.explained)" = '  done       nothing with a set that is recorded' ] || fail "$(cat unused.explained)"
grep -q '^    cancel 0$' used.explained || fail "the commands are not explained: $(cat used.explained)"
echo "ok"

#!/bin/sh
# masks_m_test.sh: how many instructions post.h masks on a Cortex-M, the one that unmasks included, by the listing of a send
# and of a drain over several structures; how many cycles that is; and that post.h and docs/threads.md say so.
# Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
need arm-none-eabi-gcc
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
. "$TW_SOURCE/tests/firmware/firmware_storm.sh"
arm-none-eabi-gcc --version | grep -q ' 12\.' || skip "arm-none-eabi-gcc is not version 12"
headers=$TW_SOURCE
manual 'a Cortex-M'

cat >masks.c <<'END'
#include "manual.h"
#define TW_POST_MASK()      mask()
#define TW_POST_UNMASK(was) unmask(was)
#include HEADER
#include "timers.h"
#include "post.h"
TW_TIMERS_OF(set, STRUCTURE)
TW_POSTS_OF(set)
bool arm(struct tw_posts *q, struct tw_post *p, tw_tick due);
void own(struct set *s, struct tw_posts *q, tw_tick now);
bool arm(struct tw_posts *q, struct tw_post *p, tw_tick due) { return tw_post_arm(q, p, due); }
void own(struct set *s, struct tw_posts *q, tw_tick now) {
    set_drain(s, q, NULL);
    set_advance(s, now);
}
END

# stretches CPU BITS STRUCTURE: a line for each mask, its instructions and cycles. No branch in it leads back.
stretches() {
    arm-none-eabi-gcc -mcpu=cortex-"$1" -mthumb -std=c99 -Os -Wall -Wextra -Werror "-DTW_TICK_BITS=$2" \
        "-DSTRUCTURE=$3" "-DHEADER=\"$3.h\"" -I. "-I$TW_SOURCE" -c masks.c -o masks.o || { echo "NOT BUILT"; exit 1; }
    arm-none-eabi-objdump -d --no-show-raw-insn masks.o | awk -v m0="$([ "$1" = m0 ] && echo 1 || echo 0)" '
        $2 == "cpsid" { on = 1; n = cycles = 0; next }
        !on { next }
        { n++ }
        $2 ~ /^(ldr|str)/ { cycles += 2; if ($2 ~ /d$/) cycles++; next }
        $2 ~ /^b/ || $2 ~ /^cb/ { cycles += 1; next }
        $2 == "msr" { print n, cycles + (m0 ? 4 : 2); on = 0; next }
        { cycles++ }'
}

for cpu in m0 m3 m4; do
    for bits in 16 32; do
        for structure in sortedlist rbtree smallwheel heap4; do
            stretches $cpu $bits $structure >found
            [ "$(wc -l <found)" -eq 4 ] || { cat found; fail "not four masks on $cpu"; }
            sed "s/^/$cpu /" found >>all
        done
    done
done
# most CPU: the most instructions and cycles of one stretch.
most() { awk -v cpu="$1" '$1 ~ cpu { if ($2 > n) n = $2; if ($3 > c) c = $3 } END { print n, c }' all; }
least=$(awk '!n || $2 < n { n = $2 } END { print n }' all)
small=$(most m0) large=$(most 'm[34]')
echo "Cortex-M0: instructions and cycles $small; M3, M4: $large; $least instructions at least"
grep -q "The mask holds for $least to ${small% *} instructions of a Cortex-M" "$TW_SOURCE/post.h" ||
    fail "post.h does not say $least to ${small% *} instructions"
row() { # NAME INSTRUCTIONS CYCLES
    wanted=$(awk -v name="$1" -v n="$2" -v c="$3" 'BEGIN {
        printf "| %s | %d | %d | %.2f us | %.2f us | %.3f us |", name, n, c, c / 16, c / 64, c / 168 }')
    grep -qxF "$wanted" "$TW_SOURCE/docs/threads.md" || fail "docs/threads.md has no row: $wanted"
}
row Cortex-M0 $small
row "Cortex-M3, M4" $large

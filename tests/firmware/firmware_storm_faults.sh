#!/bin/sh
# firmware_storm_faults.sh FAULT [avr]: seeds one small fault into a copy of post.h; the storm must see it, on an AVR or on
# a Cortex-M. That it passes on the header as it is, firmware_storm_test.sh and avr_storm_test.sh say. Wants TW_SOURCE and
# TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
need perl
[ $# -eq 2 ] || {
    need arm-none-eabi-gcc
    need qemu-system-arm
}
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
. "$TW_SOURCE/tests/firmware/firmware_storm.sh"
cp "$TW_SOURCE"/*.h .

# An AVR runs an instruction or two behind a mask before it looks for interrupts.
late='__asm volatile("nop\\n nop\\n nop");'
edit() { edit_file post.h "$1"; }
cpu=m0 bits=32 mask=primask rounds=2000
[ $# -eq 1 ] || { avr_machine; cpu=avr mask=sreg rounds=2000; }

case $1 in
masks_that_do_nothing)
    edit 's/\\n (cpsid i|cli)//g'
    ;;
word_exchanged_by_halves) # each whole, and masked: a torn one is off by 2^32
    edit 's/(const tw_post_word old = )\*at;\n\n    \*at = value;/uint32_t *const half = (uint32_t *)at, low = half[0];\n    half[0] = (uint32_t)value;\n    TW_POST_UNMASK(was);\n    '"$late"'\n    (void)TW_POST_MASK();\n    $1((tw_post_word)half[1] << 32) | low;\n    half[1] = (uint32_t)(value >> 32);/'
    ;;
link_read_after_the_word_is_cleared)
    edit 's/next = p->next; \/\*[^\n]*\n(\s+wanted = [^\n]*\n)/$1        '"$late"'\n        next = p->next;\n/'
    [ $cpu != avr ] || hangs=124 limit=60 # a ring of posts; other storms take a second or two
    ;;
pushed_without_compare)
    edit 's/while \(!tw__post_push_head\(&q->head, &next, p\)\);/while (tw__post_swap_head(&q->head, p), 0);/'
    ;;
compared_then_stored_unmasked)
    edit 's/(const bool same = old == \*next;\n)(.*?)(    TW_POST_UNMASK\(was\);\n)/$1$3$2/s'
    ;;
word_read_then_cleared) # a request that comes between is lost
    edit 's/wanted = (tw__post_swap_wanted\(&p->wanted, TW__POST_NONE\);)/wanted = p->wanted;\n        (void)$1/'
    ;;
inbox_read_then_emptied)
    edit 's/p = tw__post_swap_head\(&q->head, NULL\);/p = *(struct tw_post **volatile)&q->head, tw__post_swap_head(&q->head, NULL);/'
    ;;
sent_again_is_pushed_again)
    edit 's/!= TW__POST_NONE\)\n\s+return false;/== ~(tw_post_word)0)\n        return false;/'
    ;;
atomic_exchange_of_the_word_is_plain)
    cpu=m3 bits=16 mask=none
    edit 's/return __atomic_exchange_n\(at, value, __ATOMIC_ACQ_REL\);/{\n        const tw_post_word old = *at;\n        *at = value;\n        return old;\n    }/'
    ;;
atomic_exchange_of_the_head_is_plain)
    cpu=m3 bits=16 mask=none
    edit 's/return __atomic_exchange_n\(at, p, __ATOMIC_ACQ_REL\);/{\n        struct tw_post *const old = *at;\n        *at = p;\n        return old;\n    }/'
    ;;
atomic_push_is_plain)
    cpu=m3 bits=16 mask=none
    edit 's/return __atomic_compare_exchange_n\(at, next, p, [^\n]*\n/{\n        const bool same = *at == *next;\n        if (same)\n            *at = p;\n        else\n            *next = *at;\n        return same;\n    }\n/'
    ;;
*)
    echo "no fault $1"
    exit 2
    ;;
esac

storm_build $rounds . $cpu $bits $mask || fail "the faulty storm is not built"
status=0
storm_run $cpu storm.elf >out 2>&1 || status=$?
judge_faulty
[ -n "${hangs:-}" ] || grep -e '^storm: ' -e '^avr_run: ' out || fail "it ends, but no check failed"
echo "ok: the storm sees the fault"

#!/bin/sh
# footprint_from_test.sh: python3 tools/footprint --from builds the timers of a kernel from a source that is given, and
# refuses what is no source. Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
need python3
need arm-none-eabi-gcc
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"

footprint() { python3 "$TW_SOURCE/tools/footprint" --from "$1" >out 2>&1; }
# expect NAME: the source in the folder is built, and its row is the only one.
expect() {
    footprint given || { cat out; echo "FAILED: a source is not built"; exit 1; }
    grep -qx "$1: [1-9][0-9]* bytes, [1-9][0-9]* of RAM" out && [ "$(wc -l <out)" -eq 1 ] ||
        { cat out; echo "FAILED: no figures of the source"; exit 1; }
    rm -R given
}
# refuse FOLDER LINE: the folder is refused in this line, the first.
refuse() {
    status=0
    footprint "$1" || status=$?
    [ $status -eq 2 ] && head -n 1 out | grep -qx "footprint: $2" ||
        { cat out; echo "FAILED: $1 is not refused"; exit 1; }
}
# file NAME: writes what is read to this file of the source.
file() {
    mkdir -p "given/$(dirname "$1")"
    cat >"given/$1"
}

file sys/ztimer/core.c <<'END'
#include "irq.h"
#include <ztimer.h>
void ztimer_set(ztimer_clock_t *c, ztimer_t *t, uint32_t n) { c->ops->set(c, n + (t != 0)); }
void ztimer_remove(ztimer_clock_t *c, ztimer_t *t) { (void)t; c->ops->cancel(c); }
void ztimer_handler(ztimer_clock_t *c) { irq_restore(ztimer_now(c)); }
END
expect 'RIOT, ztimer'

for part in create change activate deactivate system_activate expiration_process; do
    file common/src/tx_timer_$part.c </dev/null
done
file common/inc/tx_timer.h <<'END'
extern volatile ULONG _tx_timer_system_clock;
extern UINT _tx_timer_expired;
extern TX_TIMER_INTERNAL **_tx_timer_current_ptr, **_tx_timer_list_start, **_tx_timer_list_end;
VOID _tx_timer_initialize(VOID);
VOID _tx_timer_expiration_process(VOID);
END
file utility/low_power/tx_low_power.c <<'END'
#include "tx_low_power.h"
ULONG tx_timer_get_next(ULONG *before) { *before = 1; return TX_TRUE; }
END
refuse given 'no source of RIOT, Zephyr, ThreadX, FreeRTOS, Mynewt in given'
file common/src/tx_timer_initialize.c <<'END'
#include "tx_api.h"
#include "tx_timer.h"
volatile ULONG _tx_timer_system_clock;
UINT _tx_timer_expired;
TX_TIMER_INTERNAL *list[2], **_tx_timer_current_ptr = list;
TX_TIMER_INTERNAL **_tx_timer_list_start = list, **_tx_timer_list_end = list + 2;
VOID _tx_timer_initialize(VOID) {}
VOID _tx_timer_expiration_process(VOID) { TX_DISABLE _tx_timer_expired = TX_FALSE; TX_RESTORE }
UINT _tx_timer_create(TX_TIMER *t, CHAR *name, VOID (*fn)(ULONG), ULONG id, ULONG delay, ULONG period, UINT now) {
TX_MEMSET(t, 0, sizeof *t)
TX_TIMER_CREATE_EXTENSION(t)
return TX_SUCCESS;
}
UINT _tx_timer_change(TX_TIMER *t, ULONG delay, ULONG period) { return TX_SUCCESS; }
UINT _tx_timer_activate(TX_TIMER *t) { return TX_ACTIVATE_ERROR; }
UINT _tx_timer_deactivate(TX_TIMER *t) { return TX_SUCCESS; }
END
cp -R given lacks && rm lacks/common/src/tx_timer_create.c
refuse lacks 'no lacks/common/src/tx_timer_create.c'
expect 'ThreadX, timers'

. "$TW_SOURCE/tests/firmware/freertos_source.sh"
cp -R given other && sed 's/words.10./words[11]/' given/timers.c >other/timers.c
refuse other 'not built; peers/given.list names the versions that are'
grep -q 'a_static_timer_is_a_timer' out || { cat out; echo "FAILED: no word of the other version"; exit 1; }
expect 'FreeRTOS, timers.c'

file kernel/os/src/os_callout.c <<'END'
#include "os/mynewt.h"
struct os_callout_list g_callout_list;
void os_callout_init(struct os_callout *c, struct os_eventq *queue, os_event_fn *fn, void *arg) { c->c_ev.ev_cb = fn; }
void os_callout_stop(struct os_callout *c) { os_eventq_remove(c->c_evq, &c->c_ev); }
int os_callout_reset(struct os_callout *c, int32_t ticks) { c->c_ticks = os_time_get() + ticks; return OS_OK; }
void os_callout_tick(void) { os_eventq_put(NULL, NULL); }
os_time_t os_callout_wakeup_ticks(os_time_t now) { return OS_TIMEOUT_NEVER - now; }
END
expect 'Mynewt, os_callout.c'

mkdir empty
refuse empty 'no source of RIOT, Zephyr, ThreadX, FreeRTOS, Mynewt in empty'
echo "ok"

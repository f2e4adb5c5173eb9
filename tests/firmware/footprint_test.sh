#!/bin/sh
# footprint_test.sh [peers | from]: no figure of docs/footprint.md is beyond its bound, and the page is what tools/footprint prints.
# With peers: those that stand in Debian's sources are as large as the page says; this wants a network. With from: a source
# that is given is built, and what is no source is refused. Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
need python3
need arm-none-eabi-gcc
need riscv64-unknown-elf-gcc
need avr-gcc
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"

if [ "${1-}" = peers ]; then
    need apt-get
    cp -R "$TW_SOURCE"/*.h "$TW_SOURCE/tools" .
    python3 tools/footprint --peers
    diff "$TW_SOURCE/tools/footprint/peers/debian.list" tools/footprint/peers/debian.list ||
        { echo "FAILED: tools/footprint/peers/debian.list is out of date"; exit 1; }
    exit 0
fi

if [ "${1-}" = from ]; then
    footprint() { python3 "$TW_SOURCE/tools/footprint" --from "$1" >out 2>&1; }
    mkdir -p given/sys/ztimer empty
    printf '#include "irq.h"\n#include <ztimer.h>\n' >given/sys/ztimer/core.c
    for function in 'set(ztimer_clock_t *c, ztimer_t *t, uint32_t n) { c->ops->set(c, n + (t != 0)); }' \
        'remove(ztimer_clock_t *c, ztimer_t *t) { (void)t; c->ops->cancel(c); }' \
        'handler(ztimer_clock_t *c) { irq_restore(ztimer_now(c)); }'; do
        echo "void ztimer_$function" >>given/sys/ztimer/core.c
    done
    footprint given || { cat out; echo "FAILED: a source is not built"; exit 1; }
    grep -qx 'RIOT, ztimer: [1-9][0-9]* bytes, [1-9][0-9]* of RAM' out && [ "$(wc -l <out)" -eq 1 ] ||
        { cat out; echo "FAILED: no figures of the source"; exit 1; }
    status=0
    footprint empty || status=$?
    [ $status -eq 2 ] && grep -qx 'footprint: no source of RIOT or Zephyr in empty' out ||
        { cat out; echo "FAILED: an empty folder is not refused"; exit 1; }
    echo "ok"
    exit 0
fi

python3 "$TW_SOURCE/tools/footprint" >page.md || { echo "FAILED: above a bound"; exit 1; }

# Other compilers give other figures: the page is compared if it names these.
for prefix in arm-none-eabi- riscv64-unknown-elf- avr-; do
    grep -qF "$(${prefix}gcc --version | head -n 1)" "$TW_SOURCE/docs/footprint.md" || exit 0
done
diff "$TW_SOURCE/docs/footprint.md" page.md || { echo "FAILED: docs/footprint.md is out of date"; exit 1; }
echo "ok"

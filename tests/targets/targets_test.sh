#!/bin/sh
# targets_test.sh TARGET BITS: contract/random.c, built with ticks of so many bits for a row of targets.list and run as
# that says, fires what it fires on this machine: the same hash. Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
ln -s "$TW_SOURCE" source # a path without blanks, for options in lists of words
here=$TW_SOURCE/tests/targets
board=$TW_SOURCE/examples/firmware/cortex-m

fail() {
    tail -n 5 out
    echo "FAILED: $1"
    exit 1
}

# shellcheck disable=SC2034
IFS='|' read -r target runs ticks rounds way packages compiler <<END
$(grep "^$1 *|" "$here/targets.list")
END
target=$1
# shellcheck disable=SC2086
set -- "$2" $way $rounds
bits=$1 way=$2
[ $# -eq 4 ] && on= || { on=$3; shift; }
options="-std=c99 -Wall -Wextra -Werror -Isource -Isource/examples/firmware/cortex-m -DTW_TICK_BITS=$bits -DMODEL_CAPACITY=64 -DROUND=$4
    -DOPERATIONS=\"$3\" -DSEED=\"7\""

# build SOURCE FLAG...: the program. The libraries that a target lacks are no fault of ours.
build() {
    source=$1
    shift
    for word in $compiler; do need "$word"; break; done
    printf '#include <stdio.h>\n#include <stdlib.h>\nint main(void) { return 0; }\n' >have.c
    # shellcheck disable=SC2086
    $compiler have.c -c -o have.o 2>message || skip "no C library for $target here"
    # shellcheck disable=SC2086
    $compiler $options "$here/$source" "$@" -o program
}

status=0
run() { timeout 300 "$@" >out 2>messages || status=$?; }

# These begin at main(), and the C library does the rest. RUNNER is empty where the machine runs the program itself.
hosted() {
    build hosted.c -O2
    case $on in
    wine)
        export WINEDEBUG=-all WINEPREFIX="$PWD/prefix" PATH="$PATH:/usr/lib/wine"
        need wine64
        run wine64 program.exe
        ;;
    node) run node --no-warnings "$here/wasi.mjs" program ;;
    *) run $on ./program ;;
    esac
}

cortex_m() {
    need qemu-system-arm
    build cortex_m.c "$board/startup.c" -DSTART=begin --specs=nano.specs --specs=rdimon.specs -Os -ffunction-sections \
        -fdata-sections -nostartfiles -Wl,--gc-sections -T "$board/link.ld"
    run qemu-system-arm -M "$on" -display none -monitor none -serial none -kernel program \
        -semihosting-config enable=on,target=native
}

# picolibc brings what happens before main(), and is told where qemu's `virt` has memory.
riscv() {
    need "qemu-system-$on"
    build hosted.c -mcmodel=medany --oslib=semihost --crt0=hosted -Os -ffunction-sections \
        -fdata-sections -Wl,--gc-sections -Wl,--defsym=__flash=0x80000000 -Wl,--defsym=__flash_size=0x200000 \
        -Wl,--defsym=__ram=0x80200000 -Wl,--defsym=__ram_size=0x100000 -Wl,--defsym=__stack_size=0x4000
    run "qemu-system-$on" -M virt -bios none -display none -monitor none -serial none -kernel program \
        -chardev stdio,id=out -semihosting-config enable=on,target=native,chardev=out
}

avr() {
    [ -f /usr/include/simavr/sim_avr.h ] || skip "no libsimavr here"
    build avr.c -Os
    cc -std=gnu99 -O2 "$here/avr_run.c" -lsimavr -lelf -o avr_run
    run ./avr_run "$on" program
}

echo "$target: $compiler"
"$way"
[ $status -eq 0 ] || { cat messages; fail "random ends with status $status on $target"; }
tr -d '\r' <out >printed

compiler=cc
build hosted.c -O2
run ./program
[ $status -eq 0 ] || { cat messages; fail "random fails on this machine"; }
grep -q '^random: passed, [1-9][0-9]* firings on .*, hash [0-9a-f]\{16\}$' printed || fail "no hash is printed on $target"
cmp out printed || fail "$target says: $(tail -n 1 printed)"
tail -n 1 printed

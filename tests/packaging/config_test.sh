#!/bin/sh
# config_test.sh host|small: where TW_TICK_BITS comes from. host: a tw_config.h beside the headers or on the include path is
# read by each file, in strict C99 and C++11 too. small: where addresses have fewer than 64 bits the width must be said, by
# -D or in tw_config.h, which is all that an Arduino sketch can do. Wants TW_SOURCE, TW_GENERATED and
# TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
mkdir plain beside path sketch one onepath
cp "$TW_SOURCE"/*.h plain
for folder in beside sketch; do cp "$TW_SOURCE"/*.h $folder; done
cp "$TW_GENERATED/dist/tw.h" one
cp "$TW_GENERATED/dist/tw.h" onepath
for folder in beside path sketch one; do echo '#define TW_TICK_BITS 32' >$folder/tw_config.h; done

strict="-Wall -Wextra -Wpedantic -Werror"
fail() { echo "FAILED: $1"; exit 1; }
wants='#define TW_TICK_BITS 32 (or 16, 64) in all files: the width of your counter'
must_say() { # COMPILER...
    if "$@" 2>message; then fail "$*: the width is not asked for"; fi
    grep -qF "$wants" message || { cat message; fail "$*: the message"; }
    [ "$(grep -c 'error:' message)" -eq 1 ] || { cat message; fail "$*: more than one message"; }
}

case $1 in
host)
    need cc
    need c++
    for header in heap4.h tw.h; do
        [ $header = heap4.h ] && folders="beside:path plain:path beside:plain" || folders="one:plain onepath:path"
        set="#include \"$header\""
        [ $header = tw.h ] || set="$set
#include \"timers.h\""
        printf '%s\n%s\n' "$set" 'bool use(struct tw_timers *t, struct tw_heap4 *h, void *room);
        bool use(struct tw_timers *t, struct tw_heap4 *h, void *room) {
            tw_timers_init(t, 0, &tw_heap4_ops, h, room, 4);
            return sizeof(tw_tick) == 4;
        }' >user.c
        printf '#define TW_IMPLEMENTATION\n%s\n%s\n' "$set" 'bool use(struct tw_timers *t, struct tw_heap4 *h, void *room);
        int main(void) {
            static struct tw_timers t;
            static struct tw_heap4 h;
            static TW_HEAP4_ARRAY(room, 4);
            return sizeof(tw_tick) == 4 && use(&t, &h, room) && tw_timers_count(&t) == 0 ? 0 : 1;
        }' >owner.c
        for pair in $folders; do
            for language in "cc -x c -std=c99" "c++ -x c++ -std=c++11"; do
                for f in owner user; do
                    $language $strict -I${pair%:*} -I${pair#*:} -c $f.c -o $f.o || fail "$language $header $pair"
                done
                cc owner.o user.o -o program && ./program || fail "$language $header: tw_config.h of $pair was not read"
            done
        done
        cc -std=c99 -Iplain -Ionepath -c user.c -o user.o
        if cc owner.o user.o -o program 2>message; then fail "a file without tw_config.h was linked"; fi
        grep -q 'tw_timers_init_v[0-9]*_ticks64' message || { cat message; fail "the linker's message"; }
    done
    ;;
small)
    need arm-none-eabi-gcc
    need avr-gcc
    need avr-g++
    need clang
    for header in heap4.h tw.h; do
        echo "#include \"$header\"" >file.c
        for compiler in "arm-none-eabi-gcc -mcpu=cortex-m0 -mthumb -ffreestanding" "avr-gcc -mmcu=atmega328p" \
            "clang --target=i686-linux-gnu -ffreestanding"; do
            # shellcheck disable=SC2086
            must_say $compiler -std=c99 -Iplain -Ionepath -fsyntax-only file.c
            for bits in 16 32 64; do
                # shellcheck disable=SC2086
                $compiler -std=c99 $strict -DTW_TICK_BITS=$bits -Iplain -Ionepath -fsyntax-only file.c || exit 1
            done
            # shellcheck disable=SC2086
            $compiler -std=c99 $strict -Iplain -Ionepath -Ipath -fsyntax-only file.c || exit 1
        done
    done
    # Two files of a sketch, as the Arduino builder compiles them: no -D, and the sketch's folder not on the include path.
    arduino="avr-g++ -std=gnu++11 -Os -Wall -Wextra -Werror -mmcu=atmega328p -ffunction-sections -fno-exceptions"
    cat >sketch/sketch.ino.cpp <<'END'
#include "heap4.h"
#include "timers.h"
TW_TIMERS_OF(timers, heap4)
static struct timers set;
bool blinks(tw_tick now);
bool loops(struct tw_heap4 *h);
bool blinks(tw_tick now) { return timers_advance(&set, now) != 0 && sizeof(tw_tick) == 4; }
int main() { return blinks(1) || loops(nullptr); }
END
    cat >sketch/more.cpp <<'END'
#define TW_IMPLEMENTATION
#include "heap4.h"
#include "timers.h"
bool loops(struct tw_heap4 *h);
bool loops(struct tw_heap4 *h) { return tw_heap4_count(h) == 0 && sizeof(tw_tick) == 4; }
END
    for f in sketch.ino more; do $arduino -c sketch/$f.cpp -o $f.o || fail "a sketch with tw_config.h"; done
    $arduino sketch.ino.o more.o -o sketch.elf || fail "a sketch does not link"
    rm sketch/tw_config.h
    # shellcheck disable=SC2086
    must_say $arduino -c sketch/more.cpp -o more.o
    ;;
esac
echo "ok"

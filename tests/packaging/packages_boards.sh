# shellcheck shell=sh
# Sourced by packages_test.sh: the ways of microcontrollers.

# sketch NAME MILLISECONDS CHANGE... [-- EDGE...]: builds an example for an Uno, and runs it there for that time. The
# LED, which goes off first, changes then and not otherwise, give or take 2 ms: millis() leaps. Debian's compiler for
# AVR lacks a constant that its Arduino core takes from float.h.
sketch() {
    name=$1 time=$2
    shift 2
    echo "0 off" >"$name.wanted"
    while [ $# -gt 0 ] && [ "$1" != -- ]; do
        echo "$1" >>"$name.wanted"
        shift
    done
    [ $# -eq 0 ] || shift
    mkdir "$name"
    run arduino-builder -compile -fqbn arduino:avr:uno -hardware /usr/share/arduino-builder \
        -hardware /usr/share/arduino/hardware -tools /usr/bin -libraries libraries \
        -prefs=compiler.cpp.extra_flags=-DDECIMAL_DIG=__DECIMAL_DIG__ -build-path "$PWD/$name" \
        "libraries/tw/examples/arduino/$name/$name.ino"
    ./board "$name/$name.ino.elf" "$time" "$@" >printed 2>serial || fail "$name ends"
    grep -E '^[0-9]+ (on|off)$' printed >"$name.led"
    paste -d ' ' "$name.wanted" "$name.led" | awk '{ d = $1 - $3 } d > 2 || d < -2 || $2 != $4 { exit 1 }' ||
        { paste "$name.wanted" "$name.led"; fail "$name: the LED should change as in the first column"; }
}

# packed MANIFEST FOLDER: the files of the repository that the manifest publishes, as a package of at most 220 KB.
packed() {
    mkdir -p "$2"
    "$PYTHON" "$here/packed.py" "$TW_SOURCE" "$1" 220000 "$2" || fail "$1"
}

case $way in
platformio)
    python yaml
    packed library.json project/third_party/tw
    parse project/platformio.ini project/third_party/tw/library.json
    run cc -Iproject/third_party/tw/include -Iproject/third_party/tw/src project/src/main.c -o main
    fires ./main
    ;;
esp-idf)
    python yaml kconfiglib
    packed idf_component.yml project/components/tw
    parse project/components/tw/idf_component.yml
    export IDF_PATH="$stubs/esp-idf"
    by_cmake build
    grep -q 'TW_TICK_BITS=32' build/esp-idf/main/CMakeFiles/*/flags.make || fail "ticks have not 32 bits"
    ;;
zephyr)
    python yaml kconfiglib
    tw project/third_party/tw
    parse project/third_party/tw/zephyr/module.yml
    by_cmake build "-DZephyr_DIR=$stubs/zephyr"
    grep -q 'TW_TICK_BITS=32' build/CMakeFiles/*/flags.make || fail "ticks have not the width that prj.conf says"
    printf 'CONFIG_TW=y\nCONFIG_TW_DEBUG=y\n' >project/prj.conf
    by_cmake debug "-DZephyr_DIR=$stubs/zephyr"
    grep -q 'TW_DEBUG.*TW_TICK_BITS=32' debug/CMakeFiles/*/flags.make || fail "no TW_DEBUG, or ticks have not 32 bits"
    printf 'CONFIG_64BIT=y\nCONFIG_TW=y\n' >project/prj.conf
    by_cmake wide "-DZephyr_DIR=$stubs/zephyr"
    grep -q 'TW_TICK_BITS=64' wide/CMakeFiles/*/flags.make || fail "ticks of a 64-bit processor have not 64 bits"
    printf 'CONFIG_TW=y\nCONFIG_TW_TICK_BITS_16=y\n' >project/prj.conf
    run cmake -S project -B narrow "-DZephyr_DIR=$stubs/zephyr"
    grep -q 'TW_TICK_BITS=16' narrow/CMakeFiles/*/flags.make || fail "ticks have not the width that prj.conf says"
    : >project/prj.conf
    run cmake -S project -B off "-DZephyr_DIR=$stubs/zephyr"
    refused 'heap4[.]h.*\(No such file\|not found\)' cmake --build off
    ;;
arduino)
    need arduino-builder
    [ -d /usr/share/arduino/hardware/arduino/avr ] || skip "no Arduino core for AVR here"
    [ -f /usr/include/simavr/sim_avr.h ] || skip "no libsimavr here"
    python yaml
    tw libraries/tw
    parse libraries/tw/library.properties
    cp -R "$TW_SOURCE/examples" libraries/tw
    run cc -std=gnu99 "$stubs/board.c" -lsimavr -lelf -o board
    sketch Blink 1100 "250 on" "500 off" "750 on" "1000 off"
    sketch Button 10900 "223 on" "10320 off" -- 200=0 202=1 203=0 230=1 232=0 234=1 300=0 400=1 10500=0 10505=1
    ;;
esac

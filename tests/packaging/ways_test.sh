#!/bin/sh
# ways_test.sh: Guards against buddy_alloc#35: a vendored header compiles only the way its authors compile it. A
# project of three files builds without a warning and gives the right answers in each standard of C and C++, with
# flags that change a type, as one unit and behind a precompiled header, with and without TW_DEBUG; and by a header unit,
# without it. With -mx32 it is compiled, and does not run. By day it does a part, without TW_DEBUG. tcc, clang, mingw and
# MSVC's targets have tests of their own: other_compilers, compile, warnings and windows. Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
need gcc
need g++
fail() { echo "FAILED: $*"; exit 1; }
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
ln -s "$TW_SOURCE" source # a path without blanks, for options in lists of words
for name in one two; do sed "s/own_/${name}_/g" "$TW_SOURCE/tests/packaging/ways/part.c" >$name.c; done
mkdir text made && cp "$TW_SOURCE/tests/packaging/ways/all.h" text

cat >program.c <<'END'
#ifdef __cplusplus
extern "C" {
#endif
int one_try(void);
int two_try(void);
#ifdef __cplusplus
}
#endif
int main(void) { return one_try() + two_try(); }
END
printf '#define TW_IMPLEMENTATION\n#include "all.h"\n' >compiled.c
for file in compiled.c one.c two.c program.c; do echo "#include \"$file\""; done >unit.c

debugs="-DTW_CHECK=1 -DTW_DEBUG" c="gnu90 c99 c11 c17 c2x" cxx="c++98 c++11 c++14 c++17 c++20 c++2b"
flags="-fshort-enums -funsigned-char -ffreestanding -fno-strict-aliasing"
[ -z "${TW_DAY-}" ] || { debugs=-DTW_CHECK=1 c="gnu90 c2x" cxx="c++98 c++2b" flags=-fshort-enums; }
strict="-Wall -Wextra -Werror -Isource"

# three WORD...: the project as three objects, by this compiler and its flags, which gives the right answers
three() {
    for debug in $debugs; do
        for name in one two; do
            # shellcheck disable=SC2086
            "$@" $debug $strict -Itext -c $name.c -o $name.o || fail "$* $debug: $name.c"
        done
        # shellcheck disable=SC2086
        "$@" $debug $strict -Itext -c compiled.c -o compiled.o || fail "$* $debug: compiled.c"
        # shellcheck disable=SC2086
        "$@" -c program.c -o program.o
        [ "${link-yes}" = yes ] || continue
        "$1" one.o two.o compiled.o program.o -o program
        ./program || fail "$* $debug: the answers are wrong"
    done
    echo "ok: $*"
}

for std in $c; do three gcc -O1 -std=$std; done
for std in $cxx; do three g++ -O1 -x c++ -std=$std; done
for flag in $flags; do
    three gcc -O2 -std=c99 $flag
    [ -n "${TW_DAY-}" ] || three g++ -O2 -x c++ -std=c++11 $flag
done
link=no three gcc -O1 -std=c99 -mx32 -ffreestanding -DTW_TICK_BITS=32 -DTW_DEBUG_NO_LIBC

for compiler in "gcc -std=c99" "g++ -x c++ -std=c++11"; do
    for debug in $debugs; do
        # shellcheck disable=SC2086
        $compiler $debug $strict -Itext unit.c -o unit && ./unit || fail "$compiler $debug: one unit"
    done
    echo "ok: $compiler, one unit"
done

# A precompiled header, where its text is out of reach: gcc fails unless it takes the precompiled one.
for compiler in "gcc c -std=c99" "g++ c++ -std=c++11"; do
    # shellcheck disable=SC2086
    set -- $compiler
    for debug in $debugs; do
        # shellcheck disable=SC2086
        $1 $3 $debug $strict -x $2-header text/all.h -o made/all.h.gch || fail "$compiler $debug: precompiled"
        # shellcheck disable=SC2086
        $1 -x $2 $3 $debug $strict -Winvalid-pch -include made/all.h -DWITHOUT_INCLUDE -c one.c -o one.o ||
            fail "$compiler $debug: behind the precompiled header"
    done
    echo "ok: $compiler, precompiled"
done

# A header unit: one.c takes the headers by import. With TW_DEBUG such a program is not linked: docs/platforms.md.
printf 'import "text/all.h";\n#define WITHOUT_INCLUDE\n#include "one.c"\n' >one.cc
# shellcheck disable=SC2086
{
    g++ -std=c++20 -fmodules-ts $strict -x c++-header text/all.h || fail "g++: the header unit"
    g++ -std=c++20 -fmodules-ts $strict -c one.cc -o one.o || fail "g++: a file that imports the header unit"
    gcc -std=c99 $strict -Itext -c two.c compiled.c program.c || fail "gcc: the files beside it"
}
g++ one.o two.o compiled.o program.o -o program && ./program || fail "g++, header unit: the answers are wrong"
echo "ok: g++, header unit"

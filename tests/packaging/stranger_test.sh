#!/bin/sh
# stranger_test.sh: Guards against range-v3#451 and sml#496: a header compiles under its authors' flags alone. A project
# with -Werror is made for each header that a program includes: user.c calls the main verbs, and impl.c defines
# TW_IMPLEMENTATION. It finds the headers by -I. It builds as C99, C11, C17, C++11 and C++20, by gcc and clang, at -O0,
# -O2 and -Os, with TW_DEBUG and without, and gives the right answers. By day each project builds in one or two of the ways.
# Wants TW_SOURCE and TW_WORK.
#
# Of clang's -Weverything these are left out:
#   padded                   tells of a layout, not of a fault
#   c++98-compat             the headers are C++11; c++98-compat-pedantic says the same
#   disabled-macro-expansion a compiled function is a macro of its own name, which adds the version to the linker's name
#   used-but-marked-unused   a static function in a header must be marked so
#   reserved-identifier      `__` in our names: design.md; reserved-macro-identifier says the same
#   missing-noreturn         advises: three functions of debug.h end the program
# Of gcc's flags -Winline, -Wsuggest-attribute and -Wpadded are left out: they advise. -Waggregate-return is left out
# because delayqueue_port.h returns a struct timespec.
set -eu
. "$(dirname "$0")/../skip.sh"
for tool in gcc g++ clang clang++; do need $tool; done
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
ln -s "$TW_SOURCE/include" include # a path without blanks, for options in lists of words
unfold "$TW_SOURCE/tests/packaging/stranger/users.txt" users

both="-Wall -Wextra -Wpedantic -Werror -D_POSIX_C_SOURCE=200809L -I../include -pthread"
c="-Wstrict-prototypes -Wmissing-prototypes -Wold-style-definition -Wbad-function-cast -Wnested-externs -Wc++-compat"
gnu="-Wconversion -Wsign-conversion -Wshadow -Wcast-align=strict -Wcast-qual -Wundef -Wswitch-enum -Wswitch-default
    -Wredundant-decls -Wdouble-promotion -Wfloat-equal -Wformat=2 -Wformat-signedness -Wvla -Walloca -Wnull-dereference
    -Wwrite-strings -Wmissing-declarations -Wunused-macros -Wlogical-op -Wduplicated-cond -Wduplicated-branches
    -Warith-conversion -Wstrict-overflow=2 -Wtrampolines -Wdate-time"
gnuxx="-Wold-style-cast -Wuseless-cast -Wzero-as-null-pointer-constant -Wnon-virtual-dtor -Woverloaded-virtual
    -Wextra-semi -Wstrict-null-sentinel -Wsuggest-override -Wvolatile -Wnoexcept -Weffc++ -Wmismatched-tags"
all="-Weverything -Wno-padded -Wno-disabled-macro-expansion -Wno-used-but-marked-unused -Wno-missing-noreturn"
allxx="-Wno-c++98-compat -Wno-c++98-compat-pedantic -Wno-reserved-identifier -Wno-reserved-macro-identifier"

# project HEADER: the project in the folder of that name
project() {
    case $1 in
    heap4 | rbtree | skiplist | sortedlist) user=order ;;
    wheel | hwheel | smallwheel | bigwheel) user=tick ;;
    *) user=$1 ;;
    esac
    mkdir "$1"
    for file in $user.c room.h; do
        sed "s/NAME/$1/g; s/UPPER/$(echo "$1" | tr a-z A-Z)/g" "users/$file" >"$1/$file"
    done
    mv "$1/$user.c" "$1/user.c" # fails for a header that users.txt does not know
    {
        echo '#define TW_IMPLEMENTATION'
        grep '^#include <tw' "$1/user.c"
        printf '#ifdef TW_IMPLEMENTATION\ntypedef int not_empty;\n#endif\n' # node.h looks at no such macro
    } >"$1/impl.c"
}

# build HEADER WORD...: the project, by this compiler and its flags
build() (
    cd "$1" && shift
    # shellcheck disable=SC2086
    for file in user impl; do
        "$@" $both -c $file.c -o $file.o 2>message || { grep -m 9 -E 'error|fatal' message && exit 1; }
    done
    "$1" -pthread user.o impl.o -o program && ./program
)

failed=0 built=0 number=0
for header in $(cd "$TW_SOURCE" && ls ./*.h ./*.hpp | sed 's|^./||; s|[.]h.*||'); do
    case $header in compiler | verbs | slots | debug | delayqueue_port) continue ;; esac # no program includes them
    project "$header"
    number=$((number + 1)) way=$((7 * number))
    for standard in c99 c11 c17 c++11 c++20; do
        case $header.$standard in tw.c++20) ;; tw.*) continue ;; esac # tw.hpp is C++17
        for compiler in gcc clang; do
            case $compiler.$standard in
            gcc.c++*) words="g++ -x c++ $gnu $gnuxx" ;;
            gcc.*) words="gcc $gnu $c -Wjump-misses-init" ;;
            clang.c++*) words="clang++ -x c++ $all $allxx" ;;
            *) words="clang $all $c" ;;
            esac
            for level in -O0 -O2 -Os "-O0 -DTW_DEBUG" "-O2 -DTW_DEBUG" "-Os -DTW_DEBUG"; do
                way=$((way + 1))
                [ -z "${TW_DAY-}" ] || [ $((way % 40)) -eq 0 ] || continue
                built=$((built + 1))
                # shellcheck disable=SC2086
                build "$header" $words -std=$standard $level ||
                    { failed=1 && echo "FAILED: $header, $compiler -std=$standard $level"; }
            done
        done
    done
done
echo "$built projects of $number headers"
[ $failed -eq 0 ] && [ $built -gt 20 ]

#!/bin/sh
# small_test.sh NAME: a program of examples/recipes prints what its cases want, under sanitizers where the compiler
# has them. With each fault of the recipe in ../faults/recipes.list it prints something else, or fails. Wants TW_SOURCE and
# TW_WORK.
set -eu
# shellcheck source=/dev/null
. "$(dirname "$0")/../faults/lib.sh"
name=$1
cases=$(cd "$(dirname "$0")" && pwd)/recipes.cases
need cc
need python3
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
mkdir -p examples/recipes && cp "$TW_SOURCE/examples/recipes/$name."* examples/recipes
source=$(echo examples/recipes/"$name".*)
warnings="-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wcast-qual"
case $source in
*.cc)
    need c++
    compiler="c++ -std=c++17 $warnings -Wold-style-cast"
    ;;
*) compiler="cc -std=c99 $warnings -Wstrict-prototypes" ;;
esac
sanitizers="-fsanitize=address,undefined -fno-sanitize-recover=all"
echo 'int main(void) { return 0; }' >empty.c
# shellcheck disable=SC2086
cc $sanitizers empty.c -o empty 2>/dev/null && ./empty || sanitizers=

# shellcheck disable=SC2086
build() { $compiler -O1 -g $sanitizers "$@" "-I$TW_SOURCE" "$source" -o "$name"; }
try() { timeout 60 python3 "$TW_SOURCE/tests/case.py" "$cases" "$name" "$name."; }

# seen FAULT: the program prints something else with it, or fails.
seen() {
    cp "$source" sound
    seed recipes "$name.$1" .
    build || fail "$1: the recipe does not compile with it"
    if (try) >found 2>&1; then fail "nothing sees: $1"; fi
    cp sound "$source"
    echo "ok: seen: $1"
}

build -Werror && try || fail "$name"

names=$(names_of recipes "$name.")
for fault in $names; do
    case $name.$fault in
    raii.the_function_dies_while_it_runs) [ -n "$sanitizers" ] || continue ;; # nothing else sees it
    esac
    seen "$fault"
done

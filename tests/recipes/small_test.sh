#!/bin/sh
# small_test.sh NAME [STANDARD]: a program of examples/recipes or examples/cpp prints what its cases want, under sanitizers where the
# compiler has them. With each fault of the program in ../faults/recipes.list it prints something else, or fails. Wants
# TW_SOURCE and TW_WORK.
set -eu
# shellcheck source=/dev/null
. "$(dirname "$0")/../faults/lib.sh"
name=$1
here=$(cd "$(dirname "$0")" && pwd)
need cc
need python3
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
folder=$(cd "$TW_SOURCE" && dirname examples/*/"$name".c*)
cases=$here/$(basename "$folder").cases
mkdir examples && cp -R "$TW_SOURCE/$folder" examples
source=$(echo "$folder/$name".c*)
warnings="-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wcast-qual"
case $source in
*.cc)
    need c++
    compiler="c++ -std=c++${2:-17} $warnings -Wold-style-cast"
    ;;
*) compiler="cc -std=c99 $warnings -Wstrict-prototypes" ;;
esac
sanitizers="-fsanitize=address,undefined -fno-sanitize-recover=all"
echo 'int main(void) { return 0; }' >empty.c
# shellcheck disable=SC2086
cc $sanitizers empty.c -o empty 2>/dev/null && ./empty || sanitizers=

# shellcheck disable=SC2086
build() { $compiler -O1 -g $sanitizers "$@" "-I$TW_SOURCE/include" "$source" -o "$name"; }
try() { timeout 60 python3 "$TW_SOURCE/tests/case.py" "$cases" "$name" "$name."; }

# seen FAULT: the program prints something else with it, or fails.
seen() {
    cp -R "$folder" sound
    seed recipes "$name.$1" .
    build || fail "$1: the recipe does not compile with it"
    if (try) >found 2>&1; then fail "nothing sees: $1"; fi
    cp sound/* "$folder" && rm -r sound
    echo "ok: seen: $1"
}

build -Werror && try || fail "$name"

names=$(names_of recipes "$name.")
for fault in $names; do
    case $name.$fault in
    lambdas.the_function_dies_while_it_runs) [ -n "$sanitizers" ] || continue ;; # nothing else sees it
    esac
    seen "$fault"
done

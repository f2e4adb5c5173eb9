#!/bin/sh
# SPDX-License-Identifier: MIT-0
# wrap_test.sh CC: the expression in C that the lesson of the wrap prints says what tw_before() says. Wants TW_SOURCE and
# TW_WORK.
set -eu
mkdir -p "$TW_WORK"
expression=$(tr '\n' ' ' <"$TW_SOURCE/products/playground/lessons/wrap.txt" | sed 's/ #! / /g' | grep -o '(uint16_t)([^)]*) >> [0-9]*' || :)
[ -n "$expression" ] || { echo "FAILED: the lesson has no expression"; exit 1; }
cat >"$TW_WORK/wrap.c" <<EOF
#define TW_TICK_BITS 16
#include "node.h"
int main(void) {
    for (unsigned i = 0; i < 65536; i += 251)
        for (unsigned k = 0; k < 65536; k++) {
            const uint16_t a = (uint16_t)i, b = (uint16_t)k;

            if (($expression) != tw_before(a, b))
                return 1;
        }
    return 0;
}
EOF
"$1" -std=c99 -O1 -I"$TW_SOURCE" "$TW_WORK/wrap.c" -o "$TW_WORK/wrap"
"$TW_WORK/wrap" || { echo "FAILED: $expression is not what tw_before() says"; exit 1; }

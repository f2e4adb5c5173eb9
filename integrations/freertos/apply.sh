#!/bin/sh
# apply.sh TREE: puts software timers over tw into the source tree TREE of FreeRTOS-Kernel V11.1 or a later V11. Changes
# nothing and ends with status 2 if the tree is another version, or has the timers already.
# shellcheck disable=SC2034 # edit.sh reads the names
set -eu
here=$(cd "$(dirname "$0")" && pwd)
system='FreeRTOS-Kernel V11.1+'
# shellcheck source=/dev/null
. "$here/../edit.sh"

edits() {
    put timers.c timers.c
}

apply '/^#define tskKERNEL_VERSION_NUMBER/{s/.*"V11\.[1-9].*/V11.1+/;s/.*"\(.*\)".*/\1/;p;}' include/task.h timers.c

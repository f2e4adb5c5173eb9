#!/bin/sh
# Layout is decided by .clang-format, version 14, which leaves comments alone: no line is longer than 100 columns. Wants
# TW_SOURCE and TW_GENERATED.
set -eu
. "$(dirname "$0")/../skip.sh"
need clang-format
clang-format --version | grep -q 'version 14\.' || skip "clang-format is not version 14"
cd "$TW_SOURCE"
files=$(find ./*.h include src tests tools examples bench docs timerd playground "$TW_GENERATED/dist" \
    \( -name '*.h' -o -name '*.c' -o -name '*.cc' \) -print)
printf '%s\n' "$files" | xargs awk 'length > 100 { print FILENAME ":" FNR ": over 100 columns"; n++ } END { exit n > 0 }'
printf '%s\n' "$files" | xargs clang-format --style=file:.clang-format --dry-run -Werror

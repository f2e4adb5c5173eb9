#!/bin/sh
# Layout is decided by .clang-format, version 14.
set -eu
. "$(dirname "$0")/../skip.sh"
need clang-format
clang-format --version | grep -q 'version 14\.' || skip "clang-format is not version 14"
cd "$TW_SOURCE"
find ./*.h include src dist tests tools examples bench docs \( -name '*.h' -o -name '*.c' -o -name '*.cc' \) -print |
    xargs clang-format --dry-run -Werror

# Sourced by the tests of the pages: TW_WORK is made anew, and $pages are all of the repository, from TW_SOURCE.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../skip.sh"
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_SOURCE"
pages=$(find . \( -name 'build*' -o -name '.*' ! -name . -o -name node_modules \) -prune -o -name '*.md' -print | sed 's/^..//' | sort)
[ "$(printf '%s\n' $pages | wc -l)" -gt 20 ] || { echo "FAILED: the pages were not found"; exit 1; }
strict="-std=c99 -O2 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wcast-qual -Wstrict-prototypes -Werror -pthread"
failed=0

fail() {
    echo "FAILED: $*"
    failed=1
}

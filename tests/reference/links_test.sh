#!/bin/sh
# links_test.sh links|paths: what pages and headers point to is there. Wants TW_SOURCE, TW_GENERATED and TW_WORK.
set -eu
# shellcheck source=/dev/null
. "$TW_SOURCE/tests/skip.sh"
need python3
need_reference
checks=$TW_SOURCE/tests/reference
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
fail() { echo "FAILED: $*"; exit 1; }

# Each relative link of the repository's Markdown leads somewhere, where the generated pages are today's; and a link that
# does not, to a file or to a heading, is seen.
links() {
    repository "$TW_WORK/today"
    python3 -B "$checks/links_test.py" "$TW_WORK/today"
    rm -r today
    mkdir broken
    printf '# One thing\n\n# One thing\n\n[a](b.md) [c](#one-thing-1)\n\n    [code](x.md)\n' >broken/a.md
    printf '[file](gone.md) [heading](a.md#one-thing-2) `[code](x.md)`\n' >broken/b.md
    if python3 -B "$checks/links_test.py" broken >said; then
        cat said
        fail "two broken links are not seen"
    fi
    printf '%s\n' 'b.md: gone.md is not there' 'b.md: a.md#one-thing-2 has no such heading' \
        '4 links in 2 files, 2 of them broken' | diff - said
}

# Each path that a page or the comment of a header names is there; and one that is gone is seen, wherever it stands.
paths() {
    repository "$TW_WORK/today"
    python3 -B "$checks/paths_test.py" "$TW_WORK/today"
    rm -r today
    mkdir -p broken/docs/old broken/tools
    : >broken/tools/run.cc
    printf '`tools/run` `tools/*.cc` `tools/gone` `x tools/old.c`\n```sh\nsh tools/new.sh\n```\n' >broken/README.md
    printf '`other/gone`\n`tools/*.py`\n' >broken/docs/old/a.md
    printf '/* See docs/a.md. */\nint i; /* docs/old/a.md */\n' >broken/a.h
    if python3 -B "$checks/paths_test.py" broken >said; then
        cat said
        fail "five broken paths are not seen"
    fi
    printf '%s is not there\n' 'README.md: tools/gone' 'README.md: tools/old.c' 'README.md: tools/new.sh' \
        'docs/old/a.md: tools/*.py' 'a.h: docs/a.md' >wanted
    { cat wanted && echo '8 paths, 5 of them broken'; } | diff - said
}

"$1"

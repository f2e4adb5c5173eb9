#!/bin/sh
# man -l shows each manual page without a warning, with all prototypes of the Markdown page whole. Wants TW_GENERATED and
# TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
need man
need groff
need_reference
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
LC_ALL=C.UTF-8 MANWIDTH=80
export LC_ALL MANWIDTH
pages=0

show() { # PAGE: into the file shown
    man --warnings=w -l "$1" >shown 2>warnings || return 1
    [ ! -s warnings ]
}

for page in "$TW_GENERATED"/docs/reference/man/*.3; do
    show "$page" || { cat warnings; echo "FAILED: $page"; exit 1; }
    markdown=$TW_GENERATED/docs/reference/$(basename "$page" .3).md
    [ "$(basename "$page")" != tw.3 ] || markdown=/dev/null
    sed -n '/^```c$/,/^```$/p' "$markdown" | grep '(.*);$' | sort -u >wanted || :
    sed 's/^ *//' shown >lines
    sed 's/^ *//' wanted | while IFS= read -r line; do
        grep -qxF -- "$line" lines || { echo "FAILED: $page does not show: $line"; exit 1; }
    done
    pages=$((pages + 1))
done
[ "$pages" -gt 20 ]

printf '.TH X 3\n.SH NAME\nx \\- y\n.no_such_request\n' >broken.3
! show broken.3 || { echo "FAILED: a warning is not seen"; exit 1; }
echo "ok: $pages pages"

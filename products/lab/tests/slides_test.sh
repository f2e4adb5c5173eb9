#!/bin/sh
# slides_test.sh PART [DRAW]: pictures, which wants tw_draw; slides; or screens, in Chromium. Wants TW_SOURCE and TW_WORK.
set -eu
. "$TW_SOURCE/tests/skip.sh"
draw=${2:-}
lab=$TW_SOURCE/products/lab
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"

fail() {
    echo "FAILED: $*"
    exit 1
}

# The slides show what tw_draw prints.
pictures() {
    cp "$lab/slides/slides.md" .
    sh "$TW_SOURCE/docs/algorithms/figures.sh" "$draw" "$TW_WORK/slides.md"
    diff "$lab/slides/slides.md" slides.md || fail "run docs/algorithms/figures.sh $draw products/lab/slides/slides.md"
    [ "$(grep -c '^```tw_draw\|^!\[' slides.md)" -ge 8 ] || fail "the slides have few pictures"
}

made() {
    need python3
    need make
    mkdir -p products docs
    cp -R "$lab" products && cp -R "$TW_SOURCE/docs/algorithms" docs
    rm -rf products/lab/build
    make -s -C products/lab slides
    page=products/lab/build/slides.html
}

screens() {
    need node
    need chromium
    packages=$(dirname "$TW_WORK")/playground_packages
    [ -f "$packages/fetched" ] || skip "the packages of npm were not fetched"
    made
    node "$lab/tests/screens_test.mjs" "$page" "$packages" "$(command -v chromium)"
}

# Each heading begins a slide. The page wants no other file, and its drawings are cut as the slides say.
slides() {
    made
    [ "$(grep -c '<section>' $page)" = "$(grep -c '^##* ' "$lab/slides/slides.md")" ] || fail "a heading is no slide"
    [ "$(grep -o 'src="data:image/svg' $page | wc -l)" = "$(grep -c '^!\[' "$lab/slides/slides.md")" ] || fail "a drawing is lost"
    ! grep -Eq '(src|href)="[^d]' $page || fail "the page wants another file"
    sed -n 's/.*svgView(viewBox(\(.*\))))$/\1/p' "$lab/slides/slides.md" | tr , ' ' >wanted
    grep -o 'base64,[^"]*' $page | sed 's/base64,//' | while read -r svg; do
        echo "$svg" | base64 -d | sed -n 's/.*<svg[^>]* viewBox="\([^"]*\)".*/\1/p' | head -n 1
    done | diff wanted - || fail "a drawing is cut otherwise"
}

"$1"
echo "ok: $1"

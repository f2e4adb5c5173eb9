#!/bin/sh
# reference_test.sh current|install|man|names: the pages of the reference that the build has made. Wants TW_SOURCE, TW_GENERATED
# and TW_WORK.
set -eu
# shellcheck source=/dev/null
. "$TW_SOURCE/tests/skip.sh"
[ "$1" != man ] || { need man && need groff; }
[ "$1" != names ] || { need gcc && need clang; }
need python3
need_reference
reference=$TW_GENERATED/docs/reference checks=$TW_SOURCE/tests/reference
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
fail() { echo "FAILED: $*"; exit 1; }

# The pages are what tools/reference makes of the headers now, and every example is quoted on its page.
current() {
    python3 -B "$TW_SOURCE/tools/reference" pages
    diff -r pages "$reference" ||
        fail "< is what the headers say now, > is of an earlier build: build the target generated"
    for example in "$TW_SOURCE"/docs/reference/examples/*.c; do
        grep -q "$(basename "$example")" "pages/$(basename "$example" .c).md" || fail "no page quotes $example"
    done

    # Lines of a comment that stand further in, as lists of functions do, stay lines.
    for line in 'tw_window bool name_cancel(t, w)' 'tw_shards struct name_shard [*]name_home(x)' \
        'tw_post_arm size_t timers_drain(struct timers [*]t,' 'tw_tick burst   one firing'; do
        grep -q "^     *${line#* }" "pages/${line%% *}.md" || fail "no line of its own: $line"
    done

    python3 -B "$TW_SOURCE/tools/reference" --help >said
    grep -q 'writes the reference' said || fail "--help"
    status=0
    python3 -B "$TW_SOURCE/tools/reference" --no-such-option 2>said || status=$?
    [ "$status" = 2 ] && grep -q 'try --help' said || fail "an unknown option"
    echo "ok: $(find pages -name '*.md' | wc -l) pages"
}

installed() { # OPTION...: below usr
    rm -rf usr
    cmake -S "$TW_SOURCE" -B build -DTW_TESTS=OFF -DTW_TOOLS=OFF -DTW_EXAMPLES=OFF -DTW_BENCH=OFF "$@" >said 2>&1 &&
        cmake --install build --prefix "$TW_WORK/usr" >>said 2>&1 || { cat said; fail "cmake $*"; }
}

# CMake installs from the repository the manual pages of today's headers, and none where it finds no python3.
install() {
    installed
    diff -r "$reference/man" usr/share/man/man3 || fail "> is installed"
    installed -DTW_PYTHON3=/none
    [ -f usr/include/tw/node.h ] || fail "no header is installed"
    old=$(find usr -name '*.3')
    [ -z "$old" ] || fail "without python3 are installed: $old"
    echo "ok"
}

show() { # PAGE: into the file shown
    man --warnings=w -l "$1" >shown 2>warnings || return 1
    [ ! -s warnings ]
}

# man -l shows each manual page without a warning, with all prototypes of the Markdown page whole.
man_shows() {
    export LC_ALL=C.UTF-8 MANWIDTH=80
    pages=0
    for page in "$reference"/man/*.3; do
        show "$page" || { cat warnings; fail "$page"; }
        markdown=$reference/$(basename "$page" .3).md
        [ "$(basename "$page")" != tw.3 ] || markdown=/dev/null
        sed -n '/^```c$/,/^```$/p' "$markdown" | grep '(.*);$' | sort -u >wanted || :
        sed 's/^ *//' shown >lines
        sed 's/^ *//' wanted | while IFS= read -r line; do
            grep -qxF -- "$line" lines || fail "$page does not show: $line"
        done
        pages=$((pages + 1))
    done
    [ "$pages" -gt 20 ] || fail "only $pages pages"

    printf '.TH X 3\n.SH NAME\nx \\- y\n.no_such_request\n' >broken.3
    ! show broken.3 || fail "a warning is not seen"
    echo "ok: $pages pages"
}

# Every public name has an entry, and one that is taken away is missed.
names() {
    python3 -B "$checks/names_test.py" "$TW_SOURCE" "$reference"
    cp -r "$reference"/. .
    sed -i '/^| `tw_forward` |/d; s/^| `tw_idle` |/| `tw_idler` |/' README.md
    sed -i 's/tw_coalesce/&d/' tw_tick.md
    python3 -B "$checks/names_test.py" "$TW_SOURCE" "$TW_WORK" >said && fail "four faults are not seen"
    printf '%s\n' 'tw_forward has no entry in the reference' 'tw_idle has no entry in the reference' \
        'tw_idler has an entry, but the headers have no such name' 'tw_coalesce: its page does not tell of it' \
        'tw_idler: its page does not tell of it' | diff - said
}

case $1 in
current | install | names) "$1" ;;
man) man_shows ;;
esac

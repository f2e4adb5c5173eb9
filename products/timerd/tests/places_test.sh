#!/bin/sh
# places_test.sh ENGINE PROGRAM: timers are in the order of (due, id) whatever bytes their ids have; the window finds each when
# it reads them one at a time. TAKE gives all that is ready, however large, and DEAD all that is dead, page by page.
set -eu
# shellcheck source=/dev/null
. "$TW_SOURCE/products/timerd/tests/lib.sh"
need python3
places() { python3 "$TW_SOURCE/products/timerd/tests/places.py" t.sock "$@" || fail "see above"; }
are_loaded() { [ "$(stat t loaded)" -gt 20 ] || [ "$(now t)" -ge $due ]; }
read_again() {
    places arm $due
    stop t
    start t --lease 1h --attempts 1 --batch 1 --window 1h
    until_ are_loaded
    loaded=$(stat t loaded)
}
start t --lease 1h
early t 6000 read_again
same "timers in memory" 21 "$loaded"
places fire
stop t

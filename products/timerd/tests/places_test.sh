#!/bin/sh
# places_test.sh ENGINE PROGRAM: timers are in the order of (due, id) whatever bytes their ids have; the window finds each when
# it reads them one at a time. TAKE gives all that is ready, however large, and DEAD all that is dead, page by page.
set -eu
# shellcheck source=/dev/null
. "$TW_SOURCE/products/timerd/tests/lib.sh"
need python3
start t --lease 1h
python3 "$TW_SOURCE/products/timerd/tests/places.py" t.sock arm || fail "see above"
stop t
start t --lease 1h --attempts 1 --batch 1 --window 1h
until_ stat_above t loaded 20
python3 "$TW_SOURCE/products/timerd/tests/places.py" t.sock fire || fail "see above"
stop t

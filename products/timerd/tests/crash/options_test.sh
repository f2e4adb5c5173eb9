#!/bin/sh
# options_test.sh CRASH_TEST: help ends with status 0; a bad option with status 2, one line that names it, and no run.
set -eu
crash_test=$1

"$crash_test" --help | grep -q -- '--store-kills' || { echo "FAILED: --help does not list --store-kills"; exit 1; }

refused() {
    wanted=$1
    shift
    status=0
    said=$("$crash_test" "$@" 2>&1) || status=$?
    case $status.$said in
    2."crash_test: $wanted: "*) ;;
    *) echo "FAILED: $* ends with status $status and says: $said"; exit 1 ;;
    esac
    [ "$(echo "$said" | wc -l)" = 1 ] || { echo "FAILED: $* is refused in more than one line"; exit 1; }
}
refused --store
refused --timerd --store lmdb
refused --store --timerd x --store other
refused --kills --timerd x --store lmdb --kills
refused --kills --timerd x --store lmdb --kills -1
refused --kills --timerd x --store lmdb --kills 1x
refused --other --timerd x --store lmdb --other 1
refused "--store lmdb" --timerd x --store lmdb --store-kills 1
refused --promotions --timerd x --store redis --promotions 1
refused --stops --timerd x --store redis --stops 1 --timerds 1
echo "ok: bad options are refused"

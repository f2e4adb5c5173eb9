#!/bin/sh
# debian_test.sh BUILD: the package for Debian has what is installed and its unit at their places, and its program runs.
set -eu
. "$TW_SOURCE/tests/skip.sh"
need dpkg-deb
need dpkg-shlibdeps
need strip
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
sh "$TW_SOURCE/products/timerd/debian.sh" "$1/timerd" .
dpkg-deb -x ./timerd_*.deb root
cmake --install "$1/timerd" --component timerd --prefix "$PWD/usr" >log
{
    echo ./etc/default/timerd
    find ./usr -type f
} | sort >wanted
(cd root && find . -type f | sort) | diff -u wanted -
# shellcheck disable=SC2016 # systemd replaces it
grep -qx 'ExecStart=/usr/bin/timerd $TIMERD_OPTIONS' root/usr/lib/systemd/system/timerd.service || {
    echo "FAILED: the unit starts: $(grep ExecStart root/usr/lib/systemd/system/timerd.service)"
    exit 1
}
[ "$(root/usr/bin/timerd --version | sed 's/ (.*//; s/-/~/')" = "timerd $(dpkg-deb -f ./timerd_*.deb Version)" ]
dpkg-deb -f ./timerd_*.deb Depends | grep -q hiredis || {
    echo "FAILED: it depends on $(dpkg-deb -f ./timerd_*.deb Depends)"
    exit 1
}

#!/bin/sh
# unit_test.sh BUILD: what `cmake --install --component timerd` installs; systemd finds the unit sound, and gives it an
# exposure of 2.5 at most.
set -eu
. "$TW_SOURCE/tests/skip.sh"
need systemd-analyze
need python3
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
cmake --install "$1/timerd" --component timerd --prefix "$PWD/usr" >log
(cd usr && find . -type f | sort) >files
cat >wanted <<'END'
./bin/timerd
./lib/systemd/system/timerd.service
./share/doc/timerd/PROTOCOL.md
./share/doc/timerd/README.md
./share/timerd/cron.mjs
./share/timerd/timerd.h
./share/timerd/timerd.mjs
./share/timerd/timerd.py
END
diff -u wanted files
version=$(sed -n 's/^#define TW_VERSION  *"\(.*\)"/\1/p' "$TW_SOURCE/node.h")
usr/bin/timerd --version | grep -qx "timerd $version\( (.*)\)\{0,1\}" || { echo "FAILED: --version"; exit 1; }
unit=usr/lib/systemd/system/timerd.service
grep -q "^ExecStart=$PWD/usr/bin/timerd " $unit || { echo "FAILED: ExecStart is not what was installed"; exit 1; }
systemd-analyze security --offline=true $unit >security || true
exposure=$(sed -n 's/.*Overall exposure level for .*: \([0-9.]*\) .*/\1/p' security)
echo "exposure: $exposure"
python3 -c "import sys; sys.exit(not 0 < $exposure <= 2.5)" || { cat security; exit 1; }

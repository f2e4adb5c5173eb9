#!/bin/sh
# debian.sh BUILD TO: a package of timerd for Debian, of what BUILD has, in the folder TO. dpkg-deb and dpkg-shlibdeps make it.
set -eu
build=$1 to=$2
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
cmake --install "$build" --component timerd --prefix "$room/root/usr" >/dev/null
sed -i "s,$room/root,," "$room/root/usr/lib/systemd/system/timerd.service"
strip "$room/root/usr/bin/timerd"
mkdir -p "$room/root/DEBIAN" "$room/root/etc/default" "$room/debian"
echo '# TIMERD_OPTIONS="--store lmdb:/var/lib/timerd --listen 7379"' >"$room/root/etc/default/timerd"
echo /etc/default/timerd >"$room/root/DEBIAN/conffiles"
printf 'Source: timerd\n\nPackage: timerd\nArchitecture: any\n' >"$room/debian/control"
depends=$(cd "$room" && dpkg-shlibdeps -O root/usr/bin/timerd | sed 's/^shlibs:Depends=//')
version=$("$room/root/usr/bin/timerd" --version | sed 's/^timerd //; s/ (.*//; s/-/~/')
cat >"$room/root/DEBIAN/control" <<END
Package: timerd
Version: $version
Architecture: $(dpkg --print-architecture)
Maintainer: the authors of timerd <timerd@localhost>
Depends: $depends
Section: net
Priority: optional
Description: server of timers that survive
 Timers survive kill -9 and power cuts, in LMDB, PostgreSQL or Redis.
 Clients speak the protocol of Redis.
END
dpkg-deb --build --root-owner-group "$room/root" "$to" >/dev/null

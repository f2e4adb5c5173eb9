#!/bin/sh
# container_test.sh lmdb PROGRAM: the image of Containerfile is built, over a Debian that debootstrap makes, since no registry is
# asked, and beside a build folder of another place. It runs with its own options, not as root; and a timer that was armed
# in a folder of the host waits for the next container there, and fires.
set -eu
# shellcheck source=/dev/null
. "$TW_SOURCE/products/timerd/tests/lib.sh"
need buildah
need debootstrap
[ "$(id -u)" = 0 ] || skip "only root makes a Debian"
# shellcheck disable=SC2016 # apt replaces it
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Codename: bookworm' | head -n 1)
[ -n "$mirror" ] || skip "apt has no source of bookworm here"

images() { buildah --storage-driver overlay --root "$PWD/images" --runroot "$PWD/run" "$@"; }
clean() {
    redis-cli -s room/timerd.sock SHUTDOWN >>log 2>&1 || true
    images rm --all >>log 2>&1 || true
    umount images/overlay >>log 2>&1 || true
    rm -rf --one-file-system images run root tree
}
# shellcheck disable=SC2154 # set in it
trap 'status=$?; clean; finish $status' EXIT
debootstrap --variant=minbase bookworm root "$mirror" >>log 2>&1 || fail "no Debian was made: $(tail -n 3 log)"
printf 'FROM scratch\nCOPY . /\n' >base
images build -q -t localhost/debian:12-slim -f base root >>log
mkdir -p tree/build/timerd
(cd "$TW_SOURCE" && tar --exclude=./.git --exclude=./build -cf - .) | tar -C tree -xf -
echo 'CMAKE_HOME_DIRECTORY:INTERNAL=/elsewhere' >tree/build/timerd/CMakeCache.txt
images build -q --pull-never --isolation chroot -t localhost/timerd -f tree/products/timerd/Containerfile tree >>log 2>&1 ||
    fail "no image was built: $(tail -n 5 log)"

# run COMMAND...: in a container whose /run/timerd is the folder `room`; until it is ready.
run() {
    : >ready # or the last one is taken for ready, while the new one has not emptied it
    images run --isolation chroot -v "$PWD/room:/run/timerd:U" "$container" -- "$@" >ready 2>room.err &
    running=$!
    started="$started $running"
    until_ grep -q '^timerd: ready on /run/timerd/timerd.sock$' ready
}
ends() {
    same "SHUTDOWN" OK "$(ask room/timerd SHUTDOWN)"
    wait "$running" || fail "it ends with status $?"
}
mkdir room
container=$(images from --pull-never localhost/timerd)
# shellcheck disable=SC2046 # words
set -- $(images inspect --format '{{range .OCIv1.Config.Entrypoint}}{{.}} {{end}}{{range .OCIv1.Config.Cmd}}{{.}} {{end}}' "$container")
run "$@"
[ -n "$(find room/timerd.sock ! -user root)" ] || fail "it runs as root"
ask room/timerd ARM tea 1 x >>log
same "TAKE" tea "$(raw room/timerd TAKE 1 BLOCK 60000 | sed -n 1p)"
ends

run timerd --store lmdb:/run/timerd/store --listen /run/timerd/timerd.sock --socket-mode 666
due=$(($(now room/timerd) + 2000))
same "ARM" OK "$(ask room/timerd ARM cake $due x)"
ends
[ -s room/store/data.mdb ] || fail "its store is not in the folder of the host"
run timerd --store lmdb:/run/timerd/store --listen /run/timerd/timerd.sock --socket-mode 666
same "TAKE" "cake $due" "$(raw room/timerd TAKE 1 BLOCK 60000 | sed -n '1p;3p' | paste -s -d ' ' -)"
ends

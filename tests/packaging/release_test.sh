#!/bin/sh
# The archives of a release hold the same, byte for byte whenever they are made, and what a user needs: programs compile
# from them, and CMake installs them. In a copy of the repository. Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
need git
need cc
need python3
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK/copy" && cd "$TW_WORK"
fail() { echo "FAILED: $*"; exit 1; }

(cd "$TW_SOURCE" && tar --exclude=./.git --exclude=./build -cf - .) | tar -C copy -xf -
export HOME="$TW_WORK" GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a
cd copy
printf '# Changes\n\n## Unreleased\n' >CHANGELOG.md
version=7.9.0 name=tw-7.9.0
tools/release --write $version 2>../out
git init -q . && git add . && git commit -qm release
tools/generate ../fresh >../out

# The archives, made twice, with other times, another time zone and other rights.
tools/release >../out 2>&1 || { cat ../out; fail "nothing is wrong, and it is refused"; }
mv build/release ../first
find . -name .git -prune -o -type f -exec touch -d '2001-02-03' {} +
(umask 077 && TZ=X-5:45 tools/release >../out 2>&1) || { cat ../out; fail "the second time"; }
(cd build/release && sha256sum --quiet -c SHA256SUMS && sha256sum --quiet -c "$TW_WORK/first/SHA256SUMS") || fail "checksums"
[ "$(ls build/release | tr '\n' ' ')" = "SHA256SUMS bazel $name.tar.gz $name.zip " ] || fail "other files than four"
python3 - "$version" build/release <<'END' || fail "the files for Bazel's registry"
import base64, hashlib, json, pathlib, sys
version, folder = sys.argv[1], pathlib.Path(sys.argv[2])
module = folder / "bazel/modules/tw"
source = json.loads((module / version / "source.json").read_text())
metadata = json.loads((module / "metadata.json").read_text())
archive = folder / source["url"].rpartition("/")[2]
assert source["integrity"] == "sha256-" + base64.b64encode(hashlib.sha256(archive.read_bytes()).digest()).decode()
assert source["strip_prefix"] == archive.name[:-len(".tar.gz")] and metadata["versions"] == [version]
assert (module / version / "MODULE.bazel").read_text() == pathlib.Path("MODULE.bazel").read_text()
END
cd ..
mkdir tar zip
tar -C tar -xf copy/build/release/$name.tar.gz
(cd zip && cmake -E tar xf ../copy/build/release/$name.zip)
diff -r tar zip || fail "the archives differ"
for file in LICENSE README.md CHANGELOG.md docs/design.md examples debug.h dist/tw.h library.json meson.build packaging; do
    [ -e tar/$name/$file ] || fail "the archive lacks $file"
done
for folder in tests bench tools products .git .ci build; do
    [ ! -e tar/$name/$folder ] || fail "the archive holds $folder"
done

for folder in dist docs/reference; do
    diff -r -x examples fresh/$folder tar/$name/$folder || fail "> is in the archive, < is made of its headers"
done

# A program of the headers, one of a file of dist/, and an installation.
cat >program.c <<'END'
TW_TIMERS_OF(timers, hwheel)
static int fired;
static void fire(struct tw_node *n, tw_tick now) { fired += n->due <= now; }
int main(void) {
    static struct timers set;
    struct tw_node n = TW_NODE(fire);
    return TW_VERSION_NUMBER == 70900 && TW_VERSION[0] && timers_add(&set, &n, 5) && timers_advance(&set, 5) == 1 ? 0 : 1;
}
END
for headers in "hwheel.h timers.h" dist/tw_hwheel.h dist/tw.h; do
    { for header in $headers; do echo "#include \"$header\""; done; cat program.c; } >with.c
    cc -Itar/$name with.c -o with && ./with || fail "a program with $headers"
done
cmake -S tar/$name -B installing -DCMAKE_INSTALL_PREFIX="$TW_WORK/installed" -DCMAKE_BUILD_TYPE=Release \
    -DTW_EXAMPLES=OFF >out 2>&1 && cmake --install installing >out 2>&1 || { cat out; fail "cmake --install"; }
for header in tar/$name/*.h*; do
    cmp "$header" "installed/include/tw/$(basename "$header")" || fail "the installation"
done
diff -r fresh/docs/reference/man installed/share/man/man3 || fail "the manual pages of the installation"
echo "ok: $name"

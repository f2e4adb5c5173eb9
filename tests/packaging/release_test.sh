#!/bin/sh
# tools/release sees every file that says another version, makes the generated files anew, and sees what is not committed;
# its archives hold the same, byte for byte whenever they are made, and what a user needs: programs compile from them, and
# CMake installs them. All in a copy of the repository. Wants TW_SOURCE and TW_WORK.
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
echo '/* old */' >>dist/tw.h
echo old >docs/reference/tw_gone.md
sed '/^## Unreleased/,/^## [0-9]/{/^## [0-9]/!d;}' CHANGELOG.md >../changed && cp ../changed CHANGELOG.md
git init -q . && git add . && git commit -qm old
version=$(sed -n 's/^#define TW_VERSION .*"\(.*\)"/\1/p' node.h)
name=tw-$version

# Bad input, and what must not pass: the message names the file.
tools/release --help | grep -q 'tools/release --check' || fail "--help"
tools/release --chekc >../out 2>&1 && fail "an unknown option is taken"
[ $? -eq 2 ] && [ "$(wc -l <../out)" -eq 1 ] || fail "an unknown option: status or message"

# Old generated files pass all the time, but not in a release, which makes them anew: then they are to be committed.
tools/release --check || fail "between releases the generated files may be old"
tools/release >../out 2>&1 && fail "old generated files are released"
for line in ' M dist/tw.h' ' D docs/reference/tw_gone.md' 'release:.*not committed'; do
    grep -q "^$line" ../out || { cat ../out; fail "no line $line"; }
done
git add . && git commit -qm release
tools/generate ../fresh >../out

refused() { # COUNT OPTION WORD...: the release is refused, with so many lines, one of which has each word
    count=$1 option=$2
    shift 2
    if tools/release $option >../out 2>&1; then fail "it is not seen: $*"; fi
    [ "$(grep -c '^release:' ../out)" -eq "$count" ] || { cat ../out; fail "not $count lines for $*"; }
    for word; do grep -q "^release:.*$word" ../out || { cat ../out; fail "no line for $word"; }; done
    git checkout -q .
}
manifests="CHANGELOG.md CMakeLists.txt MODULE.bazel idf_component.yml library.json library.properties meson.build
    packaging/conan/conanfile.py packaging/vcpkg/tw/vcpkg.json"
others="docs/packages.md timerd/tests/requests.out" # four lines, and two
words=
for file in $manifests $others; do
    sed "s/$(echo "$version" | sed 's/\./[.]/g')/$version.9/" "$file" >../changed
    cp ../changed "$file"
    words="$words $file.says.'$version.9'"
done
# shellcheck disable=SC2086
refused 15 --check $words
rm $manifests
# shellcheck disable=SC2046,SC2086
refused 9 --check $(printf '%s.is.missing ' $manifests)
sed 's/^\(#define TW_VERSION_NUMBER\) .*/\1 99999/' node.h >../changed
cp ../changed node.h
refused 1 --check TW_VERSION_NUMBER
sed 's/^## 0/## Unreleased\n\n## 0/' CHANGELOG.md >../changed && cp ../changed CHANGELOG.md
refused 2 '' no.release not.committed
echo junk >README.md
refused 1 '' not.committed
touch new_file
refused 1 '' not.committed
rm new_file

# The archives, made twice, with other times, another time zone and other rights.
tools/release >../out 2>&1 || { cat ../out; fail "nothing is wrong, and it is refused"; }
mv build/release ../first
find . -name .git -prune -o -type f -exec touch -d '2001-02-03' {} +
(umask 077 && TZ=X-5:45 tools/release >../out 2>&1) || { cat ../out; fail "the second time"; }
(cd build/release && sha256sum --quiet -c SHA256SUMS && sha256sum --quiet -c "$TW_WORK/first/SHA256SUMS") || fail "checksums"
[ "$(ls build/release | tr '\n' ' ')" = "SHA256SUMS $name.tar.gz $name.zip " ] || fail "other files than three"
cd ..
mkdir tar zip
tar -C tar -xf copy/build/release/$name.tar.gz
(cd zip && cmake -E tar xf ../copy/build/release/$name.zip)
diff -r tar zip || fail "the archives differ"
for file in LICENSE README.md docs/design.md examples debug.h dist/tw.h $manifests; do
    [ -e tar/$name/$file ] || fail "the archive lacks $file"
done
for folder in tests bench tools traces timerd playground .git .ci build; do
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
    return TW_VERSION_NUMBER >= 100 && TW_VERSION[0] && timers_add(&set, &n, 5) && timers_advance(&set, 5) == 1 ? 0 : 1;
}
END
for headers in "hwheel.h timers.h" dist/tw_hwheel.h dist/tw.h; do
    { for header in $headers; do echo "#include \"$header\""; done; cat program.c; } >with.c
    cc -Itar/$name with.c -o with && ./with || fail "a program with $headers"
done
cmake -S tar/$name -B installing -DCMAKE_INSTALL_PREFIX="$TW_WORK/installed" -DCMAKE_BUILD_TYPE=Release \
    -DTW_EXAMPLES=OFF >out 2>&1 && cmake --install installing >out 2>&1 || { cat out; fail "cmake --install"; }
for header in tar/$name/*.h; do
    cmp "$header" "installed/include/tw/$(basename "$header")" || fail "the installation"
done
diff -r fresh/docs/reference/man installed/share/man/man3 || fail "the manual pages of the installation"
echo "ok: $name"

#!/bin/sh
# versions_test.sh: the version of this tree is the same everywhere; tools/release writes another one into every file that
# says it, between releases and of a release, sees each file that says a third one, and what is not committed; bad input
# changes nothing. By day between releases alone. In a copy of the repository. Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
need git
need cc
need python3
need cmake
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK/copy" && cd "$TW_WORK"
fail() { echo "FAILED: $*"; exit 1; }

(cd "$TW_SOURCE" && tar --exclude=./.git --exclude=./build -cf - .) | tar -C copy -xf -
export HOME="$TW_WORK" GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a
cd copy
tools/release --check || fail "the versions of this tree"
printf '# Changes\n\n## Unreleased\n\n- one\n\n## 7.8.8\n' >CHANGELOG.md
git init -q . && git add . && git commit -qm old

# Bad input: one line.
tools/release --help | grep -q 'tools/release --check' || fail "--help"
for wrong in --chekc --write "--write 7.9" "--write 7.9.1-dev" "--write 7.9.99" "--write v7.9.0"; do
    # shellcheck disable=SC2086
    tools/release $wrong >../out 2>&1 && fail "$wrong is taken"
    [ "$(wc -l <../out)" -eq 1 ] && git diff --quiet || fail "$wrong: message or change"
done

refused() { # COUNT OPTION WORD...: the release is refused, with so many lines, one of which has each word
    count=$1 option=$2
    shift 2
    if tools/release $option >../out 2>&1; then fail "it is not seen: $*"; fi
    [ "$(grep -c '^release:' ../out)" -eq "$count" ] || { cat ../out; fail "not $count lines for $*"; }
    for word; do grep -q "^release:.*$word" ../out || { cat ../out; fail "no line for $word"; }; done
    git checkout -q .
}
number() { # WANTED: the number of node.h
    printf '#include "node.h"\n#if TW_VERSION_NUMBER != %s\n#error\n#endif\n' "$1" | cc -I. -E - >../out || fail "not $1"
}

# What the products print: the version, the commit, and whether files differ; without the commit, where this folder is no
# repository, though a folder around it is one.
tree() { # COMMIT
    cmake -DTO="$TW_WORK/tree.h" -DFROM="$PWD" -P tools/tree.cmake
    printf '#define TW_TREE "%s%s"\n' "$(sed -n 's/^#define TW_VERSION  *"\(.*\)"/\1/p' node.h)" "$1" | diff - ../tree.h ||
        fail "tools/tree.cmake: $1"
}
commit=$(git rev-parse --short=12 HEAD)
tree " ($commit)"
echo '/* changed */' >>node.h
tree " ($commit-dirty)"
git checkout -q .
mv .git ../.git && tree "" && mv ../.git .

# Between releases: a number of its own, the last commit on the pages that fetch, and no archives.
tools/release --write 7.9.0-dev 2>../out && number 70899 && tools/release --check || fail "between releases"
git add . && git commit -qm dev
grep -q " GIT_TAG $(git rev-parse HEAD~1))" docs/packages.md && grep -q '^## Unreleased' CHANGELOG.md || fail "the last commit"
refused 1 '' 7.9.0-dev.is.of.no.release
sed 's/^## 7.8.8/## 7.9.0/' CHANGELOG.md >../changed && cp ../changed CHANGELOG.md
refused 1 --check CHANGELOG.md.says.*no.release.before
sed 's/^revision .*/revision 0123456789abcdef0123456789abcdef01234567/' packaging/manifest >../changed
cp ../changed packaging/manifest
refused 7 --check this.repository.has.no.commit.0123456789 packages.md.says projects.txt.says tw.rb.says package.py.says
[ -z "${TW_DAY-}" ] || { echo "ok: between releases" && exit 0; }

# A release: its heading is that of the section Unreleased; what is generated says it, and is committed.
version=7.9.0 name=tw-7.9.0
tools/release --write $version 2>../out && number 70900 && grep -q '^## 7.9.0' CHANGELOG.md || fail "a release"
echo '/* old */' >>dist/tw.h
echo old >docs/reference/tw_gone.md
git add . && git commit -qm old
tools/release >../out 2>&1 && fail "old generated files are released"
for line in ' M dist/tw.h' ' D docs/reference/tw_gone.md' 'release:.*not committed'; do
    grep -q "^$line" ../out || { cat ../out; fail "no line $line"; }
done
git add . && git commit -qm release

manifests="CMakeLists.txt Cargo.toml MODULE.bazel idf_component.yml library.json library.properties meson.build package.json
    packaging/conan/conanfile.py packaging/debian/changelog packaging/homebrew/tw.rb packaging/nix/default.nix
    packaging/spack/package.py packaging/vcpkg/tw/vcpkg.json"
words=
for file in $manifests CHANGELOG.md docs/packages.md tests/packaging/projects/projects.txt products/timerd/tests/requests.out; do
    sed "s/$version/$version.9/" "$file" >../changed
    cp ../changed "$file"
    words="$words $file.says.'$version.9'"
done
# shellcheck disable=SC2086
refused 26 --check $words
rm $manifests
# shellcheck disable=SC2046,SC2086
refused 14 --check $(printf '%s.is.missing ' $manifests)
sed 's/^\(#define TW_VERSION_NUMBER\) .*/\1 99999/' node.h >../changed
cp ../changed node.h
refused 1 --check TW_VERSION_NUMBER
sed 's/^## 7.9.0/## Unreleased\n\n- two\n\n&/' CHANGELOG.md >../changed && cp ../changed CHANGELOG.md
refused 1 --check no.release
grep -q 'GIT_TAG v7.9.0)' docs/packages.md || fail "the tag of a release"

# Each fact of the manifest is missed in each file that says it, and is written there.
sed 's|^\([a-z]*\) .*|\1 https://elsewhere|; s|^revision .*|revision v7.9.0|' packaging/manifest >../changed
cp ../changed packaging/manifest
if tools/release --check >../out 2>&1; then fail "other facts are not seen"; fi
said=$(grep -c '^release:' ../out)
tools/release --write $version 2>../out && tools/release --check >../out || { cat ../out; fail "other facts are not written"; }
[ "$said" -ge 44 ] || fail "$said places of facts"
! git grep -n 'example[.]org/tw\|MIT-0"\|The tw authors' -- '*.json' '*.toml' '*.yml' '*.py' '*.rb' '*.lua' '*.nix' '*.build' \
    packaging/debian/control library.properties docs/packages.md tests/packaging/projects ':!products' || fail "an old fact"
git checkout -q .
echo junk >README.md
refused 1 '' not.committed
touch new_file
refused 1 '' not.committed
rm new_file
echo "ok"

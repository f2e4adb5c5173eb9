#!/bin/sh
# SPDX-License-Identifier: MIT-0
# build.sh WORK GENERATED PLAYGROUND: makes the site in WORK/html, from the repository, the reference in GENERATED, and the
# playground's folder, if that is there. TW_SITE_REPOSITORY is the address for edit links, TW_SITE_VERSIONS names folders of
# releases beside the pages. Wants npm.
set -eu
[ $# -eq 3 ] || { echo "usage: build.sh WORK GENERATED PLAYGROUND" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd) work=$1 generated=$2 playground=$3
TW_SOURCE=$(dirname "$(dirname "$here")")
. "$TW_SOURCE/tests/npm.sh"
npm_fetch "$here" "$work/packages"
rm -rf "$work/stage" "$work/html"
mkdir -p "$work/stage/pages"
(cd "$TW_SOURCE" && tar --exclude=./.git --exclude=./build --exclude=node_modules --exclude='./docs/reference/*.md' --exclude=./docs/reference/man -cf - .) |
    tar -C "$work/stage/pages" -xf -
cp "$generated"/docs/reference/*.md "$work/stage/pages/docs/reference"
cp -R "$generated/dist" "$work/stage/pages"
cp -R "$here"/*.js "$here/_includes" "$here/assets" "$here/package.json" "$work/stage"
ln -s ../packages/node_modules "$work/stage/node_modules"
if [ -f "$playground/draw.wasm" ]; then # its folder is also one of CMake
    mkdir -p "$work/stage/products/playground"
    (cd "$playground" && tar --exclude='*CMake*' --exclude='*.cmake' --exclude=./tests -cf - .) | tar -C "$work/stage/products/playground" -xf -
fi

version=$(sed -n 's/^#define TW_VERSION  *"\(.*\)"$/\1/p' "$TW_SOURCE/node.h")
commit=$(git -C "$TW_SOURCE" rev-parse --short HEAD 2>/dev/null || :)
versions=
for v in ${TW_SITE_VERSIONS:-}; do versions="$versions${versions:+, }\"$v\""; done
printf '{"version": "%s", "commit": "%s", "repository": "%s", "versions": [%s]}\n' "$version" "$commit" \
    "${TW_SITE_REPOSITORY:-https://example.org/tw}" "$versions" >"$work/stage/build.json"

cd "$work/stage"
ELEVENTY_RUN_MODE=build node node_modules/@11ty/eleventy/cmd.cjs --quiet
if [ -d products/playground ]; then # its pages get links to those of the site
    mkdir -p html/products/playground
    cp -R products/playground/. html/products/playground
    sed -i -e 's|^  </nav>|    <a href="../../index.html">Docs</a>\n&|' \
        -e 's|<cite class="doc">\(docs/[a-z-]*\)[.]md</cite>|<a href="../../\1.html">\1.md</a>|' \
        -e 's|<cite class="doc">\(docs/[a-z-]*\)</cite>|<a href="../../\1/index.html">\1</a>|' \
        html/products/playground/index.html html/products/playground/timing-wheels.html
fi
mv html "$work/html"

#!/bin/sh
# build.sh: compiles wheel.c into tw.wasm beside it, by the clang that CLANG names. npm runs it before it packs.
# On Debian 12: apt-get install clang lld
set -eu
cd "$(dirname "$0")"
clang=${CLANG:-clang}
command -v "$clang" >/dev/null || { echo "build.sh: no $clang here (Debian: clang lld)" >&2; exit 2; }
"$clang" --target=wasm32 -std=c11 -Oz -mbulk-memory -ffreestanding -nostdlib -fno-builtin \
    -Wall -Wextra -Werror -I../../include -Wl,--no-entry -Wl,--strip-all -Wl,-z,stack-size=4096 \
    wheel.c -o tw.wasm

#!/bin/sh
# codespell knows no misspelling in any text of ours, and in what today's sources generate; the words in spelling.words are
# meant. Wants TW_SOURCE, TW_GENERATED and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
need codespell
mkdir -p "$TW_WORK"
cd "$TW_SOURCE"
printf 'rec%s\n' ieve >"$TW_WORK/known" # a codespell without a dictionary does not find this
if codespell "$TW_WORK/known" >/dev/null; then echo "FAILED: codespell takes anything"; exit 1; fi
skipped=./.git,./build,./playground/vendor
released="./dist,./docs/reference/*.md,./docs/reference/man"
codespell --check-hidden --skip "$skipped,$released" --ignore-words tests/packaging/spelling.words . "$TW_GENERATED" ||
    { echo "FAILED: correct these words, or add those that are meant to tests/packaging/spelling.words"; exit 1; }

#!/bin/sh
# style_test.sh format|spelling: how the C is laid out, and how all is spelled. Wants TW_SOURCE, TW_GENERATED and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
mkdir -p "$TW_WORK"
cd "$TW_SOURCE"

# Layout is decided by .clang-format, version 14, which leaves comments alone: no line is longer than 100 columns. No
# function is longer than 40 lines: in this layout it begins with a name in the first column, and a brace there ends it.
# JavaScript is laid out by hand, in as many columns. dist/ is made of the headers, and two of its
# files stand for all: tw.h header by header, since for all of it at once clang-format takes half a minute.
format() {
    assembly
    need clang-format
    clang-format --version | grep -q 'version 14\.' || skip "clang-format is not version 14"
    rm -rf "$TW_WORK/tw" && mkdir "$TW_WORK/tw"
    awk -v folder="$TW_WORK/tw/" '/^\/\* [a-z0-9_]+\.h - / { file = folder $2; blank = "" }
        NF == 0 { blank = blank "\n"; next }
        { printf "%s%s\n", blank, $0 >(file ? file : folder "begin.h"); blank = "" }' "$TW_GENERATED/dist/tw.h"
    [ "$(ls "$TW_WORK/tw" | wc -l)" -gt 20 ] || { echo "FAILED: tw.h was not divided into its headers"; exit 1; }
    files=$(find ./*.h include src tests tools examples bench docs products integrations "$TW_WORK/tw" \
        "$TW_GENERATED/dist/tw_watch.h" \( -name '*.h' -o -name '*.c' -o -name '*.cc' \) -print)
    printf '%s\n' "$files" | tr '\n' '\0' | xargs -0 awk '
        length > 100 { print FILENAME ":" FNR ": over 100 columns"; n++ }
        /^[A-Za-z]/ { begin = FNR }
        $0 == "}" && FNR - begin >= 40 { print FILENAME ":" begin ": a function of over 40 lines"; n++ }
        END { exit n > 0 }'
    find . \( -name build -o -name node_modules -o -name vendor -o -name .git \) -prune -o -name '*.[cm]js' -print -o -name '*.js' -print |
        xargs awk 'length > 100 { print FILENAME ":" FNR ": over 100 columns"; n++ } END { exit n > 0 }'
    printf '%s\n' "$files" | tr '\n' '\0' | xargs -0 clang-format --style=file:.clang-format --dry-run -Werror
}

# No header has an instruction of inline assembly. The one statement of it, TW__KEEP of compiler.h, is empty.
assembly() {
    found=$(PYTHONPATH=tests python3 -B -c 'if True:
        import ctokens, sys
        for name in sys.argv[1:]:
            words = [word for word, _, _ in ctokens.lexemes(open(name, encoding="utf-8").read())]
            for i, word in enumerate(words):
                if "asm" in word:
                    print(name, *words[i:i + 5])' ./*.h)
    [ "$found" = './compiler.h __asm__ volatile ( "" )' ] || { echo "FAILED: assembly in headers: $found"; exit 1; }
}

# codespell knows no misspelling in any text of ours, and in what today's sources generate; the words in spelling.words are
# meant.
spelling() {
    need codespell
    printf 'rec%s\n' ieve >"$TW_WORK/known" # a codespell without a dictionary does not find this
    if codespell "$TW_WORK/known" >/dev/null; then echo "FAILED: codespell takes anything"; exit 1; fi
    skipped=./.git,./build,./products/playground/vendor
    released="./dist,./docs/reference/*.md,./docs/reference/man"
    codespell --check-hidden --skip "$skipped,$released" --ignore-words tests/packaging/spelling.words . "$TW_GENERATED" ||
        { echo "FAILED: correct these words, or add those that are meant to tests/packaging/spelling.words"; exit 1; }
}

"$1"

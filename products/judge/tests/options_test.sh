#!/bin/sh
# options_test.sh TW_JUDGE LIST: options, misuse and exit statuses; a subject that is none, in each way. Wants TW_SOURCE and TW_WORK.
set -eu
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
judge=$1 list=$2

fail() {
    echo "FAILED: $*"
    exit 1
}

# status WANTED COMMAND...: the exit status of a command, whose output goes to `out`.
status() {
    wanted=$1
    shift
    got=0
    "$@" >out 2>&1 || got=$?
    [ "$got" = "$wanted" ] || { cat out && fail "status $got, not $wanted: $*"; }
}

# says WORDS: they stand in `out`.
says() { grep -qF -- "$1" out || { cat out && fail "it does not say: $1"; }; }

status 0 "$judge" --help
says Usage:
status 0 "$judge" --version
says "tw_judge $(sed -n 's/^#define TW_VERSION  *"\(.*\)"/\1/p' "$TW_SOURCE/node.h")"
status 2 "$judge"
status 2 "$judge" --ops 0 cat
says "--ops 0"
status 2 "$judge" --seed x cat
status 2 "$judge" --only nothing cat
status 2 "$judge" --nothing cat
status 2 "$judge" no-such-program
says "no-such-program: no such program in PATH"
mkdir -p locked && chmod 0 locked # a folder of PATH that only root may read, as that of root after su
PATH=$PATH:$PWD/locked status 2 "$judge" no-such-program
says "no-such-program: no such program in PATH"
rmdir locked
status 2 "$judge" ./no-such-program
says "./no-such-program: No such file"
status 2 "$judge" cat # it answers hello with hello
says hello
status 2 "$list" more
status 0 "$judge" --only fifo --ops 500 "$list" --serve
says "1 kept, 0 broken, 0 not claimed"
status 0 "$list" --only fifo --ops 500 --json
says '"promise":"fifo"'
# The line that --nonce reads stands on the card, and ticks may be hexadecimal.
echo "of mine" | status 0 "$list" --nonce --json --only fifo --ops 500
says '"nonce":"of mine"'
status 1 "$judge" --hex --only first --ops 100 sh -c 'read -r hello; echo next name shell
    while read -r line; do case $line in init*|add*) echo ok ;; next) echo none ;; *) echo fired ;; esac; done'
says "timer 1, which is due at tick 0x0, does not fire"
says "see it done right, by adding this to the playground's address: #tab=explore&on=heap4&do=arm+1+0;advance+0"

# What comes after hello is answered by this shell: rubbish, an end, and nothing.
for how in 'echo hi' 'echo oops >&2; exit 3' 'kill -SEGV $$' 'sleep 9'; do
    cat >subject <<EOT
read -r hello
echo name shell
while read -r line; do $how; done
EOT
    case $how in sleep*) limit=1 ;; *) limit=60 ;; esac
    case $how in *hi) wanted=2 ;; *) wanted=1 ;; esac
    status $wanted "$judge" --only early --ops 100 --limit $limit sh subject
    case $how in
    echo\ hi) says '`init` is answered by `hi`; the protocol wants `ok`' ;;
    echo\ oops*) says "it ends with status 3" && says "its last word: oops" ;;
    kill*) says "ended by a signal: Segmentation fault" ;;
    sleep*) says "no answer within 1 s" ;;
    esac
done

# A subject that sleeps is asked for a tenth of the operations. This one never fires, so that `early` is not seen.
status 1 "$judge" --only early --ops 100 sh -c 'read -r hello; echo sleeps late 999 name shell
    while read -r line; do case $line in init*|add*) echo ok ;; *) echo fired ;; esac; done'
says "10 operations for each promise"
says "0 kept, 0 broken, 1 not seen"

# An adapter is short. npm.js has fourteen of them, and linux.c stands in for a part of the kernel.
for subject in "$TW_SOURCE"/products/judge/subjects/*.*; do
    case $subject in *.list) continue ;; */npm.js) most=140 ;; */linux.c) most=175 ;; *) most=95 ;; esac
    [ "$(wc -l <"$subject")" -lt $most ] || fail "$subject has $most lines or more"
done

# The same seed gives the same card, another seed another one.
status 0 "$list" --seed 5 --ops 2000 --cancels 2000
cp out first
status 0 "$list" --seed 5 --ops 2000 --cancels 2000
cmp out first

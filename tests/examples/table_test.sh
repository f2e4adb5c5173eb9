#!/bin/sh
# examples/README.md tells the truth: each program has a row, in the folder's table; the lines are those of its files, no
# more than an example may have; and what the row says how to run it runs. Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
need cc
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
ln -s "$TW_SOURCE/examples" examples
failed=0

fail() {
    echo "FAILED: $*"
    failed=1
}

# rows: a line for each row: its files, their lines, and how to run it, with | between.
rows() {
    sed -n 's/\\|/PIPE/g; s/^| \(\[.*\)(\([^)]*\)) | [^|]* | \([0-9 +]*\) | `\(.*\)` |$/\1(\2)|\3|\4/p' examples/README.md |
        sed 's/\[[^]]*\](\([^)]*\)),* */\1 /g'
}

most() {
    case $1 in
    servers/event_loop.c | servers/cron.c | threads/purgatory.c | *.h) echo 280 ;;
    firmware/beats.c) echo 210 ;; # one program for many boards
    *) echo 175 ;;
    esac
}

count() { # FILES LINES
    sum=""
    for file in $1; do
        lines=$(wc -l <"examples/$file")
        [ "$lines" -le "$(most "$file")" ] || fail "$file has $lines lines, more than $(most "$file")"
        sum="${sum:+$sum + }$lines"
    done
    [ "$sum" = "$2" ] || fail "$1: $sum lines, and the table says $2"
}

serves() { # COMMAND: it prints, and a signal ends it with status 0; one that is silent for five minutes has failed
    : >output
    sh -c "exec $1" >output 2>&1 &
    server=$! status=0 tries=0
    until [ -s output ] || [ $tries -eq 3000 ]; do
        sleep 0.1
        tries=$((tries + 1))
    done
    kill $server || fail "$1: it ends by itself"
    wait $server || status=$?
    [ $status -eq 0 ] || fail "$1: status $status"
}

run() { # FILE COMMAND
    name=$(basename "$1" .c)
    libraries=-pthread
    [ "$name" != with_libev ] || libraries="-pthread -lev"
    # shellcheck disable=SC2086
    cc -I"$TW_SOURCE/include" "examples/$1" -o "$name" $libraries 2>errors || {
        grep -q 'ev.h\|lev' errors || fail "$1 cannot be built: $(cat errors)"
        return 0
    }
    if [ "$name" = event_loop ]; then
        serves "$2"
    else
        sh -c "exec $2" >output 2>&1 || fail "$2: status $?"
    fi
    [ -s output ] || fail "$2: it prints nothing"
}

rows >table
[ -s table ] || fail "there is no table"
while IFS='|' read -r files lines command <&3; do
    count "$files" "$lines"
    case $files in
    firmware/*) ;; # by tests/firmware
    *) run "${files%% *}" "$(echo "$command" | sed 's/PIPE/|/g')" ;;
    esac
done 3<table

for file in examples/basics/*.[ch] examples/servers/*.[ch] examples/threads/*.[ch] examples/simulation/*.[ch]; do
    grep -q "(${file#examples/})" examples/README.md || fail "examples/README.md has no row for $file"
done
exit $failed

#!/bin/sh
# traces_test.sh REPLAY ORACLE NAME - the bundled trace NAME says where it comes from, replays as replay_oracle does it,
# and is what its row in bench/traces/README.md says. Wants TW_SOURCE and TW_WORK.
set -eu
replay=$1 oracle=$2 name=$3 traces=$TW_SOURCE/bench/traces
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"

fail() {
    echo "FAILED: $*"
    exit 1
}

cmake -E tar xf "$traces/$name.trace.tar.xz"
[ "$(ls)" = "$name.trace" ] || fail "the archive holds: $(ls)"
sed -n '1,/^[0-9]/ s/^# recording: //p' "$name.trace" | grep -q . || fail "no line '# recording:' in its head"

"$replay" --repeat 1 --log logs "$name.trace" >out
"$oracle" agree out logs "$name.trace"

# | file | recorded from | operations | timers | peak armed | re-arms | cancels | fires | still armed | hash of the log |
row=$(sed -n "s/^| $name\.trace\.tar\.xz | [^|]* | //p" "$traces/README.md" | tr -d ',|')
first=$(head -n 1 out | tr -d , | tr -c '0-9a-z\n' ' ')
wanted=$(echo "${first#*trace}" | awk '{ print $1, $(NF - 10), $(NF - 6), $5, $9 }')
left=$(echo $first | awk '{ print $(NF - 5) }')
wanted="$wanted $(awk '$1 == "structure" { getline; print $(NF - 1), left, $NF }' left="$left" out)"
[ "$(echo $row)" = "$wanted" ] || fail "its row says '$(echo $row)', replay '$wanted'"
echo "$name: $wanted"

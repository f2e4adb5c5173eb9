# Sourced by the scripts that print figures: counts instructions by callgrind, in the folder $folder.
# shellcheck shell=sh disable=SC2154

# instructions COMMAND...: the instructions of the whole program.
instructions() {
    valgrind --tool=callgrind --callgrind-out-file="$folder/counts" "$@" >"$folder/said" 2>"$folder/log" ||
        { cat "$folder/said" "$folder/log" >&2; exit 1; }
    sed -n 's/^\(summary\|totals\): \([0-9]*\).*/\2/p' "$folder/counts" | head -n 1
}

# a_turn TURNS COMMAND...: the instructions of a turn. COMMAND gets the number of turns as its last argument: start and end
# fall out of the difference of two runs.
a_turn() {
    turns=$1
    shift
    few=$(instructions "$@" "$turns")
    many=$(instructions "$@" $((2 * turns)))
    echo $(((many - few) / turns))
}

# Sourced by scripts that count instructions. $folder is a folder for their files.
# shellcheck shell=sh disable=SC2154

# instructions [OPTION...] COMMAND...: the instructions of the program, or of the part that the options of callgrind name.
instructions() {
    valgrind --tool=callgrind --callgrind-out-file="$folder/counts" "$@" >"$folder/said" 2>"$folder/log" ||
        { cat "$folder/said" "$folder/log" >&2; exit 1; }
    sed -n 's/^\(summary\|totals\): \([0-9]*\).*/\2/p' "$folder/counts" | head -n 1
}

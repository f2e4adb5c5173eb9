# shellcheck shell=sh
# Sourced by the tests that seed faults; README.md explains the lists. Wants TW_SOURCE.
. "$TW_SOURCE/tests/skip.sh"
need python3
faults=$TW_SOURCE/tests/faults
lists=$faults # the lists in use; fault_test.sh may choose others

# names_of LIST [PREFIX.]: the faults of LIST.list, or those that begin so, without the prefix.
names_of() {
    list=$1
    shift
    python3 -B "$faults/seed.py" "$lists/$list.list" "$@"
}

# seed LIST NAME DIRECTORY: edits the sources in DIRECTORY, and sets a variable for each key of the list. An edit that
# fits no more, or at several places, fails the test.
seed() {
    values=$(python3 -B "$faults/seed.py" "$lists/$1.list" "$2" "$3") || fail "$2 cannot be seeded"
    eval "$values"
}

# copy DIRECTORY [FOLDER...]: a new copy of the headers and of these folders of the repository.
copy() {
    to=$1
    shift
    rm -rf "$to" && mkdir -p "$to" && cp "$TW_SOURCE"/*.h "$to"
    for folder; do mkdir -p "$to/$folder" && cp -R "$TW_SOURCE/$folder/." "$to/$folder"; done
}

fail() {
    echo "FAILED: $*"
    exit 1
}

# run_faulty COMMAND...: runs a program with a seeded fault; `status` says how it ended. judge_faulty then fails the
# test unless the program failed by itself. The limit only stops what hangs, and a hang is not taken for the fault. A
# fault that shows by a hang and by nothing else says so: hangs=124, or the status with which a timer of its own ends
# the program.
run_faulty() {
    status=0
    TW_NO_EXPLAIN=1 timeout "${limit:-300}" "$@" || status=$?
}

judge_faulty() {
    case $status in
    "${hangs:-none}") return 0 ;;
    0) fail "the fault is not seen" ;;
    124 | 137 | 142 | 154) fail "it hung (status $status); it should be seen before" ;;
    125 | 126 | 127) fail "the faulty program could not be run" ;;
    esac
    [ -z "${hangs:-}" ] || fail "it ends with status $status, although the list says that it hangs"
}

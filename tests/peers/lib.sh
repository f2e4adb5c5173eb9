# Sourced by run: what the peers share. Each peer's file says package, version, the sets that can be used, the least number of
# tests that must pass, bits of a tick if not 64, the part of the archive to unpack if not all, and has the functions
#     needs                     skips where a library is missing; may be absent, as measure may
#     other_versions            sees that apply.sh refuses another version and a changed one
#     build FOLDER FLAGS        builds its library and its tests
#     suite FOLDER [TEST...]    runs all tests or some, and prints a line "ok|skip|failed TEST" for each

# Sets apt: apt-get with lists of sources below $sources. The system's own lists may name binaries only.
lists() {
    mkdir -p apt/lists/partial apt/cache/archives/partial apt/parts
    for list in /etc/apt/sources.list /etc/apt/sources.list.d/*; do
        case $list in
        *.list) [ ! -f "$list" ] || sed -n 's/^deb /deb-src /p' "$list" >"apt/parts/${list##*/}" ;;
        *.sources) sed 's/^Types:.*/Types: deb-src/' "$list" >"apt/parts/${list##*/}" ;;
        esac
    done
    apt="apt-get -qq -o Dir::Etc::SourceList=/dev/null -o Dir::Etc::SourceParts=$sources/apt/parts"
    apt="$apt -o Dir::State::Lists=$sources/apt/lists -o Dir::Cache=$sources/apt/cache -o APT::Sandbox::User="
    $apt update || skip "the package sources of this machine have no lists of sources"
}

# Sets archive: the authors' archive in the Debian source package, as apt-get has checked it.
fetch() {
    lists
    # A mirror may lack the newest one, of the security team.
    $apt source --tar-only --download-only $package >/dev/null 2>&1 ||
        $apt source --tar-only --download-only "$package/$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)" >/dev/null ||
        skip "no source of $package can be had here"
    archive=$(find "$sources" -maxdepth 1 -name "${package}_$version[.-]*" | head -n 1)
    [ -n "$archive" ] || skip "the source of $package here is another version than $version"
}

# refused MESSAGE: apply.sh refuses the tree `other`, says MESSAGE, and changes nothing.
refused() {
    cp -R other other.before
    status=0
    sh "$apply" other 2>said || status=$?
    [ $status = 2 ] && grep -qF "$1" said || { echo "FAILED: apply.sh, where \"$1\" is due: $status, $(cat said)"; exit 1; }
    diff -r other other.before || { echo "FAILED: apply.sh refused, and changed the tree"; exit 1; }
    rm -r other.before
}

# another FILE SUBSTITUTION MESSAGE: stock with one file changed in sed's way is refused.
another() {
    cp -R stock other
    sed "$2" "stock/$1" >"other/$1"
    ! cmp -s "stock/$1" "other/$1" || { echo "FAILED: nothing to change in $1"; exit 1; }
    refused "$3"
    rm -r other
}

# Puts our structure into the copy `ours`. Other trees are refused.
apply() {
    apply=$TW_SOURCE/integrations/$name/apply.sh
    other_versions
    mkdir other
    refused "is no source tree of"
    rmdir other
    sh "$apply" ours
    cp -R ours other
    refused "has timers over tw already"
    rm -r other
}

build_or_fail() { # FOLDER FLAGS
    build "$@" >"$1.log" 2>&1 || { tail "$1.log"; echo "FAILED: $name, $1, does not build"; exit 1; }
}

# The tests that have no result in common.
differing() {
    sort -u stock.list >stock.sorted
    sort -u ours.list >ours.sorted
    comm -12 stock.sorted ours.sorted >common.list
    awk 'FILENAME == "common.list" { common[$2] = 1; next }
        !common[$2]++ { print $2 }' common.list stock.sorted ours.sorted
}

# Network tests may fail by themselves: those that differ run again on both sides, three times at most, until a result
# of ours is one that stock has given, too.
compare() {
    for copy in stock ours; do
        start=$(date +%s)
        suite $copy | sort -k 2 >$copy.list
        echo "$name $version, $copy: $(wc -l <$copy.list) tests in $(($(date +%s) - start)) s"
    done
    for turn in 1 2 3; do
        tests=$(differing)
        [ -n "$tests" ] || break
        echo "differ, and run again (turn $turn of 3):" $tests
        for copy in stock ours; do suite $copy $tests >>$copy.list; done
    done
    tests=$(differing)
    for test in $tests; do grep " $test\$" stock.list ours.list; done
    [ -z "$tests" ] || { echo "FAILED: $name differs over our sets:" $tests; exit 1; }
    awk -v what="$name $version over $structure" -v least="$least" '
        !seen[$2]++ { n[$1]++; if ($1 == "failed") both = both " " $2 }
        END {
            counts = sprintf("%d ok, %d skipped, %d failed", n["ok"], n["skip"], n["failed"])
            if (n["ok"] < least) { print "FAILED: " what ": fewer than " least " tests pass at all: " counts; exit 1 }
            print "ok: " what ", the same as stock: " counts
            if (both) print "failed in stock, too:" both
        }' common.list
}

# The tests that the list of faults names must fail with the fault. compare() has seen that without it they give what
# stock gives.
each_fault() {
    cp -R headers sound
    names=$(names_of peers "$name.")
    for fault in $names; do
        seed peers "$name.$fault" headers
        build_or_fail ours "$flags"
        # shellcheck disable=SC2086
        suite ours $tests >faulty.list
        if grep -v '^failed ' faulty.list || [ ! -s faulty.list ]; then fail "$fault is not seen by these tests"; fi
        echo "ok: $fault: $name's $tests fail"
        cp sound/*.h* headers
    done
    rm -r sound
}

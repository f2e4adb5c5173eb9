#!/bin/sh
# compare_test.sh PYTHON: bench/compare writes its page from saved results, with plots where there is gnuplot and
# without them where there is none, goes on with a run that was cut, and refuses what it cannot use.
set -eu
. "$TW_SOURCE/tests/skip.sh"
python=$("$1" -c 'import sys; print(sys.executable)') # itself, where $1 is a wrapper that needs more
compare="$TW_SOURCE/bench/compare"
export PYTHONDONTWRITEBYTECODE=1

rm -rf "$TW_WORK"
mkdir -p "$TW_WORK/saved" "$TW_WORK/empty"
cd "$TW_WORK"

failed() {
    echo "FAILED: $1"
    exit 1
}
refused() {
    status=0
    "$python" "$compare" "$@" >/dev/null 2>got.err || status=$?
    [ $status -eq 2 ] && [ "$(wc -l <got.err)" -eq 1 ] || failed "$* gives status $status, not 2 and one line"
}
refused --turns 0
refused --turns many
refused --from empty
refused --only nothing
refused --sizes 0
refused --resume --short
refused --sizes 10,many
status=0
"$python" "$compare" --build empty 2>got.err || status=$?
[ $status -eq 2 ] && grep -q 'build it first' got.err || failed "without programs: status $status"

turn() {
    printf '{"run_name": "%s/iterations:1/manual_time", "run_type": "iteration", "real_time": %s}' "$1" "$2"
}
cat >saved/machine.json <<END
{"processor": "a machine", "processors": 2, "system": "Linux", "turns": 1, "date": "2000-01-01", "short": false}
END
for n in 100 10000; do
    cat >"saved/sets.001.expire.$n.json" <<END
{"context": {"compiler": "cc 1", "options": "-O2"},
 "benchmarks": [$(turn expire/$n/hwheel 50), $(turn expire/$n/cascade 40.5), $(turn expire/$n/linux_4.8 90),
  $(turn no-goal/$n/hwheel 7), $(turn churn-uniform/$n/hwheel 7)]}
END
done
"$python" "$compare" --from saved --page page.md >out 2>err || failed "the page: $(cat err)"
grep -q '2 of 4 figures reach their goal' page.md || failed "no summary"
grep -q '^| .* | >= 1.00 | \*\*0 of 2\*\* | expire, N = 100: cascade / hwheel | 0.81 |$' page.md || failed "no verdict"
grep -q '^| expire | .* | \*\*hwheel 50.0\*\*<br>cascade 40.5 | ' page.md || failed "no table"
grep -qx 'sets,expire,10000,cascade,40.5' page.csv || failed "no figures beside the page"
grep -q '^\* a machine, 2 processors, Linux; cc 1, options -O2; 2000-01-01[.]$' page.md || failed "no machine"
if command -v gnuplot >/dev/null; then
    grep -q '(page/sets[.]svg)$' page.md && grep -q '<svg' page/sets.svg || failed "no plot"
    grep -q '<text>churn-uniform: ' page/sets.svg || failed "no plot of churn-uniform" # a name may have a hyphen
    grep -q '<text>fastest other<' page/sets.svg && ! grep -q '<text>cascade<' page/sets.svg || failed "a line of each other"
    sed -n 2,5p page/sets.svg | grep -q 'prefers-color-scheme: dark' || failed "one grey for both schemes"
    ! grep -q '<text>no-goal: ' page/sets.svg || failed "a plot that no reader asks for"
    [ "$(ls page)" = sets.svg ] || failed "there is more than one picture: $(ls page)"
fi
! grep -q 'Another run' page.md || failed "it tells of another run, and there was none"
cp -r saved other
sed -i 's/40[.]5/81/' other/sets.*.json
"$python" "$compare" --from saved --against other --page page.md >out 2>err || failed "--against: $(cat err)"
grep -q ' 2 of 4 goals are reached in one of the runs alone[.]$' page.md || failed "--against judges otherwise"
[ "$(tr -s '[:space:]' ' ' <page.md | grep -o 'at most 0 %, nine of ten by at most 100 %' | wc -l)" -eq 2 ] ||
    failed "two of eight figures are twice as large: $(grep -A 2 'Another run' page.md)" # two of four in brackets, too
cp -r saved third
sed -i 's/40[.]5/60/' third/sets.*.json
"$python" "$compare" --from saved other third --page page.md >out 2>err || failed "three runs: $(cat err)"
grep -q '<br>cascade 60[.]0 ' page.md || failed "of three runs a figure is not the median"
grep -q '^\* Each figure is the median of 3 runs[.]$' page.md || failed "it does not tell of three runs"
printf 'program,workload,N,subject,value\nsets,expire,100,hwheel,1\nsets,expire,10000000,hwheel,7.5\n' >old.csv
"$python" "$compare" --from saved --keep old.csv --page page.md >out 2>err || failed "--keep: $(cat err)"
grep -qx 'sets,expire,10000000,hwheel,7.50' page.csv && grep -qx 'sets,expire,100,hwheel,50.0' page.csv ||
    failed "--keep keeps another N than the runs lack"
grep -q '^\* Figures of N = 10,000,000 are of other runs[.]$' page.md || failed "the page does not say what was kept"
printf 'sets,w%s,7,hwheel,1.5\n' 1 2 3 4 5 6 7 8 9 >>page.csv
sed -i 's/^\* [^,]*, \([0-9]* processors\)/* Abacus, \1/' page.md
"$python" "$compare" --from saved saved --keep page.csv --page page.md >out 2>err || failed "--keep: $(cat err)"
grep -q '^\* Abacus, ' page.md && grep -q '^\* Figures of N = 100 .* on .*: each is the median of 2[.]$' page.md ||
    failed "the head is not that of the most figures, or does not tell of the others"
[ "$(grep -c '^\* Figures of N' page.md)" = 1 ] || failed "a sentence about what was kept before is still there"
refused --from saved --keep nowhere.csv
refused --from saved --against empty
mkdir cut bin
cp saved/machine.json cut/
head -c 50 saved/sets.001.expire.100.json >cut/sets.001.expire.100.json
refused --from cut
for tool in "$python" cat; do
    ln -s "$(command -v "$tool")" bin/
done
PATH=$TW_WORK/bin "$python" "$compare" --from saved --page bare.md >out 2>err || failed "without gnuplot: $(cat err)"
grep -q 'no gnuplot' err && ! grep -q svg bare.md || failed "without gnuplot it says so, and shows no plot"

mkdir programs
cat >programs/loops <<'END' # stands in for the benchmark: logs each workload that it runs, and fails in what `cut` names
#!/bin/sh
for given; do
    case $given in
        --benchmark_list_tests=true) printf 'loop-rearm/10/hwheel\nloop-churn/10/hwheel\n'; exit ;;
        --benchmark_filter=*) workload=${given#*^} workload=${workload%%/*} ;;
        --benchmark_out=*) out=${given#*=} ;;
    esac
done
echo "$workload" >>ran
printf '{"context": {"compiler": "cc 1", "options": "-O2"}, "benchmarks": [' >"$out"
[ "$workload" != "$(cat cut.txt)" ] || exit 1
printf '{"run_name": "%s/10/hwheel/iterations:1", "run_type": "iteration", "real_time": 5}]}' "$workload" >>"$out"
END
chmod +x programs/loops
run_loops() { "$python" "$compare" --build programs --only loops --save runs "$@" >out 2>err; }
echo loop-churn >cut.txt
! run_loops || failed "a program that fails ends the run"
: >cut.txt
run_loops --resume || failed "--resume: $(cat err)"
[ "$(tr '\n' ' ' <ran)" = "loop-rearm loop-churn loop-churn " ] || failed "--resume ran $(cat ran)"
grep -q loop-rearm out && grep -q loop-churn out || failed "--resume shows $(cat out)"
run_loops || failed "the whole run: $(cat err)"
[ "$(wc -l <ran)" -eq 5 ] || failed "without --resume not all workloads ran again"

#!/bin/sh
# request_fuzz_test.sh: libFuzzer looks for bytes that timerd's parsers of requests do not stand, in RUNS inputs (10^7),
# under ASan, LSan and UBSan. Wants TW_SOURCE and TW_WORK.
set -eu
. "$TW_SOURCE/tests/skip.sh"
need clang
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK/found" && cd "$TW_WORK"
echo 'int LLVMFuzzerTestOneInput(const char *data, long size) { return (void)data, (void)size, 0; }' >probe.c
clang -fsanitize=fuzzer,address,undefined probe.c -o probe 2>/dev/null || skip "clang has no libFuzzer here"
printf '*1\r\n$4\r\nPING\r\n' >found/array
printf 'PING x\r\nCANCEL y\r\n' >found/lines
printf 'GET /LIST?9&PREFIX&%%00 HTTP/1.1\r\nHost: localhost\r\n\r\n' >found/http
clang -std=gnu99 -O1 -g -DLIBFUZZER -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -I"$TW_SOURCE" \
    "$TW_SOURCE/products/timerd/tests/request_fuzz.c" "$TW_SOURCE/products/timerd/request.c" "$TW_SOURCE/products/timerd/http.c" "$TW_SOURCE/products/timerd/json.c" \
    "$TW_SOURCE/products/timerd/util.c" -o fuzz
failed=0
./fuzz -runs="${RUNS:-10000000}" -max_len=200 -timeout=60 found >log 2>&1 || failed=1
tail -n 20 log
exit $failed

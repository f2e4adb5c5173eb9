#!/bin/sh
# queue_test.sh: event_queue.h beside a std::set, under the sanitizers; no ns-3 is needed. Wants TW_SOURCE and TW_WORK.
set -eu
# shellcheck source=/dev/null
. "$TW_SOURCE/tests/skip.sh"
need c++
mkdir -p "$TW_WORK" && cd "$TW_WORK"
echo 'int main() {}' >probe.cc
c++ -fsanitize=address,undefined probe.cc -o probe 2>/dev/null && ./probe || skip "no program with sanitizers runs here"
c++ -std=c++11 -O1 -Wall -Wextra -Wconversion -Werror -fsanitize=address,undefined -fno-sanitize-recover=all \
    -I"$TW_SOURCE" "$TW_SOURCE/integrations/ns3/tests/event_queue_test.cc" -o event_queue_test
./event_queue_test

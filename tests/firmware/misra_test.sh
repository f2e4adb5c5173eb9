#!/bin/sh
# misra_test.sh: docs/misra.md names each rule of MISRA C:2012 that the headers break, and how often. Wants TW_SOURCE.
set -eu
. "$(dirname "$0")/../skip.sh"
need cppcheck
need python3
python3 "$TW_SOURCE/tools/misra.py" || { echo "FAILED: docs/misra.md does not tell the truth"; exit 1; }

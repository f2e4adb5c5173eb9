#!/bin/sh
# stripped.sh EDIT SOURCE TO COMMAND...: writes SOURCE to TO, edited by sed, and runs COMMAND. A source within a large
# program loses its includes so: the adapter stands in for what they say.
set -eu
sed "$1" "$2" >"$3"
shift 3
exec "$@"

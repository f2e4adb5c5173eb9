#!/bin/sh
# apply.sh NS3: mends HeapScheduler::Remove in the source tree NS3 of ns-3 3.37, by heap_scheduler.patch. Changes nothing and
# ends with status 2 if the tree is another version, or is mended already.
set -eu
refuse() {
    echo "apply.sh: $1" >&2
    exit 2
}
[ "${1:-}" != --help ] || { echo "usage: apply.sh NS3, a source tree of ns-3 3.37"; exit 0; }
[ $# = 1 ] || refuse "usage: apply.sh NS3, a source tree of ns-3 3.37"
[ -f "$1/VERSION" ] && [ -f "$1/src/core/model/heap-scheduler.cc" ] || refuse "$1 is no source tree of ns-3"
version=$(cat "$1/VERSION")
[ "$version" = 3.37 ] || refuse "$1 is ns-3 $version; the patch is for ns-3 3.37"
# The patch has no line of ns-3 and so no context: the sum says whether its line numbers hold.
sum=$(sha256sum <"$1/src/core/model/heap-scheduler.cc")
[ "${sum%% *}" = a2be20e380698bf5d84b1920fd8c1687680a761ebc163517f092a3c0256bf9d7 ] ||
    refuse "$1 differs from ns-3 3.37, or is mended already"
patch=$(cd "$(dirname "$0")" && pwd)/heap_scheduler.patch
patch -d "$1" -p1 --forward <"$patch"

#!/bin/sh
# Which translation units may meet in one program, and which must not; C and C++ may. By day of the widths, pairs of
# widths, options and languages one is drawn, and an order for each header and another version. Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
need cc
need c++
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
cp "$TW_SOURCE"/tests/packaging/link/* .
{ printf '#define TW_STATIC\n#define TW_IMPLEMENTATION\n'; cat user.c; } >user_static.c
{ printf '#define TW_STATIC\n'; cat owner.c; } >owner_static.c

c="cc -x c -std=c99" cxx="c++ -x c++ -std=c++11"
by_owner=$c by_user=$c known=
# shellcheck disable=SC2086
object() { # COMPILER FLAGS FILE: $object is made of it, unless it was before
    key="|$1 $2 $3|"
    case $known in
    *"$key"*) object=${known#*"$key"} object=${object%%|*} ;;
    *)
        made=$((${made-0} + 1)) object=$made.o
        $1 -I"$TW_SOURCE" $2 -c "$3" -o $object || exit 1
        known=$known$key$object
        ;;
    esac
}
build() { # FLAGS-OF-OWNER OWNER FLAGS-OF-USER USER
    object "$by_owner" "$1" "$2"
    owner=$object
    object "$by_user" "$3" "$4"
    c++ -pthread $owner $object -o program 2>message
}

fail() { echo "FAILED: $1"; exit 1; }
v=v$(sed -n 's/^#define TW_VERSION_NUMBER //p' "$TW_SOURCE/node.h")

draw 16 32 64
for bits in $drawn; do
    build "-DTW_TICK_BITS=$bits" owner.c "-DTW_TICK_BITS=$bits" user.c || fail "one implementation, shared ($bits)"
    ./program || fail "the shared implementation gives wrong answers ($bits)"
    build "-DTW_TICK_BITS=$bits" owner_static.c "-DTW_TICK_BITS=$bits" user_static.c || fail "TW_STATIC twice ($bits)"
    ./program || fail "TW_STATIC gives wrong answers ($bits)"
done

# Headers of another version must not meet these: neither in one program, nor in one file, in either order.
ln -s "$TW_SOURCE" ours && mkdir next && cp "$TW_SOURCE"/*.h next
sed 's/^\(#define TW_VERSION_NUMBER\|#if TW_VERSION_NUMBER !=\) .*/\1 99999/' "$TW_SOURCE/node.h" >next/node.h
if build "" owner.c "-iquote next" user.c; then fail "files of two versions were linked"; fi
for of in timers heap4 rbtree skiplist wheel hwheel; do
    grep -q "tw_${of}_init_v99999_ticks64" message || fail "the linker does not name tw_${of}_init: $(cat message)"
done
printf '#include "%s.h"\n' hwheel post skiplist timers >next/most.h
for h in $(cd ours && ls ./*.h | grep -v '/\(compiler\|debug\|watch\).h'); do # watch.h has to be first
    draw "next/most.h,ours/$h" "ours/$h,next/$h" "ours/$h,next/most.h" "next/$h,ours/$h"
    for pair in $drawn; do
        printf '#include "%s"\n' ${pair%,*} ${pair#*,} >pair.c
        cc -D_POSIX_C_SOURCE=200809L -fsyntax-only pair.c 2>message && fail "two versions in one file: $pair"
        grep error: message | head -n 1 | grep -q 'two versions' || { cat message; fail "two versions, told late: $pair"; }
    done
done

# With TW_DEBUG, and not where one of the two files has it.
build "-DTW_DEBUG" owner.c "-DTW_DEBUG" user.c && ./program || fail "one implementation with TW_DEBUG, shared"
build "-DTW_DEBUG" owner_static.c "-DTW_DEBUG" user_static.c && ./program || fail "TW_STATIC and TW_DEBUG"
for flag in "" -DTW_DEBUG; do
    build "$flag" owner.c "$([ "$flag" ] || echo -DTW_DEBUG)" user.c &&
        fail "a file with TW_DEBUG was linked with one without"
    for of in timers heap4 rbtree skiplist wheel hwheel; do
        grep -q "tw_${of}_init_${v}_ticks64" message || fail "the linker does not name tw_${of}_init: $(cat message)"
    done
done

draw 64,32 64,16 32,64
for pair in $drawn; do
    if build "-DTW_TICK_BITS=${pair%,*}" owner.c "-DTW_TICK_BITS=${pair#*,}" user.c; then
        fail "ticks of $pair bits were linked together"
    fi
    for of in timers heap4 rbtree skiplist wheel; do
        name=tw_${of}_init_${v}_ticks${pair#*,}
        grep -q "$name" message || fail "the linker does not name $name"
    done
done

draw SMALLWHEEL_FIRST_BITS=5 SMALLWHEEL_UPPER_BITS=3 SMALLWHEEL_LEVELS=4
for option in $drawn; do
    name=tw_$(echo "${option%%_*}" | tr A-Z a-z)_init
    build "" owner.c "-DTW_$option" user.c && fail "wheels of different TW_$option were linked together"
    grep -q "${name}_${v}_ticks64" message || fail "the linker does not name $name for TW_$option"
    grep -q 'tw_heap4_init\|tw_timers_init' message && fail "TW_$option is a matter of one header alone"
done

# Queues over different threads must not meet.
posix="-D_POSIX_C_SOURCE=200809L -pthread"
build "$posix -DTW_IMPLEMENTATION" queue.c "$posix" queue.c || fail "one delay queue, shared"
./program || fail "the shared delay queue gives wrong answers"
build "$posix -DTW_IMPLEMENTATION" queue.c "$posix -std=c11 -DTW_DQ_C11" queue.c &&
    fail "delay queues over pthreads and C11 threads were linked together"
grep -q tw_delayqueue_init_c11 message || fail "the linker does not name tw_delayqueue_init_c11"

# One language implements, another calls; and both give the same names to all that is compiled.
names() { nm --defined-only owner.o | awk '$2 == "T" { print $3 }' | sort; }
draw c,cxx cxx,c cxx,cxx
for pair in $drawn; do
    eval "by_owner=\$${pair%,*} by_user=\$${pair#*,}"
    build "" owner.c "" user.c || { cat message; fail "$by_owner implements, $by_user calls"; }
    ./program || fail "$by_owner implements, $by_user calls: wrong answers"
    build "" owner_static.c "" user_static.c || fail "TW_STATIC twice, by $by_owner and $by_user"
    ./program || fail "TW_STATIC, by $by_owner and $by_user: wrong answers"
    build "$posix -DTW_IMPLEMENTATION" queue.c "$posix" queue.c || fail "a queue: $by_owner implements, $by_user calls"
    ./program || fail "a queue: $by_owner implements, $by_user calls: wrong answers"
done
for h in heap4 hwheel bigwheel rbtree skiplist wheel delayqueue; do echo "#include \"$h.h\""; done >all.c
for by_owner in "$c" "$cxx"; do
    # shellcheck disable=SC2086
    $by_owner -I"$TW_SOURCE" $posix -DTW_IMPLEMENTATION -c all.c -o owner.o
    names >names."${by_owner%% *}"
done
[ "$(wc -l <names.cc)" -gt 90 ] || fail "only $(wc -l <names.cc) functions are compiled"
diff names.cc names.c++ || fail "C and C++ name what is compiled differently"
echo "ok"

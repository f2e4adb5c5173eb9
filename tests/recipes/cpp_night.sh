# shellcheck shell=sh disable=SC2154
# Sourced by cpp_test.sh: what it does by night. Wants what that script has set.
names_quiet="c++98-compat c++98-compat-pedantic c++98-compat-local-type-template-args pre-c++14-compat pre-c++17-compat
    pre-c++20-compat-pedantic padded reserved-identifier reserved-macro-identifier used-but-marked-unused
    unsafe-buffer-usage ctad-maybe-unsupported unknown-warning-option"

# The compilers of C++ on the PATH that have a version in their name, such as g++-11 and clang++-19.
compilers() {
    # shellcheck disable=SC2086 # folders
    (IFS=:; find -L $PATH -maxdepth 1 2>/dev/null) | sed -n 's,.*/\(g++-[0-9]*\)$,\1,p; s,.*/\(clang++-[0-9]*\)$,\1,p' | sort -u
}
[ -n "$(compilers)" ] || skip "no compiler of C++ with a version in its name here"

# Each compiler and standard, at the levels of optimisation, over both structures.
for compiler in $(compilers); do
    for standard in 17 20 23; do
        knows $compiler -std=c++$standard || continue
        for level in 0 2 s; do
            tries $compiler $standard cpp -O$level || fail "$compiler, C++$standard, -O$level"
        done
        tries $compiler $standard cpp -O1 -DSTRUCTURE=tw::rbtree || fail "$compiler, C++$standard, rbtree"
        for level in 0 2 s; do
            tries $compiler $standard queue -O$level || fail "$compiler, C++$standard, -O$level: the queue"
        done
        echo "ok: $compiler, C++$standard"
    done
done
# Debian has the kernel's headers for 64 bits alone; they serve 32 as well.
if knows c++ -m32; then
    kernel=-idirafter/usr/include/$(c++ -print-multiarch)
    for name in cpp queue; do tries c++ 17 $name -O1 -m32 "$kernel" || fail "$name, 32 bits"; done
fi

# clang's -Weverything but the names above, of which none is a mistake here.
quiet=
for name in $names_quiet; do quiet="$quiet -Wno-$name"; done
for compiler in $(compilers | grep clang); do
    for name in cpp queue; do
        # shellcheck disable=SC2086
        $compiler -std=c++17 -Weverything $quiet -Iinclude -fsyntax-only "$here/${name}_test.cc" 2>said ||
            fail "$compiler"
        ! grep 'tw\.hpp:[0-9:]* warning' said || fail "$compiler warns of tw.hpp"
    done
done

# The queues of bench/heaps.cc pop the same objects in the same order.
for queue in tw_key tw_order tw_c std_lazy std_set; do
    c++ -std=c++17 -Iinclude -DTW_TICK_BITS=64 "-DQUEUE=$queue" "$TW_SOURCE/bench/heaps.cc" -o heaps
    ./heaps >sum
    if [ -f sums ]; then cmp sum sums || fail "$queue pops something else"; else mv sum sums; fi
done

names=$(names_of recipes tw_hpp.)
for fault in $names; do # one of the tests must fail with each
    cp tw.hpp sound
    seed recipes "tw_hpp.$fault" .
    seen=
    for name in cpp queue; do
        # shellcheck disable=SC2086
        c++ -std=c++20 -O0 -g $sanitizers -Iinclude -Iexamples/cpp "$here/${name}_test.cc" -o faulty ||
            fail "$fault does not compile"
        timeout 600 ./faulty >found 2>&1 || seen=$name
        [ -z "$seen" ] || break
    done
    [ -n "$seen" ] || fail "nothing sees: $fault"
    mv sound tw.hpp
    echo "ok: seen by $seen: $fault"
done

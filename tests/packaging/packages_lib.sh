# shellcheck shell=sh
# Sourced by packages_test.sh: how tw is put into a project, and how the project is built and run.

fail() {
    echo "FAILED: $1"
    exit 1
}

run() { # COMMAND...: prints what it says only if it fails
    "$@" >log 2>&1 || { cat log; fail "$*"; }
}

refused() { # WORDS COMMAND...: fails, and says so in these words
    words=$1
    shift
    if "$@" >log 2>&1; then fail "$* is taken"; fi
    grep -q "$words" log || { cat log; fail "$* does not say '$words'"; }
}

fires() { # PROGRAM
    said=$("$@") || fail "$* ends with status $?"
    [ "$said" = "fired at tick 5" ] || fail "$* says '$said'"
}

# python MODULE...: PYTHON is one that has these modules. Debian's has those of Debian, but may not be the first one.
python() {
    for PYTHON in python3 /usr/bin/python3; do
        for module; do "$PYTHON" -c "import $module" 2>/dev/null || continue 2; done
        export PYTHON
        return
    done
    skip "no python3 with $* here"
}

parse() { run "$PYTHON" "$stubs/parse.py" "$@"; }

# tw FOLDER: the files of the repository that a way of adding reads, with dist/ of today's headers.
tw() {
    mkdir -p "$1"
    for part in BUILD.bazel CMakeLists.txt Cargo.toml LICENSE MODULE.bazel idf_component.yml include library.json library.properties \
        meson.build package.json packaging src zephyr; do
        cp -R "$TW_SOURCE/$part" "$1"
    done
    cp "$TW_SOURCE"/*.h "$TW_SOURCE"/*.hpp "$1"
    cp -R "$TW_GENERATED/dist" "$1"
}

# by_cmake BUILD [OPTION...]: builds the project in that folder, and runs it.
by_cmake() {
    need cmake
    build=$1
    shift
    run cmake -S project -B "$build" "$@"
    if grep 'CMake Warning' log; then fail "cmake warns"; fi
    run cmake --build "$build"
    fires "$build/main"
}

by_make() {
    run make -C project
    fires project/main
}

by_meson() {
    need meson
    run meson setup build project
    run meson compile -C build
    fires build/main
}

# install_by cmake|meson: into the folder usr. What CMake installs may be moved afterwards, what Meson installs may not.
install_by() {
    tw sources
    if [ "$1" = cmake ]; then
        need cmake
        run cmake -S sources -B made -DTW_TESTS=OFF -DTW_TOOLS=OFF -DTW_EXAMPLES=OFF -DTW_BENCH=OFF
        run cmake --install made --prefix "$TW_WORK/staged"
        mv staged usr
    else
        need meson
        run meson setup made sources --prefix "$TW_WORK/usr"
        run meson install -C made
    fi
    {
        for h in "$TW_SOURCE"/*.h*; do echo "usr/include/tw/${h##*/}"; done
        [ "$1" = meson ] || printf 'usr/share/cmake/tw/tw-config%s.cmake\n' '' -version
        echo usr/share/pkgconfig/tw.pc
    } | sort >wanted
    find usr -type f | sort | diff wanted - || fail "< should be installed, > is installed"
}

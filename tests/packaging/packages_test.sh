#!/bin/sh
# packages_test.sh WAY [INSTALLER]: one of the ways that docs/packages.md lists to add tw to a project. Makes the
# user's project of that name, of projects/, puts tw where the project wants it, builds and runs it.
# Wants TW_SOURCE, TW_GENERATED and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
way=$1
here=$(cd "$(dirname "$0")" && pwd)
stubs=$here/stubs
version=$(sed -n 's/^#define TW_VERSION  *"\(.*\)"$/\1/p' "$TW_SOURCE/node.h") plain=${version%-dev} # CMake takes numbers alone
export LC_ALL=C
unset CMAKE_PREFIX_PATH CMAKE_GENERATOR PKG_CONFIG_PATH PKG_CONFIG_LIBDIR CFLAGS MAKEFLAGS MAKELEVEL MFLAGS
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
. "$here/projects/projects.sh"
. "$here/packages_lib.sh"
case $way in arduino | debian | texts) ;; *) project "$way" project ;; esac

case $way in
cmake-subdirectory)
    tw project/third_party/tw
    by_cmake build
    run cmake --install build --prefix "$TW_WORK/usr"
    [ ! -e usr ] || fail "the installation of a project holds tw, which it did not ask for"
    ;;
cmake-installed)
    install_by cmake
    by_cmake build "-DCMAKE_PREFIX_PATH=$PWD/usr"
    for other in $(echo "$plain" | awk -F . '{ print $1 "." $2 "." $3 + 1, $1 "." $2 + 1, $1 "." $2 - 1, $1 + 1 }')
    do
        sed "s/find_package(tw [0-9.]*/find_package(tw $other/" project/CMakeLists.txt >edited
        mv edited project/CMakeLists.txt
        refused "version: $plain" cmake -S project -B "build.$other" "-DCMAKE_PREFIX_PATH=$PWD/usr"
    done
    ;;
cmake-cxx | own-timers-h) # from the sources, and installed
    [ "$way" = own-timers-h ] || need c++
    install_by cmake
    by_cmake installed "-DCMAKE_PREFIX_PATH=$PWD/usr" -DCMAKE_NO_SYSTEM_FROM_IMPORTED=ON
    tw project/third_party/tw
    by_cmake build -DCMAKE_DISABLE_FIND_PACKAGE_tw=ON
    ;;
pkg-config)
    need pkg-config
    install_by "$2"
    export PKG_CONFIG_PATH="$PWD/usr/share/pkgconfig"
    [ "$2" = meson ] || version=$plain
    [ "$(pkg-config --modversion tw)" = "$version" ] || fail "pkg-config says another version"
    by_make
    ;;
meson-subproject)
    tw project/subprojects/tw
    by_meson
    ;;
make)
    mkdir -p project/third_party/tw
    cp "$TW_SOURCE"/*.h "$TW_SOURCE"/*.hpp project/third_party/tw
    by_make
    ;;
include-path)
    tw project/third_party/tw
    by_make
    ;;
single-file)
    cp "$TW_GENERATED/dist/tw_heap4.h" project
    by_make
    ;;
bazel) # Debian's is older than modules: a file WORKSPACE, and folders on this disk, stand for them
    need bazel
    [ -d /usr/share/bazel/rules/java ] || skip "no Java rules for Bazel here"
    python yaml
    parse project/MODULE.bazel "$TW_SOURCE/MODULE.bazel"
    tw project/third_party/tw
    cp -R "$stubs/rules_cc" .
    touch project/WORKSPACE project/third_party/tw/WORKSPACE rules_cc/WORKSPACE rules_cc/cc/BUILD.bazel
    cd project
    run bazel --batch "--output_user_root=$TW_WORK/bazel" build --color=no --curses=no //:main \
        "--override_repository=tw=$PWD/third_party/tw" "--override_repository=rules_cc=$TW_WORK/rules_cc" \
        --override_repository=rules_java=/usr/share/bazel/rules/java \
        --override_repository=platforms=/usr/share/bazel/platforms
    fires bazel-bin/main
    ;;
vcpkg)
    python yaml
    need cmake
    tw project/third_party/tw
    parse project/*.json project/third_party/tw/packaging/vcpkg/tw/vcpkg.json
    run cmake -D PORT=tw -D "PORT_DIR=$PWD/project/third_party/tw/packaging/vcpkg/tw" \
        -D "CURRENT_PACKAGES_DIR=$PWD/usr" -P "$stubs/vcpkg.cmake"
    by_cmake build "-DCMAKE_PREFIX_PATH=$PWD/usr"
    ;;
conan)
    python yaml
    tw sources
    recipe=$("$PYTHON" "$stubs/conan.py" sources/packaging/conan/conanfile.py cache) || fail "the recipe: $recipe"
    [ "$recipe" = "$(sed -n 2p project/conanfile.txt)" ] || fail "the project requires something else than $recipe"
    run cc -Icache/package/include project/main.c -o main
    fires ./main
    ;;
platformio | esp-idf | zephyr | arduino) . "$here/packages_boards.sh" ;;
cmake-fetchcontent | meson-wrap) . "$here/packages_git.sh" ;;
npm | crate | debian | texts) . "$here/packages_registries.sh" ;;
*)
    echo "no way $way"
    exit 2
    ;;
esac
echo "ok: $way"

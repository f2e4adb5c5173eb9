# shellcheck shell=sh disable=SC2154
# Sourced by packages_test.sh: the ways whose own tools are in Debian, and make a package of the repository; and the texts for
# managers that are not, which are checked for syntax.

case $way in
npm) # packed and installed by npm itself, which asks no registry: the headers, and the set of wasm
    need npm
    need clang
    need wasm-ld
    tw sources
    cp "$TW_SOURCE/README.md" sources
    export npm_config_cache="$TW_WORK/cache" npm_config_offline=true
    run npm pack ./sources
    (cd project && run npm install "../tw-$version.tgz")
    (cd sources && ls ./*.h ./*.hpp include/tw/*.h* packaging/npm/tw.* LICENSE README.md package.json) | sed 's|^\./||' | sort >wanted
    (cd project/node_modules/tw && find . -type f) | sed 's|^\./||' | sort | diff wanted - ||
        fail "< should be packed, > is packed"
    by_make
    cp "$here/projects/sets.mjs" project
    fires env -C project node main.mjs
    run env -C project node sets.mjs
    CLANG=no_such_clang refused 'no no_such_clang here (Debian: clang lld)' sh sources/packaging/npm/build.sh
    ;;
crate) # packed by cargo, and unpacked; its own tests and the project are built of that, with Debian's crate cc alone
    need cargo
    [ -d /usr/share/cargo/registry ] && ls -d /usr/share/cargo/registry/cc-1.* >log 2>&1 || skip "no crate cc here"
    PATH=/usr/bin:$PATH # rustc of Debian
    tw sources
    cp "$TW_SOURCE/README.md" sources
    export CARGO_HOME="$TW_WORK/cargo" CARGO_TARGET_DIR="$TW_WORK/target" CARGO_NET_OFFLINE=true RUSTFLAGS="-D warnings"
    mkdir cargo
    printf '[source.crates-io]\nreplace-with = "debian"\n[source.debian]\ndirectory = "%s"\n' \
        /usr/share/cargo/registry >cargo/config.toml
    run env -C sources cargo package --no-verify
    mkdir -p project/third_party
    tar -C project/third_party -xf "target/package/tw-$version.crate"
    mv "project/third_party/tw-$version" project/third_party/tw
    run env -C project/third_party/tw cargo test
    grep -q '^test result: ok. 6 passed' log || { cat log; fail "other than six tests of the crate"; }
    run env -C project cargo build
    fires target/debug/main
    ;;
texts)
    need nix-instantiate
    need ruby
    need luac5.4
    python ast
    tw sources
    run nix-instantiate --parse sources/packaging/nix/default.nix
    made=$(nix-instantiate --eval -E 'with (import ./sources/packaging/nix/default.nix {
        lib = { licenses.mit0 = "MIT-0"; platforms.all = "all"; }; stdenv.mkDerivation = p: p; cmake = 1; python3 = 2; });
        "${pname} ${version} ${meta.license} ${toString (builtins.pathExists (src + "/heap4.h"))}"') || fail "nix: $made"
    [ "$made" = "\"tw $version MIT-0 1\"" ] || fail "nix makes $made"
    run ruby -wc sources/packaging/homebrew/tw.rb
    run luac5.4 -p sources/packaging/xmake/xmake.lua
    run "$PYTHON" -c 'import ast, sys; ast.parse(open(sys.argv[1]).read())' sources/packaging/spack/package.py
    ;;
debian) # built, read by lintian, and its own test run on what it holds
    need dpkg-buildpackage
    need dh
    need lintian
    tw "tw-$plain"
    cp "$TW_SOURCE/README.md" "tw-$plain"
    tar -czf "tw_$plain.orig.tar.gz" "tw-$plain"
    cp -R "$TW_SOURCE/packaging/debian" "tw-$plain/debian"
    run env -C "tw-$plain" dpkg-buildpackage --no-sign
    # A person files the bug that a first upload closes.
    run lintian --allow-root --suppress-tags initial-upload-closes-no-bugs --fail-on error,warning "$TW_WORK"/*.changes
    dpkg-deb -x libtw-dev_*.deb root
    mkdir run
    AUTOPKGTEST_TMP=$PWD/run PKG_CONFIG_SYSROOT_DIR=$PWD/root PKG_CONFIG_PATH=$PWD/root/usr/share/pkgconfig \
        sh "tw-$plain/debian/tests/program" || fail "the test of the package"
    ;;
esac

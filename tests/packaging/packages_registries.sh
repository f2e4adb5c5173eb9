# shellcheck shell=sh disable=SC2154
# Sourced by packages_test.sh: the ways whose own tools are in Debian, and make a package of the repository.

case $way in
npm) # packed and installed by npm itself, which asks no registry
    need npm
    tw sources
    cp "$TW_SOURCE/README.md" sources
    export npm_config_cache="$TW_WORK/cache" npm_config_offline=true
    run npm pack ./sources
    (cd project && run npm install "../tw-$version.tgz")
    (cd sources && ls ./*.h ./*.hpp include/tw/*.h* LICENSE README.md package.json) | sed 's|^\./||' | sort >wanted
    (cd project/node_modules/tw && find . -type f) | sed 's|^\./||' | sort | diff wanted - ||
        fail "< should be packed, > is packed"
    by_make
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

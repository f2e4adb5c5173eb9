#!/bin/sh
# refused_test.sh: each apply.sh for a system with a version refuses another version, an unknown one, a tree that has nothing but the
# right version, and none. It says so in one line and changes nothing. The trees are small texts of ours; run takes whole trees.
# Wants TW_SOURCE and TW_WORK.
set -eu
# shellcheck source=/dev/null
. "$TW_SOURCE/tests/skip.sh"
need perl
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"

# refused NAME MESSAGE: by apply.sh of NAME, for the tree `tree`. MESSAGE is what follows its name, a pattern of grep -E.
refused() {
    status=0
    cp -R tree before
    sh "$TW_SOURCE/integrations/$1/apply.sh" tree 2>said || status=$?
    [ $status = 2 ] && [ "$(wc -l <said)" = 1 ] && grep -qE "^apply[.]sh: tree$2" said ||
        { echo "FAILED: apply.sh of $1, where \"$2\" is due: $status, $(cat said)"; exit 1; }
    diff -r tree before || { echo "FAILED: apply.sh of $1 refused, and changed the tree"; exit 1; }
    rm -r before
}

# versions NAME SYSTEM VERSION LAST FILE FORMAT: VERSION is the one that apply.sh takes, and LAST its last number. FORMAT becomes the
# text of FILE by that number, and that of another version by another.
# shellcheck disable=SC2059 # a format
versions() {
    name=$1 file=tree/$5 takes="the (edits are|patch is) for $2 $3\$"
    rm -rf tree && mkdir tree
    refused "$name" " is no source tree of ${2}\$"
    mkdir -p "$(dirname "$file")" tree/src/core/model
    : >tree/src/core/model/heap-scheduler.cc # which ns-3's patch is for
    printf "$6" 99 >"$file"
    refused "$name" " is $2 $(echo "$3" | sed "s/$4\(-stable\)*\$/99\1/"); $takes"
    echo nothing >"$file"
    refused "$name" " is $2 .*; $takes"
    printf "$6" "$4" >"$file"
    refused "$name" "( has no |/[^ ]* differs from $2 $3, and| differs from $2 $3, or)"
    echo "ok: $name"
}

versions libuv libuv 1.44.2 2 include/uv/version.h \
    '#define UV_VERSION_MAJOR 1\n#define UV_VERSION_MINOR 44\n#define UV_VERSION_PATCH %s\n'
versions libevent libevent 2.1.12-stable 12 configure.ac 'AC_INIT(libevent,2.1.%s-stable)\n'
versions nginx nginx 1.22.1 1 src/core/nginx.h '#define NGINX_VERSION      "1.22.%s"\n'
versions lwip lwIP 2.1.3 3 src/include/lwip/init.h \
    '#define LWIP_VERSION_MAJOR 2\r\n#define LWIP_VERSION_MINOR 1\r\n#define LWIP_VERSION_REVISION %s\r\n'
versions redis Redis 7.0.15 15 src/version.h '#define REDIS_VERSION "7.0.%s"\n'
versions libev libev 4.33 33 ev.h '#define EV_VERSION_MAJOR 4\n#define EV_VERSION_MINOR %s\n'
versions haproxy HAProxy 2.6.12 12 VERSION '2.6.%s\n'
versions ns3 ns-3 3.37 37 VERSION '3.%s\n'

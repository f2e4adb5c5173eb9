# shellcheck shell=sh
# Sourced by the packages.sh of a product. Wants TW_SOURCE.
. "$TW_SOURCE/tests/skip.sh"

# npm_fetch FOLDER PACKAGES: the packages of npm that FOLDER/package-lock.json pins, into PACKAGES; not again if they are
# there.
npm_fetch() {
    need node
    need npm
    mkdir -p "$2"
    if cmp -s "$1/package-lock.json" "$2/package-lock.json" && [ -f "$2/fetched" ]; then
        return
    fi
    rm -f "$2/fetched"
    cp "$1/package.json" "$1/package-lock.json" "$2"
    (cd "$2" && npm ci --ignore-scripts --no-audit --no-fund >npm.log 2>&1) || {
        cat "$2/npm.log"
        skip "npm cannot fetch the packages"
    }
    touch "$2/fetched"
}

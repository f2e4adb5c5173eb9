#!/bin/sh
# readme.sh NAME: runs what the README of integrations/NAME says under "How to apply it", as it stands, in an empty folder. apt-get
# takes the sources of this machine and installs nothing: a package that is missing is a skip. Wants TW_SOURCE and TW_WORK.
# shellcheck disable=SC2016,SC2034,SC2013 # a pattern of sed; lib.sh reads the name; words
set -eu
# shellcheck source=/dev/null
. "$TW_SOURCE/tests/skip.sh"
# shellcheck source=/dev/null
. "$TW_SOURCE/tests/peers/lib.sh"
need apt-get
need dpkg-source
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK/bin" "$TW_WORK/folder" && cd "$TW_WORK"
sources=$TW_WORK
sed -n '/^## How to apply it/,/^## /{ /^```sh/,/^```/{ /^```/!p; }; }' "$TW_SOURCE/integrations/$1/README.md" >commands
[ -s commands ] || { echo "FAILED: the README of $1 has no commands"; exit 1; }
for package in $(sed -n 's/^apt-get install //p' commands); do
    dpkg -s "$package" >/dev/null 2>&1 || skip "no package $package here"
done
if grep -q '^apt-get source ' commands; then lists; fi
cat >bin/apt-get <<END
#!/bin/sh
PATH=$PATH
[ "\$1" != install ] || exit 0
${apt:-false} "\$@" || { touch "$TW_WORK/missing" && exit 1; }
END
chmod +x bin/apt-get
status=0
(cd folder && PATH=$TW_WORK/bin:$PATH TW=$TW_SOURCE MAKEFLAGS=-j$(nproc) sh -eux ../commands >../log 2>&1) || status=$?
[ ! -f missing ] || skip "no source of $1 can be had here"
[ $status != 77 ] || skip "$(tail -n 1 log)"
grep '^+ ' log
[ $status = 0 ] || { tail -n 20 log; echo "FAILED: the README of $1 ends with status $status"; exit 1; }

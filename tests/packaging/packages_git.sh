# shellcheck shell=sh disable=SC2154
# Sourced by packages_test.sh: the ways that fetch the repository by git. Here it is fetched from this disk.

# found_at FOLDER: git finds this repository where the projects look for one.
found_at() {
    url=$(sed -n 's/^url //p' "$TW_SOURCE/packaging/manifest").git
    export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0="url.file://$1.insteadOf" GIT_CONFIG_VALUE_0="$url"
}

# published FILE: as tw does, but in a git repository with the tag v7.8.9. `printed` is what FILE of the project fetches.
published() {
    need git
    found_at "$TW_WORK/origin"
    tw origin
    git -C origin init -q
    git -C origin add .
    git -C origin -c user.name=tw -c user.email=tw@example.org commit -qm tw
    git -C origin tag v7.8.9
    commit=$(git -C origin rev-parse HEAD)
    printed=$(sed -n 's/^revision //p' "$TW_SOURCE/packaging/manifest")
    grep -q "$printed" "project/$1" || fail "$1 does not fetch $printed"
}

# fetches FILE REVISION: FILE of a project made anew names this revision.
fetches() {
    rm -rf build
    project "$way" project
    sed "s/$printed/$2/" "project/$1" >edited
    mv edited "project/$1"
}

# as_printed FILE: the project is as printed, and this repository itself is found, bare. Not zero: it has no such commit, as a
# copy without git, or a clone of the last commit alone.
as_printed() {
    git -C "$TW_SOURCE" cat-file -e "$printed^{commit}" 2>log || { echo "not tried as printed: no $printed here"; return 1; }
    git clone -q --bare "$TW_SOURCE" bare
    git -C bare config uploadpack.allowAnySHA1InWant true
    found_at "$TW_WORK/bare"
    fetches "$1" "$printed"
}

case $way in
cmake-fetchcontent) file=CMakeLists.txt taken="by_cmake build" ;;
meson-wrap) file=subprojects/tw.wrap taken=by_meson ;;
esac
published "$file"
for revision in v7.8.9 "$commit"; do
    fetches "$file" "$revision"
    $taken
done
! as_printed "$file" || $taken

# shellcheck shell=sh disable=SC2154
# Sourced. project WAY FOLDER: makes the user's project for a way of adding tw in FOLDER, of projects.txt and of the
# program that this way builds. Wants `here`, and skip.sh.
project() {
    rm -rf unfolded "$2"
    unfold "$here/projects/projects.txt" unfolded
    cp -R "unfolded/$1" "$2"
    case $1 in
    bazel) cp -R unfolded/own-timers-h/rtos "$2" && cp "$here/projects/own_timers.c" "$2/main.c" ;;
    cmake-cxx) cp "$here/projects/main.cc" "$2" ;;
    esp-idf) cp "$here/projects/app_main.c" "$2/main/main.c" ;;
    own-timers-h) cp "$here/projects/own_timers.c" "$2/main.c" ;;
    crate) mkdir "$2/src" && cp "$here/projects/main.rs" "$2/src" ;;
    platformio | zephyr) mkdir "$2/src" && cp "$here/projects/main.c" "$2/src" ;;
    single-file) sed 's,<tw/heap4\.h>,"tw_heap4.h",; /<tw\/timers\.h>/d' "$here/projects/main.c" >"$2/main.c" ;;
    *) cp "$here/projects/main.c" "$2" ;;
    esac
    rm -rf unfolded
}

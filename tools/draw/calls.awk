# SPDX-License-Identifier: MIT-0
# calls.awk - awk -v into=DIRECTORY -f calls.awk HEADER...: writes the headers again into the directory. There, their
# functions tw__* say when they are entered and left, and from which lines they call others (events.h). No line is moved.
# A function is what begins in column 1 with TW__INLINE or its like; a call through a pointer is known by its name.
function marked(line,   done, word) {
    while (match(line, /[^a-z_>](ops->|before\(|sooner\(|sift\()/)) {
        word = substr(line, RSTART + 1, RLENGTH - 1)
        done = done substr(line, 1, RSTART)
        line = substr(line, RSTART + RLENGTH)
        match(word, /^[a-z]+/)
        done = done "TW__DRAW_CALL(" substr(word, 1, RLENGTH) ")" substr(word, RLENGTH + 1)
    }
    return done line
}
FNR == 1 {
    file = FILENAME
    sub(/.*\//, "", file)
    to = into "/" file
    name = ""
    printf "#line 1 \"%s\"\n", file >to
}
within { $0 = marked($0) }
!name && /^TW__[A-Z_]+ / && match($0, /tw__[a-z0-9_]+\(/) { name = substr($0, RSTART, RLENGTH - 1) }
name && !within && /\{/ {
    at = index($0, "{")
    $0 = substr($0, 1, at) " TW__DRAW_ENTER;" marked(substr($0, at + 1))
    within = 1
}
{ print >to }
name && !within && /;$/ { name = "" } # a prototype
within && (/^}$/ || /^TW__.*}$/) {
    printf "#define %s(...) TW__DRAW_CALL(%s(__VA_ARGS__))\n#line %d \"%s\"\n", name, name, FNR + 1, file >to
    name = ""
    within = 0
}

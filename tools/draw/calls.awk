# SPDX-License-Identifier: MIT-0
# calls.awk - awk -v into=DIRECTORY -f calls.awk HEADER...: writes the headers again into the directory. There, their
# functions tw__* from which an event may be reported say when they are entered and left, and from which lines they call
# others (events.h). No line is moved. A function is what begins in column 1 with TW__INLINE or its like; a call through
# a pointer has its name in parentheses. What is told of check() would be muted.
function begins(line) {
    line = substr(line, 1, index(line, "("))
    if (line !~ /^TW__[A-Z_]+ / || !match(line, /tw__[a-z0-9_]+\($/))
        return ""
    return substr(line, RSTART, RLENGTH - 1)
}

function ends(line) { return line ~ /^}$/ || line ~ /^TW__.*}$/ }

# The line with its calls through pointers told.
function marked(line,   done, word) {
    while (match(line, pointer)) {
        word = substr(line, RSTART + 2, RLENGTH - 4)
        done = done substr(line, 1, RSTART) "(TW__DRAW_CALL(" word "))("
        line = substr(line, RSTART + RLENGTH)
    }
    return done line
}

# Which functions report events, or call one that does?
BEGIN {
    pointer = "[^a-z_>][(](ops->[a-z_]+|before|sooner|sift|stepper)[)][(]"
    for (i = 1; i < ARGC; i++) {
        if (ARGV[i] !~ /[.]h$/)
            continue
        name = ""
        while ((getline line <ARGV[i]) > 0) {
            if (name == "")
                name = begins(line)
            if (name != "")
                body[name] = body[name] line
            if (ends(line) || (name != "" && body[name] !~ /[{]/ && line ~ /;$/))
                name = ""
        }
        close(ARGV[i])
    }
    for (name in body)
        if ((body[name] ~ /TW_TRACE|TW__COMPARED/ || body[name] ~ pointer) && name !~ /_check/)
            reports[name] = 1
    do {
        more = 0
        for (name in body)
            for (other in reports)
                if (!(name in reports) && name !~ /_check/ && index(body[name], other "(")) {
                    reports[name] = 1
                    more = 1
                    break
                }
    } while (more)
}

FNR == 1 {
    file = FILENAME
    sub(/.*\//, "", file)
    to = into "/" file
    name = ""
    within = 0
    printf "#line 1 \"%s\"\n", file >to
}
within { $0 = marked($0) }
name == "" {
    name = begins($0)
    if (!(name in reports))
        name = ""
}
name != "" && !within && /\{/ {
    at = index($0, "{")
    $0 = substr($0, 1, at) " TW__DRAW_ENTER;" marked(substr($0, at + 1))
    within = 1
}
name != "" && !within && /;$/ { name = "" } # a prototype
{ print >to }
/^#(else|elif|endif)/ { printf "#line %d \"%s\"\n", FNR + 1, file >to } # the compiler passed over those before
within && ends($0) {
    printf "#define %s(...) TW__DRAW_CALL(%s(__VA_ARGS__))\n#line %d \"%s\"\n", name, name, FNR + 1, file >to
    name = ""
    within = 0
}

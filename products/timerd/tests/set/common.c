/* SPDX-License-Identifier: MIT-0 */
#include "cases.h"
#include <string.h>

struct tw_durable *open_set(const char *path, uint64_t now_ms) {
    const char *error = "";
    struct tw_durable *const set = tw_durable_open(path, now_ms, &error);

    check(set != NULL, error);
    return set;
}

void copy_file(const char *from, const char *to) {
    char bytes[65536];
    FILE *const in = fopen(from, "rb"), *const out = fopen(to, "wb");
    size_t n;

    check(in && out, "the file can be copied");
    while ((n = fread(bytes, 1, sizeof bytes, in)) != 0)
        check(fwrite(bytes, 1, n, out) == n, "its copy is written");
    check(fclose(out) == 0 && fclose(in) == 0, "its copy is whole");
}

bool same_files(const char *a, const char *b) {
    FILE *const one = fopen(a, "rb"), *const other = fopen(b, "rb");
    int x, y;

    check(one && other, "both files can be read");
    do {
        x = fgetc(one);
        y = fgetc(other);
    } while (x == y && x != EOF);
    fclose(one);
    fclose(other);
    return x == y;
}

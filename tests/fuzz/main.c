/* SPDX-License-Identifier: MIT-0 */
/* Runs a fuzz target once on each file of a folder, with any compiler: PROGRAM FOLDER. */
#define _POSIX_C_SOURCE 200809L

#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST = 1 << 16 };

/* The input is a copy of its own length, so that sanitizers see a read behind its end.
   False: it cannot be read. */
static int run_file(const char *folder, const char *name) {
    static uint8_t room[MOST];
    char path[4096];
    uint8_t *data;
    size_t size, i;
    FILE *f;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    f = fopen(path, "rb");
    if (!f)
        return 0;
    size = fread(room, 1, sizeof room, f);
    fclose(f);
    data = (uint8_t *)malloc(size + !size);
    if (!data)
        return 0;
    for (i = 0; i < size; i++)
        data[i] = room[i];
    fprintf(stderr, "%s\n", path); /* the last one is the one that fails */
    LLVMFuzzerTestOneInput(data, size);
    free(data);
    return 1;
}

int main(int argc, char **argv) {
    DIR *const folder = argc == 2 ? opendir(argv[1]) : NULL;
    const struct dirent *entry;
    int files = 0;

    if (!folder) {
        fprintf(stderr, "usage: %s FOLDER\n", argv[0]);
        return 2;
    }
    while ((entry = readdir(folder)) != NULL)
        if (entry->d_name[0] != '.') {
            if (!run_file(argv[1], entry->d_name)) {
                fprintf(stderr, "%s/%s cannot be read\n", argv[1], entry->d_name);
                return 2;
            }
            files++;
        }
    closedir(folder);
    fprintf(stderr, "%d inputs\n", files); /* stdout may be elsewhere by then */
    return files ? 0 : 1;
}

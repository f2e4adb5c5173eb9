/* SPDX-License-Identifier: MIT-0 */
/* loader PLUGIN: calls the function program() of a plugin, whose libraries nobody else is
   linked with. */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    void *plugin = argc == 2 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
    void *found = plugin ? dlsym(plugin, "program") : NULL;
    int (*program)(void);

    if (!found) {
        fprintf(stderr, "loader: %s\n", dlerror());
        return 2;
    }
    memcpy(&program, &found, sizeof program);
    return program();
}

/* SPDX-License-Identifier: MIT-0 */
/* What a traced storm of firmware_storm.c must agree with, from the listing of its code:

       storm_oracle MASK BOUND LISTING LANDED RAN

   LISTING is objdump's of tw__post_send, whose context is PendSV, and of drain, whose
   context is the owner. LANDED has a line `CONTEXT at ADDRESS`, in decimal, for each
   interrupt; RAN the addresses that ran, in hexadecimal, one a line.
       - SysTick landed on each instruction that ran unmasked, and on none that is masked.
       - No more masked ones ran in a row than BOUND, nor than the longest way through the
         listing has.
       - MASK `none` has exclusive loads and stores and masks nothing. Any other masks two
         stretches of each function. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { INSTRUCTIONS = 4096, LINE = 512 };

enum { SEND, DRAIN };

static const char *const function_name[] = {"send", "drain"}, *const context[] = {"PendSV",
                                                                                  "owner"};

static struct instruction {
    unsigned long at, target;
    char op[32];
    int of;               /* SEND or DRAIN */
    bool masks, unmasks;  /* interrupts, with the next one */
    bool masked;          /* may run while they are */
    unsigned longest;     /* way from here to the end of the mask, both included */
    unsigned most;        /* masked ones that ran in a row after it */
    bool ran, landed[2];  /* landed: by context */
} code[INSTRUCTIONS + 1]; /* in order of addresses in each function; the last has the function -1 */

static size_t size;
static bool exclusive;

static void bad(const char *what, const struct instruction *i) {
    printf("FAILED: %s", what);
    if (i)
        printf(", at %lx in %s", i->at, function_name[i->of]);
    printf("\n");
    exit(1);
}

static FILE *opened(const char *name) {
    FILE *f = fopen(name, "r");

    if (!f)
        bad(name, NULL);
    return f;
}

static struct instruction *at(unsigned long address) {
    size_t i;

    for (i = 0; i < size; i++)
        if (code[i].at == address)
            return &code[i];
    return NULL;
}

static bool is(const char *op, const char *name) {
    const size_t n = strlen(name);
    return strncmp(op, name, n) == 0 && (op[n] == 0 || op[n] == '.');
}

static void read_listing(const char *name) {
    FILE *f = opened(name);
    char line[LINE], op[32];
    unsigned long address;
    int of = SEND;
    bool asked = false; /* a mask by msr follows the question by mrs what was masked */

    while (fgets(line, sizeof line, f)) {
        struct instruction *const i = &code[size];
        const char *target = strstr(line, " <");

        if (strstr(line, ">:"))
            of = strstr(line, "drain") ? DRAIN : SEND;
        else if (sscanf(line, " %lx: %31s", &address, op) == 2 && strcmp(op, ".word") != 0 &&
                 strcmp(op, "nop") != 0) {
            if (size == INSTRUCTIONS)
                bad("too long a listing", NULL);
            i->at = address;
            i->of = of;
            strcpy(i->op, op);
            for (; target && target > line && target[-1] != ' ' && target[-1] != '\t'; target--) {
            }
            i->target = target ? strtoul(target, NULL, 16) : 0;
            i->masks = is(op, "cpsid") || (is(op, "msr") && asked);
            i->unmasks = is(op, "cpsie") || (is(op, "msr") && !asked);
            asked = is(op, "mrs") || (asked && !i->masks);
            exclusive = exclusive || strncmp(op, "ldrex", 5) == 0 || strncmp(op, "strex", 5) == 0;
            size++;
        }
    }
    code[size].of = -1;
    fclose(f);
}

/* Does it jump, or leave? */
static bool branches(const char *op) {
    static const char *const other[] = {"cbz", "cbnz", "pop", "bkpt", "svc", "wfe", "wfi"};
    size_t i;

    for (i = 0; i < sizeof other / sizeof other[0]; i++)
        if (is(op, other[i]))
            return true;
    return op[0] == 'b' || strncmp(op, "ldm", 3) == 0;
}

/* Marks what may run while masked, from the top down, as no way goes back; then finds the
   longest ways from the bottom up. */
static void find_masked(void) {
    size_t i;

    for (i = 0; i < size; i++) {
        struct instruction *const x = &code[i], *jump = NULL;

        if (x->masked && !x->unmasks && branches(x->op)) {
            jump = at(x->target);
            if (!jump || jump <= x || jump->of != x->of)
                bad("a loop, a call or a return while masked", x);
            jump->masked = true;
        }
        if (x->masks || (x->masked && !x->unmasks && !is(x->op, "b"))) {
            if (x[1].of != x->of)
                bad("the function ends while masked", x);
            x[1].masked = true;
        }
    }
    for (i = size; i-- > 0;) {
        struct instruction *const x = &code[i];

        if (!x->masked)
            continue;
        x->longest = 1;
        if (!x->unmasks) {
            const unsigned near = is(x->op, "b") ? 0 : x[1].longest,
                           far = branches(x->op) ? at(x->target)->longest : 0;
            x->longest += far > near ? far : near;
        }
    }
}

static void read_landed(const char *name) {
    FILE *f = opened(name);
    char line[LINE], who[32];
    unsigned long address;

    while (fgets(line, sizeof line, f)) {
        struct instruction *i;
        int c;

        if (sscanf(line, "%31s at %lu", who, &address) != 2 || (i = at(address)) == NULL)
            continue;
        for (c = SEND; c <= DRAIN; c++)
            if (strcmp(who, context[c]) == 0)
                i->landed[c] = true;
    }
    fclose(f);
}

static void read_ran(const char *name) {
    FILE *f = opened(name);
    struct instruction *start = NULL, *i;
    unsigned row = 0;
    char line[LINE];

    while (fgets(line, sizeof line, f)) {
        i = at(strtoul(line, NULL, 16));
        if (i)
            i->ran = true;
        if (start) {
            row++;
            if (i && i->unmasks) {
                start->most = row > start->most ? row : start->most;
                start = NULL;
            }
        } else if (i && i->masks) {
            start = i;
            row = 0;
        }
    }
    fclose(f);
}

int main(int argc, char **argv) {
    unsigned stretches[2] = {0, 0}, open[2] = {0, 0}, wanted;
    const struct instruction *i;

    if (argc != 6)
        return 2;
    wanted = strcmp(argv[1], "none") == 0 ? 0 : 2;
    read_listing(argv[3]);
    find_masked();
    read_landed(argv[4]);
    read_ran(argv[5]);

    for (i = code; i < code + size; i++) {
        if (i->masks) {
            stretches[i->of]++;
            printf("%s: masked from %lx on, %u instructions of %u\n", function_name[i->of], i->at,
                   i->most, i[1].longest);
            if (i->most < 1 || i->most > i[1].longest)
                bad("the listing does not agree with what ran", i);
            if (i->most > strtoul(argv[2], NULL, 10))
                bad("more masked ones in a row than the bound", i);
        }
        if (i->masked && (i->landed[SEND] || i->landed[DRAIN]))
            bad("an interrupt came while masked", i);
        if (i->ran && !i->masked) {
            open[i->of]++;
            if (!i->landed[i->of])
                bad("SysTick never landed", i);
        }
    }
    if (stretches[SEND] != wanted || stretches[DRAIN] != wanted || exclusive != !wanted)
        bad("masks, or exclusive loads and stores, are not what this way has", NULL);
    printf("SysTick landed on all %u instructions of a send, all %u of drain\n", open[SEND],
           open[DRAIN]);
    if (open[SEND] < 10 || open[DRAIN] < 10)
        bad("no instructions", NULL);
    return 0;
}

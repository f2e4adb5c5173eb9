/* SPDX-License-Identifier: MIT-0 */
/* Puts a subject to each promise by turns, and prints the card. */
#include "card.h"
#include "number.h"
#include "shrink.h"
#include <inttypes.h>
#include <string.h>
#include <time.h>

struct options {
    uint64_t seed;
    unsigned long ops, cancels;
    unsigned limit;
    const char *only;
    bool json, first, hex, nonce, nonsense;
};

static const char help[] =
    "Usage: %s\n"
    "\n"
    "Judges timers or a priority queue: does the subject keep the promises that it makes?\n"
    "%s"
    "Prints a card: each promise, kept, broken, not claimed, not seen if no run has put it to\n"
    "the test, or not judged behind a breach that ends the card (--first, an endless loop);\n"
    "and for a broken one the shortest sequence of operations found that shows it.\n"
    "\n"
    "  --seed N      draw other operations (1)\n"
    "  --ops N       operations for each promise (10000)\n"
    "  --cancels N   timers that are armed and cancelled to see memory grow (1000000)\n"
    "  --limit N     seconds without an answer until the subject counts as hanging (10)\n"
    "  --only NAME   this promise alone; those before it are tried, and not shown\n"
    "  --first       stop at the first promise that is broken\n"
    "  --json        the card as JSON\n"
    "  --hex         ticks in hexadecimal\n"
    "  --nonce       read a line, and put it on the card of --json: so the card is the judge's\n"
    "  --nonsense    an answer that is none of the protocol breaks a promise, and ends nothing\n"
    "  --help        this text\n"
    "\n"
    "Exit status: 0 every promise that was claimed is kept, 1 one is broken or not seen,\n"
    "2 misuse, or an answer that is none of the protocol while no breach was seen.\n";

static void print_help(const char *program, bool inside) {
    char usage[200];

    snprintf(usage, sizeof usage,
             inside ? "%s [OPTION...]" : "%s [OPTION...] COMMAND [ARGUMENT...]", program);
    printf(
        help, usage,
        inside
            ? ""
            : "COMMAND is a program that reads lines and answers them:\n"
              "products/judge/PROTOCOL.md. --version alone prints the version, and the commit if\n"
              "it is known.\n");
}

/* ------------------------------------------------------------------------------ options */

static bool known(const char *name) {
    size_t i;

    for (i = 0; i < promises_count; i++)
        if (strcmp(promises[i].name, name) == 0)
            return true;
    return strcmp(name, "memory") == 0;
}

/* An option with a value. False: it is none, or the value is wrong. */
static bool set(struct options *o, const char *name, const char *value) {
    uint64_t n = 0;

    if (strcmp(name, "--seed") == 0)
        return number_alone(value, 0, UINT64_MAX, &o->seed);
    if (strcmp(name, "--only") == 0) {
        o->only = value;
        return known(value);
    }
    if (strcmp(name, "--ops") == 0 && number_alone(value, 1, 1000000000, &n))
        o->ops = (unsigned long)n;
    else if (strcmp(name, "--cancels") == 0 && number_alone(value, 1000, 100000000, &n))
        o->cancels = (unsigned long)n;
    else if (strcmp(name, "--limit") == 0 && number_alone(value, 1, 3600, &n))
        o->limit = (unsigned)n;
    else
        return false;
    return true;
}

/* Returns the index of the first argument that is no option, 0 after --help, -1 after a
   complaint. */
static int read_options(int argc, char **argv, struct options *o, bool inside) {
    int i;

    for (i = 1; i < argc && argv[i][0] == '-'; i++) {
        if (strcmp(argv[i], "--help") == 0) {
            print_help(argv[0], inside);
            return 0;
        }
        if (strcmp(argv[i], "--json") == 0)
            o->json = true;
        else if (strcmp(argv[i], "--first") == 0)
            o->first = true;
        else if (strcmp(argv[i], "--hex") == 0)
            o->hex = true;
        else if (strcmp(argv[i], "--nonce") == 0)
            o->nonce = true;
        else if (strcmp(argv[i], "--nonsense") == 0)
            o->nonsense = true;
        else if (i + 1 < argc && set(o, argv[i], argv[i + 1]))
            i++;
        else {
            fprintf(stderr, "%s: %s%s%s: no such option or value; --help names them\n", argv[0],
                    argv[i], i + 1 < argc ? " " : "", i + 1 < argc ? argv[i + 1] : "");
            return -1;
        }
    }
    if (inside != (i == argc)) {
        fprintf(stderr, inside ? "%s: %s: no argument is wanted\n" : "%s: wants a COMMAND%s\n",
                argv[0], inside ? argv[i] : "; --help says more");
        return -1;
    }
    return i;
}

/* ---------------------------------------------------------------------------- judgement */

/* Makes the sequence of a breach short, and keeps it if it is the shortest so far. */
static void keep_shortest(struct court *court, struct row *r, const struct sequence *s,
                          const struct verdict *v) {
    struct sequence shorter = *s;
    struct verdict found = *v;

    shrink(court, &shorter, &found, r->s.n == 0 ? 6000 : 1000);
    if (r->s.n == 0 || shorter.n < r->s.n) {
        r->s = shorter;
        r->v = found;
    }
}

/* After an answer of nonsense: does the judge stop? It does not behind a breach, which is the
   verdict. */
static bool stops(struct court *court, const struct options *o) {
    court->stopped = !court->breached && !o->nonsense;
    return court->stopped;
}

/* A run that ends the process behind a breach of another promise costs time: it counts as so many
   operations. */
enum { AFTER_AN_END = 1000 };

/* Plays sequences until one breaks the promise, and leaves it in *s and *v. r->state says what
   is found. */
static void find(struct court *court, const struct promise *p, unsigned minds,
                 const struct options *o, struct row *r, struct sequence *s, struct verdict *v) {
    uint64_t seed = o->seed;
    unsigned long ops = 0;
    unsigned number, seen = 0;

    r->hidden_by = NULL;
    r->state = NOT_SEEN;
    for (number = 0; ops < o->ops; number++) {
        if (p->sequence && !p->sequence(s, number))
            break;
        if (!p->sequence)
            draw_sequence(p, &court->claims, &seed, number, s);
        court_play(court, s, v);
        ops += v->sent + 1 + (v->twice ? AFTER_AN_END : 0);
        seen |= v->seen;
        if (v->breach == RUBBISH && stops(court, o))
            return;
        court->breached = court->breached || (v->breach != FINE && v->breach != RUBBISH);
        if (v->breach & minds) {
            r->state = BROKEN;
            return;
        }
        if (v->breach != FINE)
            r->hidden_by = promise_of(v->breach);
    }
    r->state = seen & p->sees ? KEPT : NOT_SEEN;
}

/* Looks for other sequences that are shorter from the beginning, among this many
   operations. */
static void find_shorter(struct court *court, const struct promise *p, struct row *r,
                         unsigned long ops) {
    static struct sequence s;
    static struct verdict v;
    const enum breach breach = r->v.breach;
    const time_t end = time(NULL) + 10; /* a slow subject is not asked for longer */
    uint64_t seed = 1;
    unsigned more = 6;

    while (ops > OPS && more > 0 && time(NULL) < end && r->s.n > 3 && breach != HANGS &&
           breach != ENDED && !p->sequence) {
        draw_sequence(p, &court->claims, &seed, number_of_length(r->s.n - 1), &s);
        court_play(court, &s, &v);
        ops -= v.sent + 1;
        if (v.breach == breach) {
            keep_shortest(court, r, &s, &v);
            more--;
        }
    }
}

/* An end of the process like that of an earlier row, with the same last words, has that row's
   sequence. */
static bool explained_before(const struct card *card, struct row *r) {
    const struct row *e;

    for (e = card->row; e < r; e++)
        if (e->state == BROKEN && e->v.breach == ENDED && r->v.breach == ENDED && e->v.alone &&
            strcmp(e->v.said, r->v.said) == 0 && strcmp(e->v.got, r->v.got) == 0) {
            r->s = e->s;
            r->v = e->v;
            return true;
        }
    return false;
}

/* card: NULL if the row is only wanted for what it gives up, and not explained. */
static void put_to(struct court *court, const struct promise *p, unsigned minds,
                   const struct options *o, struct row *r, const struct card *card) {
    static struct sequence s;
    static struct verdict v;

    find(court, p, minds, o, r, &s, &v);
    r->v = v;
    if (r->state != BROKEN || !card || explained_before(card, r))
        return;
    r->s.n = 0;
    keep_shortest(court, r, &s, &v);
    find_shorter(court, p, r, court->claims.sleeps ? 0 : 10000);
}

/* Notes an answer that did not come. */
static void note_silence(struct court *c, enum answer a, struct row *r) {
    const char *const said = process_said(&c->process);

    r->state = BROKEN;
    r->v.breach = a == HUNG ? HANGS : ENDED;
    r->v.alone = true;
    snprintf(r->v.got, sizeof r->v.got, "%s", c->process.how);
    snprintf(r->v.said, sizeof r->v.said, "%s", said ? said : "");
}

static bool is_fired(const char *answer) {
    uint64_t id;

    if (strncmp(answer, "fired", 5) != 0 || (answer[5] != 0 && answer[5] != ' '))
        return false;
    for (answer += 5; *answer; answer += strspn(answer, " "))
        if (*answer != ' ' && !number_read(&answer, 0, JUDGE_IDS - 1, &id))
            return false;
    return true;
}

/* The next answer, which is that to x; x is NULL for init. NULL: it is nonsense. */
static const char *next_answer(struct court *c, const struct op *x) {
    const char *const line = process_line(&c->process);
    const bool ok = strcmp(line, "ok") == 0;

    if (!x                                     ? ok
        : x->kind == ADVANCE || x->kind == POP ? is_fired(line)
                                               : ok || strcmp(line, "no") == 0)
        return line;
    court_nonsense(c, x, line);
    return NULL;
}

/* Are the next n answers right? Those that fire are not looked at. */
static bool all_ok(struct court *c, const struct op *op, size_t n) {
    const char *line;

    for (; n > 0; n--, op++)
        if ((line = next_answer(c, op)) == NULL || strcmp(line, "no") == 0)
            return false;
    return true;
}

/* Arms and cancels n timers, 1000 at once. False: an answer is wrong, or none comes. */
static bool churn(struct court *c, unsigned long n, struct row *r) {
    static char text[2001 * LINE];
    static struct op op[2001];
    const uint64_t top = c->claims.bits == 16 ? 10000 : c->claims.top;
    const uint64_t far = top < 1000777 ? top - 777 : 1000000;

    while (n > 0) {
        size_t length = 0, lines = 0, i;
        enum answer a;

        for (i = 0; i < 1000 && n > 0; i++, n--) {
            const unsigned id = (unsigned)(n % 100);

            op[lines++] = (struct op){ADD, id, 0, far + n % 777, UINT64_MAX};
            op[lines++] = (struct op){CANCEL, id, 0, 0, UINT64_MAX};
        }
        /* A loop that drops cancelled timers in its next turn has that turn. */
        if (!c->claims.pops)
            op[lines++] = (struct op){ADVANCE, 0, 0, 0, UINT64_MAX};
        for (i = 0; i < lines; i++)
            length += (size_t)op_line(&op[i], UINT64_MAX, text + length);
        a = process_ask(&c->process, text, length, lines);
        if (a != ANSWERED)
            note_silence(c, a, r);
        if (a != ANSWERED || !all_ok(c, op, lines))
            return false;
    }
    return true;
}

/* Fires the timer that waited all the while. */
static bool last_fires(struct court *c) {
    const struct claims *const l = &c->claims;
    const struct op x = {l->pops ? POP : ADVANCE, 0, 0, 100 + l->late + l->grain, UINT64_MAX};
    char line[LINE];
    const int length = op_line(&x, UINT64_MAX, line);
    const char *answer;

    if (process_ask(&c->process, line, (size_t)length, 1) != ANSWERED)
        return false;
    answer = next_answer(c, &x);
    return answer && strcmp(answer, "fired 200") == 0;
}

/* One timer stays armed, before all others, so that those are not at the top of a heap.
   Memory may not grow with the number of timers that were cancelled: 8 bytes for each, and
   a megabyte for the subject's own ways, are allowed. What grows once may wait for a collector
   of garbage: memory must grow a second time. */
static void judge_memory(struct court *c, const struct options *o, struct row *r) {
    static const struct op first = {ADD, 200, 0, 1, UINT64_MAX};
    const unsigned long allowed = 8 * o->cancels + (1 << 20);
    unsigned long before;
    enum answer a;
    int times = 0;

    r->s.n = 0;
    memset(&r->v, 0, sizeof r->v);
    r->cancels = o->cancels;
    process_stop(&c->process);
    if (c->claims.sleeps || court_start(c) != ANSWERED)
        return;
    a = process_ask(&c->process, "init 0\nadd 200 1\n", 17, 2);
    if (a != ANSWERED)
        note_silence(c, a, r);
    if (a != ANSWERED || process_pages(&c->process) == 0)
        return;
    r->state = NOT_SEEN;
    r->hidden_by = promise_of(MISSED);
    if (!next_answer(c, NULL) || !next_answer(c, &first) || !churn(c, o->cancels / 5, r))
        return;
    do {
        before = process_pages(&c->process);
        if (!churn(c, o->cancels, r))
            return;
        r->grown = process_pages(&c->process);
        r->grown = r->grown > before ? (r->grown - before) * 4096 : 0;
    } while (r->grown > allowed && ++times < 2);
    if (times == 2) {
        r->state = BROKEN;
        r->v.breach = GROWS;
    } else if (last_fires(c))
        r->state = KEPT;
}

/* The row for a promise, with its name. */
static struct row *begin_row(struct row *r, const char *name, const char *sentence) {
    r->name = name;
    r->sentence = sentence;
    r->state = NOT_JUDGED;
    return r;
}

/* A subject that hung is not asked for what is left, after the second time; nor, if that
   is wanted, one that broke a promise. A verdict depends on what earlier promises give up. So
   they are tried, too, if one promise alone is wanted. */
static void judge_all(struct court *court, const struct options *o, struct card *card) {
    static struct row unwanted;
    unsigned given_up = 0, hung = 0;
    size_t i;

    for (i = 0; i < promises_count && !(o->only && card->n > 0) && !court->stopped; i++) {
        const struct promise *const p = &promises[i];
        const bool wanted = !o->only || strcmp(o->only, p->name) == 0;
        struct row *const r =
            begin_row(wanted ? &card->row[card->n++] : &unwanted, p->name, p->sentence);

        if (!p->claimed(&court->claims))
            r->state = NOT_CLAIMED;
        else if (hung < 2 && !(o->first && card_count(card, BROKEN))) {
            put_to(court, p, p->minds & ~given_up, o, r, wanted ? card : NULL);
            if (r->state == BROKEN)
                given_up |= p->gives_up;
            hung += r->state == BROKEN && r->v.breach == HANGS;
        }
    }
    if (!court->stopped && (!o->only || card->n == 0)) {
        struct row *const r = begin_row(&card->row[card->n++], "memory",
                                        "timers that are armed and cancelled leave nothing behind");

        if (hung < 2 && !(o->first && card_count(card, BROKEN)))
            judge_memory(court, o, r);
        if (*court->nonsense)
            stops(court, o);
    }
}

int judge_main(int argc, char **argv, const struct judge_subject *s) {
    static struct court court;
    static struct card card;
    struct options o = {1, 10000, 1000000, 10, NULL, false, false, false, false, false};
    char why[200];
    int rest;

    if (s && argc == 2 && strcmp(argv[1], "--serve") == 0)
        return judge_serve(s);
    rest = read_options(argc, argv, &o, s != NULL);
    if (rest <= 0)
        return rest < 0 ? 2 : 0;
    if (o.nonce && fgets(card.nonce, sizeof card.nonce, stdin))
        card.nonce[strcspn(card.nonce, "\r\n")] = 0;
    court.process.subject = s;
    court.process.command = argv + rest;
    court.process.limit = o.limit;
    if (!court_hello(&court, why)) {
        fprintf(stderr, "%s: %s\n", argv[0], why);
        return 2;
    }
    card.name = court.claims.name;
    card.seed = o.seed;
    if (court.claims.sleeps)
        o.ops = o.ops < 10 ? 1 : o.ops / 10; /* in real time */
    card.ops = o.ops;
    card.ticks = (struct ticks){court_mask(&court), o.hex};
    judge_all(&court, &o, &card);
    process_stop(&court.process);
    if (court.stopped) {
        fprintf(stderr, "%s: %s\n", argv[0], court.nonsense);
        return 2;
    }
    if (o.json)
        card_json(&card, stdout);
    else
        card_text(&card, stdout);
    return card_count(&card, BROKEN) || card_count(&card, NOT_SEEN) ? 1 : 0;
}

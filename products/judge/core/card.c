/* SPDX-License-Identifier: MIT-0 */
#include "card.h"
#include "number.h"
#include <inttypes.h>
#include <string.h>

/* A heap fires in the right order. */
#define PLAYGROUND "#tab=explore&on=heap4&do="

static const char *const states[] = {"kept", "BROKEN", "not seen", "not claimed", "not judged"};

size_t card_count(const struct card *c, int state) {
    size_t n = 0, i;

    for (i = 0; i < c->n; i++)
        n += (int)c->row[i].state == state;
    return n;
}

/* What is wrong with a firing, in a sentence. */
static void reason_of_ticks(const struct card *c, const struct verdict *v, FILE *to) {
    char due[24], rival[24];
    const char *const form = c->ticks.hex ? "0x%" PRIx64 : "%" PRIu64;

    snprintf(due, sizeof due, form, v->due);
    snprintf(rival, sizeof rival, form, v->rival_due);
    if (v->breach == EARLY)
        fprintf(to, "timer %u fires, although its tick %s has not come", v->id, due);
    else if (v->breach == MISSED)
        fprintf(to, "timer %u, which is due at tick %s, does not fire", v->id, due);
    else if (v->breach == NOT_FIFO)
        fprintf(to,
                "timers %u and %u both have tick %s: timer %u was armed first, and timer %u fires "
                "first",
                v->rival, v->id, due, v->rival, v->id);
    else
        fprintf(to, "timer %u (tick %s) fires before timer %u (tick %s)", v->id, due, v->rival,
                rival);
}

/* What is wrong, in a sentence. */
static void reason(const struct card *c, const struct row *r, FILE *to) {
    const struct verdict *const v = &r->v;
    const char *const end = v->alone ? "" : ", but only after earlier sequences";

    if (v->breach & (EARLY | MISSED | NOT_FIFO | OUT_OF_ORDER | PASSED))
        reason_of_ticks(c, v, to);
    else if (v->breach == GHOST)
        fprintf(to, "timer %u fires, and is not armed", v->id);
    else if (v->breach == TOO_SOON)
        fprintf(to, "timer %u, armed in this advance by a callback, does not wait for the next one",
                v->id);
    else if (v->breach == TOO_MANY)
        fprintf(to, "timer %u fires, one more than the advance may fire", v->id);
    else if (v->breach == REFUSED)
        fprintf(to, "it refuses a timer that it has room for");
    else if (v->breach == WRONG_CANCEL)
        fprintf(to, "cancel tells wrongly whether the timer was armed");
    else if (v->breach == WRONG_NEXT)
        fprintf(to, "this is not the earliest deadline");
    else if (v->breach == COSTLY)
        fprintf(to, "too many looks in one call: %" PRIu64 "; at most %" PRIu64 " are allowed",
                v->due, v->rival_due);
    else if (v->breach == RUBBISH)
        fprintf(to, "this is no answer of the protocol");
    else if (v->breach == GROWS)
        fprintf(to, "%lu timers were armed and cancelled at once, and memory has grown by %lu KB",
                r->cancels, r->grown / 1024);
    else
        fprintf(to, "%s%s", v->got, end);
}

/* Why a promise was not put to the test, in words without quotes. */
static void not_seen(const struct row *r, FILE *to) {
    if (r->hidden_by)
        fprintf(to, "a breach of `%s` ends each run before", r->hidden_by);
    else
        fprintf(to, "no run came to it: draw more operations");
}

/* An answer, as lines have it, in words: its tick may be hexadecimal. */
static const char *answer_words(const struct card *c, const char *answer, char words[400]) {
    uint64_t tick;

    if (!c->ticks.hex || strncmp(answer, "next ", 5) != 0 ||
        !number_alone(answer + 5, 0, UINT64_MAX, &tick))
        return answer;
    snprintf(words, 400, "next 0x%" PRIx64, tick);
    return words;
}

static void answer_line(const struct card *c, const char *title, const char *answer, FILE *to) {
    char words[400];

    fprintf(to, "%16s%-10s%s\n", "", title, *answer ? answer_words(c, answer, words) : "nothing");
}

/* The operation that is answered wrongly has its answer and the right one below it. */
static void answers(const struct card *c, const struct row *r, FILE *to) {
    const struct op *const last = &r->s.op[r->v.at];
    const bool fires = last->kind == ADVANCE || last->kind == POP;

    if (r->v.breach == ENDED || r->v.breach == HANGS || r->v.breach == GROWS)
        return;
    answer_line(c, fires ? "it fires" : "it says", r->v.got, to);
    answer_line(c, "expected", r->v.expected, to);
}

/* Its ticks are those of the playground, and each operation is known there. */
static bool plays(const struct card *c, const struct row *r) {
    size_t i;

    for (i = 0; i <= r->v.at && i < r->s.n; i++)
        if (!r->v.skipped[i] && !op_plays(&r->s.op[i]))
            return false;
    return i > 0 && c->ticks.mask == UINT64_MAX;
}

/* The sequence as the playground's address has it, behind do=. */
static void play(const struct row *r, FILE *to) {
    size_t i;

    if (r->s.start)
        fprintf(to, "advance+%" PRIu64 ";", r->s.start);
    for (i = 0; i <= r->v.at && i < r->s.n; i++)
        if (!r->v.skipped[i]) {
            op_play(&r->s.op[i], to);
            fputs(i < r->v.at ? ";" : "", to);
        }
}

static void broken(const struct card *c, const struct row *r, FILE *to) {
    size_t i, number = 0;

    if (r->s.n > 0) {
        fprintf(to, "%16sbegin at tick ", "");
        tick_words(r->s.start, &c->ticks, to);
        fputc('\n', to);
        for (i = 0; i <= r->v.at && i < r->s.n; i++) {
            if (r->v.skipped[i])
                continue;
            fprintf(to, "%13lu  ", (unsigned long)++number);
            fputc(' ', to);
            op_words(&r->s.op[i], &c->ticks, to);
            fputc('\n', to);
        }
        answers(c, r, to);
    }
    fprintf(to, "%14s> ", "");
    reason(c, r, to);
    fputc('\n', to);
    if (*r->v.said)
        fprintf(to, "%16sits last word: %s\n", "", r->v.said);
    if (plays(c, r)) {
        fprintf(to, "%16ssee it done right, by adding this to the playground's address: %s", "",
                PLAYGROUND);
        play(r, to);
        fputc('\n', to);
    }
}

void card_text(const struct card *c, FILE *to) {
    size_t i;

    fprintf(to, "%s\nseed %" PRIu64 ", %lu operations for each promise\n\n", c->name, c->seed,
            c->ops);
    for (i = 0; i < c->n; i++) {
        const struct row *const r = &c->row[i];

        fprintf(to, "  %-10s %-11s  %s\n", r->name, states[r->state], r->sentence);
        if (r->state == BROKEN)
            broken(c, r, to);
        if (r->state == NOT_SEEN) {
            fprintf(to, "%14s> ", "");
            not_seen(r, to);
            fputc('\n', to);
        }
    }
    fprintf(to, "\n%lu kept, %lu broken, ", (unsigned long)card_count(c, KEPT),
            (unsigned long)card_count(c, BROKEN));
    if (card_count(c, NOT_SEEN))
        fprintf(to, "%lu not seen, ", (unsigned long)card_count(c, NOT_SEEN));
    fprintf(to, "%lu not claimed", (unsigned long)card_count(c, NOT_CLAIMED));
    if (card_count(c, NOT_JUDGED))
        fprintf(to, ", %lu not judged after that", (unsigned long)card_count(c, NOT_JUDGED));
    fputc('\n', to);
}

/* --------------------------------------------------------------------------------- JSON */

static void string(const char *s, FILE *to) {
    fputc('"', to);
    for (; *s; s++)
        if (*s == '"' || *s == '\\')
            fprintf(to, "\\%c", *s);
        else if ((unsigned char)*s < ' ')
            fprintf(to, "\\u%04x", (unsigned)*s);
        else
            fputc(*s, to);
    fputc('"', to);
}

static void member(const char *name, const char *value, FILE *to) {
    fprintf(to, ",\"%s\":", name);
    string(value, to);
}

/* What op_words() and reason() write, as strings: they want a file. */
static void words_as_string(const struct card *c, const struct op *x, FILE *to) {
    fputc('"', to);
    op_words(x, &c->ticks, to); /* no quotes, no backslashes */
    fputc('"', to);
}

static void operations(const struct card *c, const struct row *r, FILE *to) {
    char line[LINE];
    size_t i, number = 0;

    fprintf(to, ",\"begin\":%" PRIu64 ",\"words\":[", r->s.start & c->ticks.mask);
    for (i = 0; i <= r->v.at && i < r->s.n; i++)
        if (!r->v.skipped[i]) {
            fputs(number++ ? "," : "", to);
            words_as_string(c, &r->s.op[i], to);
        }
    fprintf(to, "],\"lines\":[\"init %" PRIu64 "\"", r->s.start & c->ticks.mask);
    for (i = 0; i <= r->v.at && i < r->s.n; i++)
        if (!r->v.skipped[i]) {
            const int length = op_line(&r->s.op[i], c->ticks.mask, line);

            fprintf(to, ",\"%.*s\"", length - 1, line);
        }
    fprintf(to, "],\"operations\":%lu", (unsigned long)number);
}

static void row_json(const struct card *c, const struct row *r, FILE *to) {
    char words[400];

    fputs("{\"promise\":", to);
    string(r->name, to);
    member("sentence", r->sentence, to);
    member("state", r->state == BROKEN ? "broken" : states[r->state], to);
    if (r->state == BROKEN) {
        if (r->s.n > 0)
            operations(c, r, to);
        fputs(",\"reason\":", to);
        if (r->v.breach == ENDED || r->v.breach == HANGS)
            string(r->v.got, to);
        else { /* numbers and words alone */
            fputc('"', to);
            reason(c, r, to);
            fputc('"', to);
        }
        member("answer", answer_words(c, r->v.got, words), to);
        member("expected", answer_words(c, r->v.expected, words), to);
        member("last_word", r->v.said, to);
        fputs(",\"play\":\"", to);
        if (plays(c, r))
            play(r, to);
        fputc('"', to);
    }
    if (r->state == NOT_SEEN) {
        fputs(",\"reason\":\"", to);
        not_seen(r, to);
        fputc('"', to);
    }
    fputc('}', to);
}

void card_json(const struct card *c, FILE *to) {
    size_t i;

    fputs("{\"subject\":", to);
    string(c->name, to);
    member("nonce", c->nonce, to);
    fprintf(to, ",\"seed\":%" PRIu64 ",\"operations\":%lu,\"promises\":[\n", c->seed, c->ops);
    for (i = 0; i < c->n; i++) {
        row_json(c, &c->row[i], to);
        fputs(i + 1 < c->n ? ",\n" : "\n", to);
    }
    fprintf(to, "],\"kept\":%lu,\"broken\":%lu,\"not_seen\":%lu,\"not_claimed\":%lu}\n",
            (unsigned long)card_count(c, KEPT), (unsigned long)card_count(c, BROKEN),
            (unsigned long)card_count(c, NOT_SEEN), (unsigned long)card_count(c, NOT_CLAIMED));
}

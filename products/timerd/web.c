/* SPDX-License-Identifier: MIT-0 */
#include "web.h"
#include "json.h"
#include "options.h"
#include "stats.h"
#include <stdio.h>
#include <string.h>
#define TIMERD_web
#include "scripts.h"

/* The commands that are served, and the method of each. */
static const struct {
    const char *name;
    bool changes;
} commands[] = {{"STATS", false}, {"TIME", false}, {"NEXT", false},  {"GET", false},
                {"LIST", false},  {"DEAD", false}, {"CANCEL", true}, {"REQUEUE", true}};

static void answer(struct conn *c, const struct http_answer *a, struct text body) {
    http_answer(conn_out(c), a, body);
    if (a->close)
        conn_finish(c);
    else
        conn_resume(c);
}

static void refuse(struct conn *c, const struct http *h, unsigned status, const char *why) {
    const char *const fields = status == 401   ? CLOSED_DATA "WWW-Authenticate: Bearer\r\n"
                               : status == 405 ? CLOSED_DATA "Allow: GET, HEAD\r\n"
                                               : CLOSED_DATA;
    const struct http_answer a = {status, "application/json", fields, h->method == METHOD_HEAD,
                                  h->close || h->body};
    char body[128];
    const struct text text = {body,
                              (size_t)snprintf(body, sizeof body, "{\"error\":\"%s\"}\n", why)};

    stats.bad_requests += status != 401 && status != 403;
    stats.refused += status == 401 || status == 403;
    answer(c, &a, text);
}

void web_refuse(struct conn *c, enum parsed found) {
    struct http h;

    memset(&h, 0, sizeof h);
    h.close = true;
    if (found == PARSED_LONG)
        refuse(c, &h, 431, "a request has at most 8192 bytes");
    else
        refuse(c, &h, 400, "this is no request of HTTP/1.1");
}

/* Another name is one that a page of somebody else has given to this machine. */
static bool host_is_ours(struct text host) {
    static const char *const names[] = {"localhost", "127.0.0.1", "[::1]"};
    const char *const colon = host.size ? (const char *)memchr(host.at, ':', host.size) : NULL;
    struct text name = host;

    if (host.size && host.at[0] == '[')
        name.size = host.size < 5 ? host.size : 5;
    else if (colon)
        name.size = (size_t)(colon - host.at);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (text_is(name, names[i]))
            return true;
    return option.web_host && text_is(name, option.web_host);
}

/* A browser names the page that sends the request; other clients do not. */
static bool origin_is_ours(const struct http *h) {
    static const char *const schemes[] = {"http://", "https://"};

    for (size_t i = 0; i < sizeof schemes / sizeof schemes[0]; i++) {
        const size_t size = strlen(schemes[i]);
        struct text host = h->origin;

        if (host.size < size || memcmp(host.at, schemes[i], size) != 0)
            continue;
        host.at += size;
        host.size -= size;
        return text_same(host, h->host);
    }
    return h->origin.at == NULL;
}

/* The place of the command in `commands`, or -1. */
static int find(struct text name) {
    int i = (int)(sizeof commands / sizeof commands[0]);

    while (--i >= 0 && !text_is(name, commands[i].name))
        continue;
    return i;
}

static void page(struct conn *c, const struct http *h) {
    const struct http_answer a = {200, "text/html; charset=utf-8", CLOSED web_policy,
                                  h->method == METHOD_HEAD, h->close};
    const struct text body = {(const char *)web_page, sizeof web_page};

    answer(c, &a, body);
}

static void ask(struct conn *c, const struct http *h, struct words *words) {
    const struct asked asked = {true, h->method == METHOD_HEAD, h->close,
                                words->count == 1 && text_is(words->word[0], "metrics")};
    const int i = find(words->word[0]);
    const bool posts = h->method == METHOD_POST;

    if (!asked.metrics && i < 0)
        refuse(c, h, 404, "there is no such page");
    else if (h->method == METHOD_OTHER || posts != (!asked.metrics && commands[i].changes))
        refuse(c, h, 405, "GET reads, POST changes");
    else if (posts && !origin_is_ours(h))
        refuse(c, h, 403, "this request comes from another page");
    else
        commands_web(c, words, &asked);
}

static void ask_whole(struct conn *c, const struct http *h, struct words *words) {
    const enum right right = rights_of(SECRETS_TOKEN, h->token);
    const bool root = words->count == 1 && words->word[0].size == 0;

    if (!host_is_ours(h->host)) {
        refuse(c, h, 421, "this host is not served: --web-host");
    } else if (h->body) {
        refuse(c, h, 413, "a request has no body");
    } else if (root && (h->method == METHOD_GET || h->method == METHOD_HEAD)) {
        page(c, h);
    } else if (right == RIGHT_NONE) {
        refuse(c, h, 401, "a token is wanted");
    } else {
        conn_admit(c, right);
        ask(c, h, words);
    }
}

void web_ask(struct conn *c, const struct http *h, bool whole) {
    char bytes[HEAD_MOST];
    struct words words;

    if (!http_words(h->target, bytes, &words))
        refuse(c, h, 400, "a % stands before no two hexadecimal digits");
    else if (whole)
        ask_whole(c, h, &words);
    else if (words.count == 1 && text_is(words.word[0], "metrics"))
        ask(c, h, &words);
    else
        refuse(c, h, 404, "there is no such page");
}

/* SPDX-License-Identifier: MIT-0 */
#include "web_reply.h"
#include "http.h"
#include "json.h"
#include "options.h"
#include <stdio.h>
#include <string.h>

static unsigned status_of(struct text reply) {
    if (!reply.size || reply.at[0] != '-')
        return 200;
    if (strncmp(reply.at, "-ERR", 4) == 0)
        return 400;
    return strncmp(reply.at, "-NOPERM", 7) == 0 ? 403 : 503;
}

void web_reply(struct conn *c, const struct asked *asked, struct text reply) {
    static const char *const rights[] = {"none", "read", "consume", "admin"};
    struct http_answer a = {200, "text/plain; version=0.0.4", "", asked->head, asked->close};
    struct buffer json = {NULL, 0, 0};
    char fields[512];

    if (!asked->metrics) {
        snprintf(fields, sizeof fields, CLOSED_DATA "Timerd-Queue: %s\r\nTimerd-Right: %s\r\n",
                 option.prefix, rights[conn_right(c)]);
        a.status = status_of(reply);
        a.type = "application/json";
        a.fields = fields;
        json_reply(&json, reply);
        buffer_add(&json, "\n", 1);
        reply.at = json.at;
        reply.size = json.size;
    }
    http_answer(conn_out(c), &a, reply);
    buffer_free(&json);
}

/* SPDX-License-Identifier: MIT-0 */
/* Loads beanstalkd. It counts delays in whole seconds from the put: a timer is put one
   delay before it is due. */
#include "rows.h"
#include <arpa/inet.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/socket.h>
#include <unistd.h>

static const char usage[] = "tube arm PORT FIRST COUNT PACE DELAY-S TTR-S DEPTH   prints the "
                            "seconds; PACE puts a second, 0: as fast as it "
                            "goes\n"
                            "tube consume PORT DEPTH DIE-AFTER   prints 'number due-us now-us' for "
                            "each job, until it is killed; DEPTH "
                            "reserves\n"
                            "                                    at a time; DIE-AFTER: kills "
                            "itself with that many jobs reserved, 0: never\n";

static char in[1 << 16], out[1 << 20];
static size_t in_at, in_end, out_size;
static int fd;

static int connect_to(uint64_t port) {
    struct sockaddr_in a;

    memset(&a, 0, sizeof a);
    a.sin_family = AF_INET;
    a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    a.sin_port = htons((uint16_t)port);
    in_at = in_end = out_size = 0;
    fd = socket(AF_INET, SOCK_STREAM, 0);
    return connect(fd, (struct sockaddr *)&a, sizeof a) == 0;
}

static int flush(void) {
    size_t done = 0;

    while (done < out_size) {
        const ssize_t n = send(fd, out + done, out_size - done, MSG_NOSIGNAL);

        if (n <= 0)
            return 0;
        done += (size_t)n;
    }
    out_size = 0;
    return 1;
}

static int say(const char *format, ...) {
    va_list list;

    if (sizeof out - out_size < 256 && !flush())
        return 0;
    va_start(list, format);
    out_size += (size_t)vsnprintf(out + out_size, sizeof out - out_size, format, list);
    va_end(list);
    return 1;
}

/* A line of the server, without its end; what is to be said is sent before a wait. 0: the
   connection broke. */
static int line(char *to, size_t size) {
    size_t n = 0;

    for (;;) {
        if (in_at == in_end) {
            const ssize_t got = flush() ? recv(fd, in, sizeof in, 0) : 0;

            if (got <= 0)
                return 0;
            in_at = 0;
            in_end = (size_t)got;
        }
        if (in[in_at] == '\n')
            break;
        if (n + 1 < size && in[in_at] != '\r')
            to[n++] = in[in_at];
        in_at++;
    }
    in_at++;
    to[n] = '\0';
    return 1;
}

/* -------------------------------------------------------------------------------- arm */

static void inserted(void) {
    char answer[128];

    if (!line(answer, sizeof answer) || strncmp(answer, "INSERTED", 8) != 0) {
        fprintf(stderr, "tube: put was not answered with INSERTED\n");
        exit(1);
    }
}

/* The body names the due: the put plus the delay. */
static int arm(uint64_t first, uint64_t count, uint64_t pace, const uint64_t *delay_ttr_depth) {
    const uint64_t since = now_us(), delay = delay_ttr_depth[0];
    uint64_t waiting = 0;

    for (uint64_t i = 0; i < count; i++) {
        const uint64_t when = pace ? since + i * 1000000 / pace : 0, now = now_us();

        for (; waiting && (waiting == delay_ttr_depth[2] || when > now); waiting--)
            inserted();
        if (when > now)
            usleep((useconds_t)(when - now));
        if (!say("put 0 %llu %llu %d\r\n%010llu %020llu.\r\n", (unsigned long long)delay,
                 (unsigned long long)delay_ttr_depth[1], ROW_PAYLOAD,
                 (unsigned long long)(first + i), (unsigned long long)(now_us() + delay * 1000000)))
            return 1;
        waiting++;
    }
    for (; waiting; waiting--)
        inserted();
    print_seconds(since);
    return 0;
}

/* ---------------------------------------------------------------------------- consume */

/* "RESERVED id bytes" and its body, or DEADLINE_SOON; others say that a job was deleted,
   or that it was too late. */
static int answer(uint64_t die_after) {
    static uint64_t taken;
    char words[128], body[128], done[96];
    unsigned long long id, i, due;
    int size;

    if (!line(words, sizeof words))
        return 0;
    if (strcmp(words, "DEADLINE_SOON") == 0)
        return say("reserve\r\n");
    if (sscanf(words, "RESERVED %llu", &id) != 1)
        return 1;
    if (!line(body, sizeof body) || sscanf(body, "%llu %llu", &i, &due) != 2)
        return 0;
    if (die_after && ++taken >= die_after)
        raise(SIGKILL);
    size = snprintf(done, sizeof done, "%llu %llu %llu\n", i, due, (unsigned long long)now_us());
    if (write(1, done, (size_t)size) != size)
        exit(1);
    return say("delete %llu\r\nreserve\r\n", id);
}

static void consume(uint64_t port, uint64_t depth, uint64_t die_after) {
    for (;;) {
        int going = connect_to(port);

        for (uint64_t i = 0; going && i < depth; i++)
            going = say("reserve\r\n");
        while (going)
            going = answer(die_after);
        close(fd);
        usleep(20000);
    }
}

int main(int argc, char **argv) {
    if (argc == 9 && strcmp(argv[1], "arm") == 0) {
        const uint64_t rest[3] = {number(argv, 6), number(argv, 7), number(argv, 8)};

        if (connect_to(number(argv, 2)))
            return arm(number(argv, 3), number(argv, 4), number(argv, 5), rest);
        fprintf(stderr, "tube: nobody listens on 127.0.0.1:%s\n", argv[2]);
        return 1;
    }
    if (argc == 5 && strcmp(argv[1], "consume") == 0)
        consume(number(argv, 2), number(argv, 3), number(argv, 4));
    fputs(usage, argc == 2 && strcmp(argv[1], "--help") == 0 ? stdout : stderr);
    return argc == 2 && strcmp(argv[1], "--help") == 0 ? 0 : 2;
}

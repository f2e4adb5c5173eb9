/* SPDX-License-Identifier: MIT-0 */
/* flow_table - the connections that a firewall or a NAT knows, as Linux' conntrack has them.
   A packet of no known flow opens a flow. Each packet moves the deadline of its flow by the
   idle time of its state. The end of a TCP connection moves it to an earlier tick: from 5
   days to 2 minutes. A tick is 100 ms.

   What it teaches: a flow is a number, so its timer takes 24 bytes of table.h, and none of
   the flow. A tick closes no more flows than its budget. If more are due, the next tick
   closes the rest. When no packet comes, the loop goes from deadline to deadline.

   packets.h draws the packets, and notes by itself when each flow must end. The program
   fails if a flow ends before that tick, two ticks after it or later, or never; or one tick
   after it, though the budget was not used up.

       flow_table [FLOWS]        with so many peers, and room for a flow of each; prints
                                 packets and closed flows by state */
#define TW_IMPLEMENTATION
#define TW_STATIC
#include <tw/table.h>

#include "packets.h"

#include <stdio.h>

/* Packets come for 8 minutes; in the first 6, each minute brings a burst. At END no flow is
   left. */
enum { SECOND = 10, TICKS = 480 * SECOND, END = TICKS + 432000 * SECOND + 1 };

enum state { SYN_SENT, ESTABLISHED, CLOSING, RESET, UDP_FIRST, UDP_STREAM, STATES };

static const struct {
    const char *name;
    tw_tick idle; /* seconds */
} states[STATES] = {{"tcp syn sent", 120}, {"tcp established", 432000}, {"tcp closing", 120},
                    {"tcp reset", 10},     {"udp first", 30},           {"udp stream", 120}};

struct flow {
    struct tuple tuple;
    uint32_t state;
    uint32_t next; /* 1 + the next flow of a bucket, or of the free flows */
};

static struct flow *flows;
static struct tw_table *timers;
static uint32_t *bucket, buckets, unused, live, peak;
static size_t budget, most; /* flows that a tick closes */
static unsigned long packets[STATES], closed[STATES];

/* Returns the link to the flow of a tuple, or the link 0 at the end of its bucket. */
static uint32_t *find(const struct tuple *t) {
    const uint64_t hash = (t->hosts * 0x9E3779B97F4A7C15u ^ t->ports) * 0xD6E8FEB86659FD93u;
    uint32_t *link = &bucket[(uint32_t)(hash >> 32) & (buckets - 1)];
    const struct flow *f;

    for (; *link; link = &flows[*link - 1].next) {
        f = &flows[*link - 1];
        if (f->tuple.hosts == t->hosts && f->tuple.ports == t->ports)
            break;
    }
    return link;
}

/* Takes the first free flow, and links it. There is one: a peer has no more than one flow. */
static struct flow *open_flow(const struct tuple *t, uint32_t *link) {
    struct flow *f = &flows[unused - 1];

    *link = unused;
    unused = f->next;
    f->tuple = *t;
    f->next = 0;
    peak += ++live > peak;
    return f;
}

/* Takes in a packet: finds or opens its flow, and moves its deadline. Says whether the flow
   was known. */
static bool receive(const struct packet *p, tw_tick now) {
    uint32_t *link = find(&p->tuple);
    const bool known = *link != 0;
    struct flow *f = known ? &flows[*link - 1] : open_flow(&p->tuple, link);

    if (p->flag == DATAGRAM)
        f->state = known ? UDP_STREAM : UDP_FIRST;
    else if (p->flag != ACK)
        f->state = p->flag == SYN ? SYN_SENT : p->flag == FIN ? CLOSING : RESET;
    else if (!known || f->state != CLOSING)
        f->state = ESTABLISHED;
    packets[f->state]++;
    tw_table_add_in(timers, (uint32_t)(f - flows), now, states[f->state].idle * SECOND);
    return known;
}

/* Closes a flow whose idle time is over. */
static void idle(void *user, uint32_t i, tw_tick now) {
    (void)user;
    packets_closed(&flows[i].tuple, now);
    closed[flows[i].state]++;
    live--;
    *find(&flows[i].tuple) = flows[i].next;
    flows[i].next = unused;
    unused = i + 1;
}

/* Closes flows that are due by now, as many as the budget allows. A flow may wait for the
   next tick only if the budget was used up. */
static void tick(tw_tick now) {
    static bool spent;
    const unsigned long before = waited;
    const size_t n = tw_table_advance_some(timers, now, budget, idle, NULL);

    late += spent ? 0 : waited - before;
    spent = n == budget;
    most = n > most ? n : most;
}

/* Makes the flows, the timers and a hash with a bucket or more for each flow. */
static bool make(uint32_t n) {
    budget = n / 500 + 16;
    for (buckets = 2; buckets < n; buckets *= 2)
        ;
    flows = (struct flow *)calloc(n, sizeof *flows);
    bucket = (uint32_t *)calloc(buckets, sizeof *bucket);
    timers = (struct tw_table *)malloc(tw_table_bytes(n));
    if (!flows || !bucket || !timers || !packets_make(n))
        return false;
    for (; unused < n; unused++)
        flows[unused].next = unused; /* the free flows are n, n - 1 ... 1 */
    tw_table_init(timers, 0, n);
    return true;
}

static int report(void) {
    size_t i;

    printf("%-16s %8s %10s %10s\n", "state", "idle", "packets", "closed");
    for (i = 0; i < STATES; i++)
        printf("%-16s %6lu s %10lu %10lu\n", states[i].name, (unsigned long)states[i].idle,
               packets[i], closed[i]);
    printf("%lu flows at once; a tick closed %lu of a budget of %lu; %lu flows waited a tick\n",
           (unsigned long)peak, (unsigned long)most, (unsigned long)budget, waited);
    printf("%lu flows ended early, %lu late, %lu never\n", early, late, (unsigned long)live);
    return early || late || live || most > budget;
}

int main(int argc, char **argv) {
    const unsigned long n = argc > 1 ? strtoul(argv[1], NULL, 10) : 100000;
    struct packet packet;
    tw_tick now, due;
    unsigned long i;

    if (n == 0 || n > 10000000 || !make((uint32_t)n)) {
        fprintf(stderr, "flow_table: give a number of flows that memory has room for\n");
        return 2;
    }
    for (now = 1; now <= TICKS; now++) {
        tick(now);
        i = (now % (60 * SECOND) || now > 360 * SECOND ? 1 : 24) * (n / 400 + 1);
        while (i-- > 0)
            if (packets_next(&packet))
                packets_answer(&packet, receive(&packet, now), now);
    }
    for (now = TICKS; now < END && tw_table_next(timers, &due);) {
        now = due > now ? due : now + 1;
        tick(now);
    }
    free(flows);
    free(peers);
    free(bucket);
    free(timers);
    return report();
}

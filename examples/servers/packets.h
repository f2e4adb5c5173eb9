/* SPDX-License-Identifier: MIT-0 */
/* packets.h - the packets of flow_table.c: peers that talk to servers by TCP and UDP. It notes
   for each peer when its flow must end, and counts the answers that disagree. A peer has one
   5-tuple, so it has at most one flow. */
#ifndef PACKETS_H
#define PACKETS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

enum flag { SYN, ACK, FIN, RST, DATAGRAM };

/* The 5-tuple: addresses of sender and receiver; protocol and both ports. */
struct tuple {
    uint64_t hosts, ports;
};

struct packet {
    struct tuple tuple;
    enum flag flag;
};

enum phase { QUIET, TALKS, CLOSES };

struct peer {
    enum phase phase;
    bool closed;    /* the last packet came while TCP was closing */
    uint64_t until; /* the tick at which the flow must end */
};

static struct peer *peers;
static uint32_t peer_count;
static unsigned long early, waited, late; /* flows; waited: a tick late, by the budget */

static bool packets_make(uint32_t count) {
    peers = (struct peer *)calloc(count, sizeof *peers);
    peer_count = count;
    return peers != NULL;
}

static struct peer *packets_peer(const struct tuple *t) { return &peers[t->hosts >> 32]; }

/* Draws a number below a bound: xorshift, by G. Marsaglia. */
static uint32_t packets_draw(uint32_t below) {
    static uint64_t x = 88172645463325252u;

    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    return (uint32_t)((x >> 32) * below >> 32);
}

/* Draws a peer, and what it sends. False: nothing. Every fourth peer sends datagrams. Some
   peers fall quiet without an end of their connection. */
static bool packets_next(struct packet *packet) {
    const uint32_t n = packets_draw(peer_count), dice = packets_draw(16);
    const bool udp = n % 4 == 0;
    struct peer *p = &peers[n];

    packet->tuple.hosts = (uint64_t)n << 32 | n % 50;
    packet->tuple.ports = (uint64_t)(udp ? 17 : 6) << 32 | (1024 + n % 60000) << 16 | 443;
    packet->flag = udp ? DATAGRAM : p->phase == QUIET ? SYN : ACK;
    if (dice < (p->phase == QUIET ? 12 : 1)) {
        p->phase = QUIET;
        return false;
    }
    if (packet->flag == ACK && p->phase == TALKS && dice < 4)
        packet->flag = dice == 1 ? RST : FIN;
    p->closed = p->phase == CLOSES;
    p->phase = packet->flag == FIN ? CLOSES : packet->flag == RST || p->closed ? QUIET : TALKS;
    return true;
}

/* Hears at tick now whether the flow of a packet was known, and notes when it must end. */
static void packets_answer(const struct packet *packet, bool known, uint64_t now) {
    static const uint32_t seconds[] = {120, 432000, 120, 10, 120}; /* by enum flag */
    struct peer *p = packets_peer(&packet->tuple);
    uint32_t keep = seconds[packet->flag];

    early += !known && now < p->until;
    late += known && now > p->until;
    if (packet->flag == DATAGRAM && !known)
        keep = 30;
    if (packet->flag == ACK && p->closed && known)
        keep = 120;
    p->until = now + (uint64_t)keep * 10;
}

/* Hears that the flow of a tuple was closed at tick now. */
static void packets_closed(const struct tuple *t, uint64_t now) {
    const uint64_t until = packets_peer(t)->until;

    early += now < until;
    waited += now == until + 1;
    late += now > until + 1;
}

#endif

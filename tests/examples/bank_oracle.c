/* SPDX-License-Identifier: MIT-0 */
/* Each customer of the bank is served when he comes or when the first teller of all is
   free, whichever is later; the summary is that of the log; and the line by its length is
   the line by its customers. */
#include "oracle.h"

enum { TELLERS = 100, CUSTOMERS = 1000 };

static long free_at[TELLERS], busy[TELLERS];
static long waited, worst, closed;

static void customer(int tellers, int number) {
    static long came;
    long comes, begins_at, ends;
    int teller, i, first = 0;

    check(sscanf(line, "%ld %ld %ld %d", &comes, &begins_at, &ends, &teller) == 4, "four numbers");
    for (i = 0; i < tellers; i++)
        if (free_at[i] < free_at[first])
            first = i;
    check(number == 0 || (comes > came && comes <= came + 60), "the gap between two customers");
    check(begins_at == (comes > free_at[first] ? comes : free_at[first]), "the begin");
    check(ends - begins_at >= 20 && ends - begins_at <= 139, "the time of service");
    check(teller >= 0 && teller < tellers && free_at[teller] <= begins_at, "the teller");
    came = comes;
    free_at[teller] = ends;
    busy[teller] += ends - begins_at;
    waited += begins_at - comes;
    worst = begins_at - comes > worst ? begins_at - comes : worst;
    closed = ends > closed ? ends : closed;
}

static void summary(int tellers) {
    long a, b, c, d;
    int i, n;

    check(next_line() && sscanf(line, "served %ld, closed at %ld", &a, &b) == 2, "served");
    check(a == CUSTOMERS && b == closed, "who was served, and until when");
    check(next_line() &&
              sscanf(line,
                     "waited %ld s in all, %ld s at most; the line held %ld at most, %ld s in all",
                     &a, &b, &c, &d) == 4,
          "waited");
    check(a == waited && b == worst && d == waited, "how long they waited");
    for (i = 0; i < tellers; i++) {
        check(next_line() && sscanf(line, "teller %d busy %ld s", &n, &a) == 2, "a teller");
        check(n == i && a == busy[i], "how long a teller was busy");
    }
}

static void find(void) {
    static const int tellers[] = {1, 2, 3, 7, 100};
    size_t k;
    int i;

    for (k = 0; k < sizeof tellers / sizeof tellers[0]; k++) {
        memset(free_at, 0, sizeof free_at);
        memset(busy, 0, sizeof busy);
        waited = worst = closed = 0;
        run("--tellers %d --seed 5%d --log", tellers[k], tellers[k]);
        for (i = 0; i < CUSTOMERS && next_line(); i++)
            customer(tellers[k], i);
        summary(tellers[k]);
        ended();
    }
}

/* SPDX-License-Identifier: MIT-0 */
/* Shortest ways from one place of a graph to all others, by Dijkstra's algorithm. When a
   shorter way to a place is found while it waits in the queue, ours move it there. The
   standard library's queue cannot: the place goes in once more, and its old entries are
   passed over when they come out (lazy deletion). */
#include "subjects.h"
#include "turns.h"

#include <queue>
#include <set>

using namespace bench;

namespace {

const char help[] =
    "Shortest ways from a place to all others, ns of one place reached; N places.\n\n"
    "  ways-grid     rows of a square, each place with roads to its two to four neighbours\n"
    "  ways-sparse   four roads from each place to any others\n"
    "  ways-dense    32 roads from each place to any others; up to 200,000 places\n\n"
    "Roads have lengths from 1 to 1000. moved: how often a shorter way was found to a place that\n"
    "waited, for each place reached.\n";

struct Road {
    uint32_t to, length;
};

struct Graph {
    /* the roads of place i are road[first[i]] up to road[first[i + 1]] */
    std::vector<size_t> first;
    std::vector<Road> road;

    size_t places() const { return first.size() - 1; }

    void begin_place() { first.push_back(road.size()); }

    void add(size_t to, uint64_t seed) {
        road.push_back({static_cast<uint32_t>(to), 1 + static_cast<uint32_t>(below(1000, seed))});
    }
};

/* A road has the same length both ways. */
Graph grid(size_t n) {
    const size_t side = static_cast<size_t>(std::sqrt(static_cast<double>(n)));
    Graph g;

    for (size_t i = 0; i < side * side; i++) {
        g.begin_place();
        if (i % side > 0)
            g.add(i - 1, 2 * (i - 1));
        if (i % side + 1 < side)
            g.add(i + 1, 2 * i);
        if (i >= side)
            g.add(i - side, 2 * (i - side) + 1);
        if (i + side < side * side)
            g.add(i + side, 2 * i + 1);
    }
    g.begin_place();
    return g;
}

Graph any(size_t n, size_t roads) {
    Graph g;

    for (size_t i = 0; i < n; i++) {
        g.begin_place();
        for (size_t k = i * roads; k < (i + 1) * roads; k++)
            g.add(below(n, 3 * k), 3 * k + 1);
    }
    g.begin_place();
    return g;
}

const uint64_t UNKNOWN = UINT64_MAX;

/* The key is the node's due, which the heap keeps in its array: it moves places without a
   look at them. */
struct heap4_by_tick {
    static const char *name() { return "heap4_by_tick"; }

    explicit heap4_by_tick(const Graph &graph)
        : g(graph), place(g.places()), room(TW_HEAP4_BYTES(g.places())) {}

    void run(uint32_t start) {
        struct tw_heap4 q;
        struct tw_node *n;

        tw_heap4_init(&q, 0, static_cast<tw_heap4_array *>(static_cast<void *>(room.get())),
                      g.places());
        for (size_t i = 0; i < g.places(); i++)
            place[i].due = UNKNOWN;
        for (tw_heap4_add(&q, &place[start], 0); (n = tw_heap4_pop(&q)) != nullptr; taken++) {
            const size_t at = static_cast<size_t>(n - place.get());
            for (size_t r = g.first[at]; r < g.first[at + 1]; r++) {
                struct tw_node *const to = &place[g.road[r].to];
                if (n->due + g.road[r].length < to->due) {
                    moved += !tw_idle(to);
                    tw_heap4_add(&q, to, n->due + g.road[r].length);
                }
            }
        }
    }

    uint64_t distance(size_t i) const { return place[i].due; }

    const Graph &g;
    Array<struct tw_node> place;
    Array<char> room;
    size_t taken = 0, moved = 0;
};

/* The key is a member of the object, which each comparison reads through its node's
   address. */
struct Place {
    uint64_t distance;
    struct tw_node node;
};

bool nearer(const Place *a, const Place *b) { return a->distance < b->distance; }
TW_HEAP4_OF(waiting, Place, node, nearer)

/* The key is a member of the object, too, and the heap keeps a copy beside the node's
   address. */
TW_HEAP4_BY(waiting_by_key, Place, node, distance)

/* The verbs of a queue of places. */
#define QUEUE_OF(kind, queue)                                                         \
    struct kind {                                                                     \
        static const char *name() { return #kind; }                                   \
        void init(tw_heap4_array *array, size_t n) { queue##_init(&q, 0, array, n); } \
        void add(Place *p) { queue##_add(&q, p); }                                    \
        Place *pop() { return queue##_pop(&q); }                                      \
        struct queue q;                                                               \
    };
QUEUE_OF(heap4_of_objects, waiting)
QUEUE_OF(heap4_by_key, waiting_by_key)

template <class Queue> struct in_objects {
    static const char *name() { return Queue::name(); }

    explicit in_objects(const Graph &graph)
        : g(graph), place(g.places()), room(TW_HEAP4_BYTES(g.places())) {}

    void run(uint32_t start) {
        Queue q;
        Place *p;

        q.init(static_cast<tw_heap4_array *>(static_cast<void *>(room.get())), g.places());
        for (size_t i = 0; i < g.places(); i++)
            place[i].distance = UNKNOWN;
        place[start].distance = 0;
        for (q.add(&place[start]); (p = q.pop()) != nullptr; taken++) {
            const size_t at = static_cast<size_t>(p - place.get());
            for (size_t r = g.first[at]; r < g.first[at + 1]; r++) {
                Place *const to = &place[g.road[r].to];
                if (p->distance + g.road[r].length < to->distance) {
                    to->distance = p->distance + g.road[r].length;
                    moved += !tw_idle(&to->node);
                    q.add(to);
                }
            }
        }
    }

    uint64_t distance(size_t i) const { return place[i].distance; }

    const Graph &g;
    Array<Place> place;
    Array<char> room;
    size_t taken = 0, moved = 0;
};

using Entry = std::pair<uint64_t, uint32_t>;

struct std_pq_lazy {
    static const char *name() { return "std_pq_lazy"; }

    explicit std_pq_lazy(const Graph &graph) : g(graph), known(g.places()) {}

    void run(uint32_t start) {
        std::fill(known.begin(), known.end(), UNKNOWN);
        known[start] = 0;
        q.push({0, start});
        while (!q.empty()) {
            const Entry e = q.top();
            q.pop();
            if (e.first != known[e.second]) {
                moved++;
                continue;
            }
            taken++;
            for (size_t r = g.first[e.second]; r < g.first[e.second + 1]; r++)
                if (e.first + g.road[r].length < known[g.road[r].to]) {
                    known[g.road[r].to] = e.first + g.road[r].length;
                    q.push({known[g.road[r].to], g.road[r].to});
                }
        }
    }

    uint64_t distance(size_t i) const { return known[i]; }

    const Graph &g;
    std::vector<uint64_t> known;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<Entry>> q;
    size_t taken = 0, moved = 0;
};

/* What textbooks take for a queue that can move: a balanced tree of entries. */
struct std_set {
    static const char *name() { return "std_set"; }

    explicit std_set(const Graph &graph) : g(graph), known(g.places()) {}

    void run(uint32_t start) {
        std::fill(known.begin(), known.end(), UNKNOWN);
        known[start] = 0;
        q.insert({0, start});
        for (; !q.empty(); taken++) {
            const Entry e = *q.begin();
            q.erase(q.begin());
            for (size_t r = g.first[e.second]; r < g.first[e.second + 1]; r++) {
                const uint32_t to = g.road[r].to;
                if (e.first + g.road[r].length < known[to]) {
                    if (known[to] != UNKNOWN)
                        moved += q.erase({known[to], to});
                    known[to] = e.first + g.road[r].length;
                    q.insert({known[to], to});
                }
            }
        }
    }

    uint64_t distance(size_t i) const { return known[i]; }

    const Graph &g;
    std::vector<uint64_t> known;
    std::set<Entry> q;
    size_t taken = 0, moved = 0;
};

/* Each turn begins at another place; the distances must be those of the other subjects,
   and so must the number of places that were taken. */
template <class Ways> Turn turn(const Graph *g) {
    struct State {
        explicit State(const Graph &graph) : ways(graph) {}

        Ways ways;
        Log log;
        uint64_t turns = 0;
    };

    auto s = std::make_shared<State>(*g);

    return [=] {
        const uint32_t start = static_cast<uint32_t>(below(g->places(), ++s->turns));
        s->ways.taken = s->ways.moved = 0;
        const double ns = measured([&] { s->ways.run(start); });
        for (size_t i = 0; i < g->places(); i++)
            s->log.add(i, s->ways.distance(i));
        s->log.add(g->places(), s->ways.taken); /* each place once */
        const double taken = static_cast<double>(s->ways.taken);
        return Result{ns, taken, &s->log, {{"moved", static_cast<double>(s->ways.moved) / taken}}};
    };
}

/* The graph lives as long as its workload's subjects are measured. */
void workload(const char *name, size_t n, const std::function<Graph()> &make) {
    static std::vector<std::shared_ptr<Graph>> graphs;
    auto g = std::make_shared<Graph>();
    const auto of = [=](const std::function<Turn(const Graph *)> &turn_of) {
        return [=] {
            if (g->first.empty()) {
                for (const auto &other : graphs)
                    *other = Graph();
                *g = make();
            }
            return turn_of(g.get());
        };
    };

    graphs.push_back(g);
    subject(name, n, heap4_by_tick::name(), ANY_ORDER, of(turn<heap4_by_tick>));
    subject(name, n, heap4_by_key::name(), ANY_ORDER, of(turn<in_objects<heap4_by_key>>));
    subject(name, n, heap4_of_objects::name(), ANY_ORDER, of(turn<in_objects<heap4_of_objects>>));
    subject(name, n, std_pq_lazy::name(), ANY_ORDER, of(turn<std_pq_lazy>));
    subject(name, n, std_set::name(), ANY_ORDER, of(turn<std_set>));
}

} // namespace

int main(int argc, char **argv) {
    const Program program(argc, argv, help, {10000, 1000000});

    for (size_t n : program.sizes) {
        workload("ways-grid", n, [=] { return grid(n); });
        workload("ways-sparse", n, [=] { return any(n, 4); });
        if (n <= 200000)
            workload("ways-dense", n, [=] { return any(n, 32); });
    }
    return program.run();
}

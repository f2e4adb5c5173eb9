// SPDX-License-Identifier: MIT-0
// tw::priority_queue against a std::multimap: random pushes, updates, erasures, moves, copies and
// deaths of objects, by a key and by an order. The map knows each object by a number of its own,
// and asks the queue for nothing.
#include <algorithm>
#include <climits>
#include <cstdlib>
#include <iostream>
#include <limits>
#include <map>
#include <memory>
#include <new>
#include <random>
#include <set>
#include <stdexcept>
#include <string>
#include <tw/tw.hpp>
#include <vector>

#define CHECK(condition) \
    ((condition)         \
         ? (void)0       \
         : (std::cerr << "FAILED, line " << __LINE__ << ": " #condition "\n", std::exit(1)))

static bool no_memory; // operator new fails
static std::size_t allocations;

static void *memory(std::size_t size, std::size_t align) {
    allocations++;
    void *const p =
        no_memory ? nullptr : std::aligned_alloc(align, (size + align - 1) / align * align);
    if (!p)
        throw std::bad_alloc();
    return p;
}

void *operator new(std::size_t size) { return memory(size, alignof(std::max_align_t)); }

void *operator new(std::size_t size, std::align_val_t align) {
    return memory(size, static_cast<std::size_t>(align));
}

void operator delete(void *p) noexcept { std::free(p); }

void operator delete(void *p, std::size_t) noexcept { std::free(p); }

void operator delete(void *p, std::align_val_t) noexcept { std::free(p); }

void operator delete(void *p, std::size_t, std::align_val_t) noexcept { std::free(p); }

struct base {
    base() = default;
    base(const base &) = default;
    base(base &&) = default; // without it a vector that grows would copy, and copies do not wait
    base &operator=(const base &) = default;
    base &operator=(base &&) = default;
    virtual ~base() = default;

    std::string text = "no standard layout";
};

struct job : base {
    job(int k, unsigned i) : key(k), id(i) {}

    int key;
    unsigned id;
    tw::hook hook;
};

static bool sooner(const job &a, const job &b) { return a.key < b.key; }

using by_key = tw::priority_queue<job, &job::hook, &job::key>;
using by_order = tw::priority_queue<job, &job::hook, sooner>;

// The queue, the model, and all objects: a vector of them, so that they move when it grows.
template <class Queue> class pair_of_queues {
  public:
    void step() {
        const unsigned what = random_() % 16, at = below(objects_.size());
        const int key = static_cast<int>(random_() % 21) - 10 + (random_() % 50 ? 0 : INT_MAX - 10);

        if (what < 5 || objects_.empty())
            add(key);
        else if (what < 7)
            update(objects_[at], key);
        else if (what < 8)
            erase(objects_[at]);
        else if (what < 9)
            dies(at);
        else if (what < 10)
            std::swap(objects_[at], objects_[below(objects_.size())]);
        else if (what < 11)
            copy(objects_[at]);
        else if (what < 15)
            pop();
        else
            erase_some(key);
        agrees();
    }

  private:
    // The place of an object in the map of the model.
    using waiting = std::multimap<int, unsigned>;

    unsigned below(std::size_t n) { return n ? static_cast<unsigned>(random_() % n) : 0; }

    waiting::iterator find(unsigned id) {
        return std::find_if(model_.begin(), model_.end(), [=](auto &m) { return m.second == id; });
    }

    void add(int key) {
        objects_.emplace_back(key, next_id_++);
        CHECK(queue_.push(objects_.back()));
        model_.emplace(key, objects_.back().id);
    }

    void update(job &j, int key) {
        const auto m = find(j.id);
        const bool waits = m != model_.end();

        if (waits)
            model_.erase(m);
        j.key = key;
        CHECK(queue_.contains(j) == waits &&
              (random_() % 2 || !waits ? queue_.update(j) : queue_.push(j)) == waits);
        if (waits)
            model_.emplace(key, j.id);
    }

    void erase(job &j) {
        const auto m = find(j.id);

        CHECK(queue_.erase(j) == (m != model_.end()) && !queue_.erase(j) && !j.hook.waits());
        if (m != model_.end())
            model_.erase(m);
    }

    void dies(unsigned at) {
        if (const auto m = find(objects_[at].id); m != model_.end())
            model_.erase(m);
        objects_.erase(objects_.begin() + at);
    }

    void copy(const job &j) { // a copy does not wait
        objects_.push_back(job(j));
        objects_.back().id = next_id_++;
        CHECK(!objects_.back().hook.waits() && !queue_.contains(objects_.back()));
        CHECK(!queue_.update(objects_.back()));
    }

    void pop() {
        const job *const top = queue_.empty() ? nullptr : &queue_.top();
        const job *const j = queue_.pop();

        CHECK(j == top && (j == nullptr) == model_.empty());
        if (!j)
            return;
        CHECK(j->id == model_.begin()->second && !j->hook.waits());
        model_.erase(model_.begin());
    }

    void erase_some(int key) {
        const unsigned most = below(2 * queue_.size() + 1);
        unsigned seen = 0, gone = 0;

        try {
            const auto n = tw::erase_if(queue_, [&](job &j) {
                if (++seen > most)
                    throw std::runtime_error("enough");
                if (j.key % 2 != key % 2)
                    return false;
                model_.erase(find(j.id));
                gone++;
                return true;
            });
            CHECK(n == gone);
        } catch (const std::runtime_error &) {
        }
    }

    void agrees() {
        std::set<unsigned> ids;

        CHECK(queue_.check() == nullptr && queue_.size() == model_.size());
        CHECK(queue_.empty() == model_.empty());
        CHECK(queue_.empty() || queue_.top().id == model_.begin()->second);
        CHECK(queue_.empty() || &*queue_.begin() == &queue_.top());
        for (const job &j : queue_)
            CHECK(ids.insert(j.id).second && find(j.id) != model_.end());
        CHECK(ids.size() == model_.size());
    }

    std::mt19937 random_{7};
    std::vector<job> objects_;
    Queue queue_;
    waiting model_;
    unsigned next_id_ = 0;
};

template <class Queue> static void agrees_with_the_model() {
    for (int turn = 0; turn < 20; turn++) {
        pair_of_queues<Queue> p;
        for (int i = 0; i < 50 * turn; i++)
            p.step();
    }
}

enum class grade : signed char { low = -100, none = 0, high = 100 };

struct pupil {
    explicit pupil(grade m, std::int64_t w = 0) : mark(m), wide(w) {}

    int negated() const { return -static_cast<int>(mark); }

    grade mark;
    std::int64_t wide;
    tw::hook first, second;
};

// Keys of each kind leave in the order of <.
static void keys_of_any_integer() {
    constexpr auto least = std::numeric_limits<std::int64_t>::min();
    std::vector<pupil> all;
    tw::priority_queue<pupil, &pupil::first, &pupil::mark> up;
    tw::priority_queue<pupil, &pupil::second, &pupil::negated> down;
    tw::priority_queue<pupil, &pupil::second, &pupil::wide> wide;

    for (const auto m : {grade::high, grade::low, grade::none})
        all.emplace_back(m, m == grade::low ? least : m == grade::high ? -(least + 1) : 0);
    for (pupil &p : all)
        CHECK(up.push(p) && down.push(p) && !wide.push(p) && !wide.contains(p) && !wide.erase(p));
    CHECK(&up.top() == &all[1] && &down.top() == &all[0]);
    down.clear();
    for (pupil &p : all)
        CHECK(!p.second.waits() && wide.push(p));
    for (const grade m : {grade::low, grade::none, grade::high}) {
        const pupil *const a = up.pop(), *const b = wide.pop();
        CHECK(a && a == b && a->mark == m);
    }
    CHECK(!up.pop() && up.begin() == up.end());
}

static void a_push_that_throws_changes_nothing() {
    std::vector<job> all;
    by_key q;
    unsigned pushed = 0;

    for (unsigned i = 0; i < 1000; i++)
        all.emplace_back(static_cast<int>(1000 - i), i);
    no_memory = true;
    for (job &j : all)
        try {
            q.push(j);
            pushed++;
        } catch (const std::bad_alloc &) {
            CHECK(q.size() == pushed && !j.hook.waits() && !q.contains(j) && !q.check());
            no_memory = false;
            CHECK(q.push(j));
            pushed++;
            no_memory = true;
        }
    no_memory = false;
    CHECK(q.size() == 1000);
    try {
        q.reserve(std::numeric_limits<std::size_t>::max());
        CHECK(false);
    } catch (const std::exception &) {
        CHECK(q.size() == 1000 && !q.check() && q.top().key == 1);
    }
    q.reserve(2000);
    const std::size_t before = allocations;
    std::vector<job> more;
    more.reserve(1000);
    for (unsigned i = 0; i < 1000; i++)
        q.push(more.emplace_back(job(0, i)));
    CHECK(allocations <= before + 1001 * 2 && q.size() == 2000);
}

static void a_queue_that_dies_leaves_its_objects_idle() {
    std::vector<job> all;
    auto q = std::make_unique<by_order>();
    by_key next;

    for (unsigned i = 0; i < 100; i++)
        all.emplace_back(static_cast<int>(i % 7), i);
    for (job &j : all)
        q->push(j);
    q.reset();
    for (job &j : all)
        CHECK(!j.hook.waits() && next.push(j));
    job taker(0, 1000), other(99, 1001);
    next.push(other);
    taker = std::move(all[0]); // takes its place
    CHECK(next.contains(taker) && !next.contains(all[0]) && next.size() == 101);
    taker = std::move(other); // leaves its place for another
    CHECK(next.contains(taker) && next.size() == 100 && !next.check());
    {
        job guest(-5, 1002); // dies while it waits
        next.push(guest);
        CHECK(&next.top() == &guest && next.size() == 101);
    }
    CHECK(next.size() == 100 && !next.check());
    other = taker; // a copy
    CHECK(!next.contains(other) && next.size() == 100);
}

int main() {
    agrees_with_the_model<by_key>();
    agrees_with_the_model<by_order>();
    keys_of_any_integer();
    a_push_that_throws_changes_nothing();
    a_queue_that_dies_leaves_its_objects_idle();
    std::cout << "ok\n";
}

// SPDX-License-Identifier: MIT-0
// The timers of tw.hpp on a clock of nanoseconds that the test sets, and in a loop that sleeps
// in poll(). The test keeps for each timer when it was armed, and for how long: it asks the set
// for neither.
#if __cplusplus >= 202002L
#define main example_main
#include "coroutine.cc"
#undef main
#endif
#include <cstdlib>
#include <iostream>
#include <limits>
#include <memory>
#include <poll.h>
#include <random>
#include <stdexcept>
#include <string>
#include <tw/tw.hpp>
#include <vector>

#define CHECK(condition) \
    ((condition)         \
         ? (void)0       \
         : (std::cerr << "FAILED, line " << __LINE__ << ": " #condition "\n", std::exit(1)))

#define FAIL(text) (std::cerr << "FAILED, line " << __LINE__ << ": " text "\n", std::exit(1))

using namespace std::chrono_literals;
using std::chrono::milliseconds;
using nanoseconds = std::chrono::nanoseconds;

struct test_clock {
    using duration = nanoseconds;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<test_clock>;
    static constexpr bool is_steady = true;

    static time_point now() { return at; }

    static inline time_point at{-3ns}; // a clock may begin before its epoch
};

static void pass(nanoseconds d) { test_clock::at += d; }

// A set and its timer, over either structure.
#ifndef STRUCTURE
#define STRUCTURE tw::hwheel
#endif
using set_of_test = tw::basic_timers<test_clock, milliseconds, STRUCTURE>;
using timer_of_test = set_of_test::timer;

// Answers as poll() gets it, and checks what must hold of any set.
static std::size_t run(set_of_test &set) {
    const std::size_t fired = set.run();

    CHECK(set.check() == nullptr);
    return fired;
}

// The loop has slept, something wakes it, and it arms a timer before it calls run().
static void a_delay_counts_from_the_call() {
    for (const auto sleep :
         {0ns, 1ns, nanoseconds(80ms), nanoseconds(10s), nanoseconds(60s), nanoseconds(8760h)}) {
        set_of_test set;
        int fired = 0;
        timer_of_test reply(set, [&] { fired++; });

        run(set);
        pass(sleep);
        reply.after(5s);
        CHECK(run(set) == 0);
        pass(5s - 1ns);
        CHECK(run(set) == 0 && fired == 0);
        pass(1ms);
        CHECK(run(set) == 1 && fired == 1 && set.wait_ms() == -1);
    }
}

// Delays and moments of any fraction: never early, and late by less than two ticks.
static void nothing_is_early() {
    std::mt19937_64 random(1);
    const auto below = [&](std::int64_t n) {
        return nanoseconds(random() % static_cast<std::uint64_t>(n));
    };

    for (int turn = 0; turn < 2000; turn++) {
        set_of_test set;
        int fired = 0;
        timer_of_test t(set, [&] { fired++; });
        const nanoseconds delay = turn % 4 == 0
                                      ? std::chrono::floor<milliseconds>(below(9'000'000'000))
                                      : below(9'000'000);

        pass(below(3'000'000));
        if (turn % 2)
            run(set);
        pass(below(3'000'000));
        const auto end = test_clock::now() + delay;
        if (turn % 3 == 0)
            t.after(std::chrono::duration<double, std::nano>(delay));
        else if (turn % 3 == 1)
            t.after(delay);
        else
            t.at(end);
        CHECK(t.deadline() >= end && *t.deadline() <= end + 1us);
        if (delay > 0ns) {
            test_clock::at = end - 1ns;
            run(set);
            CHECK(fired == 0);
        }
        CHECK(set.wait_ms() <= 3 && milliseconds(set.wait_ms()) >= end - test_clock::now());
        test_clock::at = end + 2ms - 1ns;
        run(set);
        CHECK(fired == 1);
    }
}

template <class Duration> static void is_at_once(Duration delay) {
    for (const auto up : {0ms, 3ms, 10000ms}) {
        set_of_test set;
        int fired = 0;
        timer_of_test t(set, [&] { fired++; });

        pass(up);
        t.after(delay);
        CHECK(set.wait_ms() == 0 && set.wait() == 0ns);
        CHECK(run(set) == 1 && fired == 1);
    }
}

// It is centuries away, whatever the clock shows.
template <class Duration> static void is_never(Duration delay) {
    for (const auto up : {0h, 2h, 876000h}) {
        set_of_test set;
        timer_of_test t(set, [] { FAIL("never"); });
        const auto before = test_clock::at;

        pass(up);
        t.after(delay);
        CHECK(t.deadline() == test_clock::time_point::max() && set.wait_ms() == 24 * 86400000);
        CHECK(set.next() == t.deadline() && set.wait() == nanoseconds::max());
        pass(876000h);
        CHECK(run(set) == 0 && t.armed());
        test_clock::at = before;
    }
}

// Less than a unit of the clock counts as one.
static void a_part_of_a_nanosecond_is_rounded_up() {
    set_of_test set;
    timer_of_test t(set, [] {});

    t.after(std::chrono::duration<double, std::nano>(0.25));
    CHECK(t.deadline() == test_clock::now() + 1ns);
    t.after(std::chrono::duration<int, std::pico>(1001));
    CHECK(t.deadline() == test_clock::now() + 2ns && set.wait_ms() == 1);
}

static void any_duration_has_an_answer() {
    using seconds = std::chrono::duration<double>;
    using frames = std::chrono::duration<std::int64_t, std::ratio<1, 44100>>;

    is_at_once(0ms);
    is_at_once(-5ms);
    is_at_once(nanoseconds::min());
    is_at_once(std::chrono::hours::min());
    is_at_once(seconds(-1e300));
    is_at_once(seconds(std::numeric_limits<double>::quiet_NaN()));
    is_never(std::chrono::hours::max());
    is_never(milliseconds::max());
    is_never(nanoseconds::max());
    is_never(std::chrono::duration<std::uint64_t, std::ratio<86400>>::max());
    is_never(frames::max());
    is_never(seconds(1e300));
    is_never(seconds(std::numeric_limits<double>::infinity()));
    is_never(std::chrono::hours(24 * 365 * 1000));
    is_never(std::chrono::hours(24 * 365 * 400));
    is_never(std::chrono::hours(24 * 365 * 200));
    is_never(std::chrono::hours(24 * 365 * 1000) - 1ms);
}

// What an exception leaves: nothing is lost, nothing waits for one call more than it must,
// and the loop sleeps.
static void an_exception_passes() {
    for (int armed_for_now = 0; armed_for_now < 2; armed_for_now++) {
        set_of_test set;
        std::string fired;
        timer_of_test b(set, [&] { fired += 'b'; }), c(set, [&] { fired += 'c'; }),
            d(set, [&] { fired += 'd'; });
        timer_of_test bad(set, [&] {
            fired += '!';
            throw std::runtime_error("parse error");
        });

        bad.after(10ms);
        b.after(10ms);
        c.after(20ms);
        pass(12ms);
        try {
            run(set);
            FAIL("the exception is lost");
        } catch (const std::runtime_error &) {
        }
        CHECK(fired == "!" && set.count() == 2 && set.wait_ms() == 0);
        if (armed_for_now) {
            d.after(0ms);
            CHECK(run(set) == 2 && fired == "!bd" && set.wait_ms() == 8);
        }
        pass(10ms);
        CHECK(run(set) == (armed_for_now ? 1u : 2u) && fired == (armed_for_now ? "!bdc" : "!bc"));
        CHECK(set.wait_ms() == -1);
    }
}

// The C headers alone. Guards against gmod-chttp#26: a callback that throws ends the timers
// beside it. An exception that leaves advance() does so for ever; one that leaves a function
// which expire() gave out does not.
TW_TIMERS_OF(plain_set, rbtree)
static int plain_fired;

static void plain_fires(tw_node *, tw_tick) { plain_fired++; }

static void plain_throws(tw_node *, tw_tick) { throw 1; }

static void plain_turn(plain_set *set, tw_tick now, bool by_expire) {
    try {
        if (!by_expire)
            plain_set_advance(set, now);
        else
            while (tw_node *const n = plain_set_expire(set, now))
                n->fn(n, now);
    } catch (int) {
    }
}

static void an_exception_leaves_a_set_of_c() {
    for (int by_expire = 0; by_expire < 2; by_expire++) {
        plain_set set;
        tw_node bad = TW_NODE(plain_throws), b = TW_NODE(plain_fires), c = TW_NODE(plain_fires);

        plain_fired = 0;
        plain_set_init(&set, 0, nullptr, 0);
        CHECK(plain_set_add(&set, &bad, 1) && plain_set_add(&set, &b, 2) &&
              plain_set_add(&set, &c, 50));
        for (tw_tick now = 10; now < 200; now++)
            plain_turn(&set, now, by_expire != 0);
        CHECK(plain_fired == (by_expire ? 2 : 0) && !plain_set_check(&set));
        CHECK(plain_set_count(&set) == (by_expire ? 0u : 2u));
    }
}

static void the_last_of_a_batch_throws() {
    set_of_test set;
    int fired = 0;
    timer_of_test bad(set, [] { throw 1; }), c(set, [&] { fired++; });

    for (int turn = 1; turn < 100; turn++) {
        bad.after(1ms);
        c.after(2ms);
        pass(1ms);
        try {
            run(set);
            FAIL("the exception is lost");
        } catch (int) {
        }
        CHECK(set.wait_ms() == 1);
        pass(1ms);
        CHECK(run(set) == 1 && fired == turn);
    }
}

// A function waits in a loop of its own for another timer of the set.
static void a_loop_in_a_function() {
    for (int throws = 0; throws < 2; throws++) {
        set_of_test set;
        std::string fired;
        bool answered = false;
        int turns = 0;
        timer_of_test other(set, [&] { fired += 'o'; }), later(set, [&] { fired += 'l'; });
        timer_of_test bad(set, [] { throw 1; });
        timer_of_test answer(set, [&] { answered = true; });
        const auto waits = [&] {
            answer.after(50ms);
            if (throws)
                bad.after(50ms);
            while (!answered && turns++ < 10) {
                const int wait = set.wait_ms();
                pass(milliseconds(wait > 0 ? wait : 0));
                try {
                    run(set);
                } catch (int) {
                    break;
                }
            }
            fired += 'd';
        };
        timer_of_test dialog(set, [&waits] { waits(); });

        dialog.after(10ms);
        other.after(10ms);
        later.after(70ms);
        pass(10ms);
        run(set);
        CHECK(fired == "od" && answered && turns <= 4);
        pass(10ms);
        CHECK(set.wait_ms() == 0 && run(set) == 1 && fired == "odl" && set.count() == 0);
    }
}

// advance() returns although a function calls it, and is due again at once each time.
static void it_returns() {
    set_of_test set;
    int runs = 0;
    bool nested = false;
    timer_of_test again(set, [&] {
        again.after(0ms);
        CHECK(++runs <= 2);
        if (!std::exchange(nested, true)) {
            run(set);
            nested = false;
        }
    });

    again.after(0ms);
    CHECK(run(set) == 1 && runs == 2);
    again.cancel();
    runs = 0;
    timer_of_test busy(set, [&] {
        runs++;
        busy.after(-1s);
    });
    busy.after(1ms);
    pass(1ms);
    CHECK(run(set) == 1 && runs == 1 && run(set) == 1 && runs == 2);
}

static void timers_end_in_functions() {
    set_of_test set;
    std::string fired;
    std::optional<timer_of_test> own, victim;
    timer_of_test moved(set, [&] { fired += 'm'; });
    timer_of_test first(set, [&] {
        victim.reset();
        moved.after(1ms);
        fired += 'f';
    });

    own.emplace(set, [&, text = std::vector<char>(100, 'x')] {
        own.reset();
        fired += text.front();
    });
    victim.emplace(set, [&] { fired += 'v'; });
    first.after(1ms);
    victim->after(1ms);
    moved.after(1ms);
    own->after(1ms);
    pass(1ms);
    CHECK(run(set) == 2 && fired == "fx" && set.count() == 1);
    pass(1ms);
    CHECK(run(set) == 1 && fired == "fxm");
}

#if __cplusplus >= 202002L
static void a_coroutine_sleeps_from_the_call() {
    set_of_test set;
    bool awake = false;
    const auto serve = [&]() -> task {
        co_await set.sleep(4999500us);
        awake = true;
    };

    run(set);
    pass(10s);
    const task t = serve();
    run(set);
    pass(4999500us - 1ns);
    run(set);
    CHECK(!awake);
    pass(1ms);
    run(set);
    CHECK(awake);
}

static void a_frame_that_dies_cancels() {
    set_of_test set;
    int awake = 0;
    const auto serve = [&]() -> task {
        co_await set.sleep_until(test_clock::now() + 5ms);
        awake++;
        co_await set.sleep(-1s);
        awake++;
    };
    std::optional<task> t = serve(), other = serve();

    CHECK(set.count() == 2);
    t.reset();
    CHECK(set.count() == 1);
    pass(6ms);
    CHECK(run(set) == 1 && awake == 1 && set.wait_ms() == 0);
    CHECK(run(set) == 1 && awake == 2 && set.count() == 0);
    t.emplace(serve());
    set.clear();
    pass(10ms);
    CHECK(run(set) == 0 && awake == 2);
}
#endif

static void a_period_does_not_drift() {
    set_of_test set;
    std::vector<nanoseconds> fired;
    const auto begun = test_clock::now();
    constexpr nanoseconds frame{16'666'667};
    timer_of_test t(set, [&] { fired.push_back(test_clock::now() - begun); });

    t.every(frame);
    for (int i = 0; i < 5000; i++) { // 1000 frames, seen by steps that do not fit
        pass(frame / 5);
        run(set);
    }
    CHECK(fired.size() >= 998 && fired.size() <= 1000);
    for (std::size_t i = 0; i < fired.size(); i++) {
        const nanoseconds grid = frame * static_cast<int>(i + 1);
        CHECK(fired[i] >= grid && fired[i] < grid + 1ms + frame / 5);
    }
    // A stall of many periods: one firing, and the grid is kept.
    fired.clear();
    t.every(10ms);
    const auto armed = test_clock::now();
    pass(57ms);
    CHECK(run(set) == 1 && run(set) == 0 && fired.size() == 1);
    CHECK(t.deadline() == armed + 60ms);
    pass(4ms);
    CHECK(run(set) == 1 && t.deadline() == armed + 70ms);
    t.every(-5s); // counts as a tick
    pass(1ms);
    CHECK(t.armed() && run(set) <= 1);
    pass(1ms);
    CHECK(run(set) == 1);
    t.every(nanoseconds::max());
    pass(876000h);
    CHECK(run(set) == 0 && t.armed());
    pass(-876000h);
}

static void a_periodic_function_has_the_last_word() {
    set_of_test set;
    int fired = 0;
    timer_of_test t(set, [&](timer_of_test &self) {
        CHECK(&self == &t && self.armed() == (fired < 3));
        if (++fired == 1)
            throw 1;
        if (fired == 3)
            self.after(5ms);
        if (fired == 4)
            self.cancel();
    });

    t.every(10ms);
    pass(11ms);
    try {
        run(set);
        FAIL("the exception is lost");
    } catch (int) {
    }
    CHECK(t.armed());
    for (int i = 0; i < 2; i++) {
        pass(10ms);
        CHECK(run(set) == 1);
    }
    pass(6ms);
    CHECK(run(set) == 1 && fired == 4 && !t.armed() && set.wait_ms() == -1);
}

static void timers_move_in_a_vector() {
    set_of_test set;
    std::string fired;
    std::vector<timer_of_test> all;

    for (int i = 0; i < 26; i++) {
        all.emplace_back(set, [&fired, c = static_cast<char>('a' + i),
                               text = std::vector<char>(40, 'x')](timer_of_test &self) {
            fired += text.size() == 40 ? c : '?';
            if (fired.size() < 30)
                self.after(1ms);
        });
        all.back().after(10ms + milliseconds(i / 2));
    }
    CHECK(set.count() == 26);
    all.erase(all.begin() + 3);
    std::swap(all[0], all[1]);
    CHECK(set.count() == 25 && all[0].deadline() == all[1].deadline());
    for (int i = 0; i < 40; i++) {
        pass(1ms);
        run(set);
    }
    std::string sorted = fired;
    std::sort(sorted.begin(), sorted.end());
    CHECK(sorted.find('d') == std::string::npos && sorted.find('?') == std::string::npos);
    CHECK(fired.size() >= 25 + 4 && set.count() == 0);
}

// The function runs on while its timer moves, is assigned and dies.
static void a_timer_moves_in_its_function() {
    set_of_test set;
    std::string fired;
    std::vector<timer_of_test> all;
    std::optional<timer_of_test> t;

    all.emplace_back(set, [&, text = std::vector<char>(40, 'x')] {
        all.reserve(all.capacity() + 1); // moves the timer
        fired += text.back();
    });
    for (int i = 0; i < 3; i++) {
        all[0].after(1ms);
        pass(2ms);
        CHECK(run(set) == 1);
    }
    CHECK(fired == "xxx");

    t.emplace(set, [&, text = std::make_unique<std::string>(40, 'y')] {
        *t = timer_of_test(set, [&] { fired += 'z'; });
        t->after(1ms);
        fired += text->substr(39);
    });
    for (int i = 0; i < 2; i++) {
        t->after(1ms);
        pass(2ms);
        CHECK(run(set) == 1);
    }
    pass(2ms);
    CHECK(run(set) == 0 && fired == "xxxyz");
    fired.clear();

    timer_of_test from(set, [&] { fired += 'f'; }), to(set, [&] { fired += 't'; });
    from.after(3ms);
    to.after(1ms);
    to = std::move(from);
    CHECK(!from.armed() && to.armed() && set.count() == 1); // NOLINT: the manual says so
    from.after(1ms);
    pass(4ms);
    CHECK(run(set) == 2 && fired == "f");
}

static void a_set_dies_first() {
    std::optional<set_of_test> set;
    std::vector<timer_of_test> all;

    set.emplace();
    for (int i = 0; i < 10; i++) {
        all.emplace_back(*set, [] { FAIL("never"); });
        all.back().after(milliseconds(5 * i));
    }
    pass(21ms);
    set.reset();
    for (timer_of_test &t : all)
        CHECK(!t.armed() && !t.cancel() && !t.deadline());
    all.erase(all.begin());
}

static void ticks_of_other_lengths() {
    tw::basic_timers<test_clock, std::chrono::duration<std::int64_t, std::ratio<1, 100>>, STRUCTURE>
        slow;
    tw::basic_timers<test_clock, std::chrono::duration<std::int64_t, std::ratio<1, 10000>>,
                     tw::rbtree>
        fast;
    int fired = 0;
    decltype(slow)::timer s(slow, [&] { fired++; });
    decltype(fast)::timer f(fast, [&] { fired++; });

    s.after(1ms);
    f.after(250us);
    CHECK(slow.wait() == 10ms && slow.wait_ms() == 10 && fast.wait() == 300us);
    CHECK(fast.wait_ms() == 1 && fast.next() == test_clock::now() + 300us);
    pass(299us);
    CHECK(fast.run() == 0);
    pass(1us);
    CHECK(fast.run() == 1 && !fast.next() && !fast.wait());
    pass(9699us);
    CHECK(slow.run() == 0);
    pass(1us);
    CHECK(slow.run() == 1 && fired == 2);
}

// poll() really sleeps, and steady_clock tells.
static void in_a_loop_that_sleeps() {
    using steady = std::chrono::steady_clock;

    struct request {
        request(tw::timers &set, int &left)
            : t(set, [this, &left] {
                  CHECK(steady::now() - armed >= delay);
                  left--;
              }) {}

        void ask(nanoseconds d) {
            delay = d;
            armed = steady::now();
            t.after(d);
        }

        steady::time_point armed;
        nanoseconds delay{};
        tw::timer t;
    };

    tw::timers set;
    int left = 12, turns = 0;
    std::vector<std::unique_ptr<request>> all;

    set.run();
    while (left > 0) {
        CHECK(poll(nullptr, 0, set.wait_ms() < 0 ? 30 : set.wait_ms()) == 0);
        if (turns++ % 2 == 0 && all.size() < 12) { // wakes, serves, and then calls advance()
            all.push_back(std::make_unique<request>(set, left));
            all.back()->ask(static_cast<int>(all.size()) * 1'300'000ns);
        }
        set.run();
    }
    CHECK(set.wait_ms() == -1);
}

int main() {
    a_delay_counts_from_the_call();
    nothing_is_early();
    any_duration_has_an_answer();
    a_part_of_a_nanosecond_is_rounded_up();
    an_exception_passes();
    an_exception_leaves_a_set_of_c();
    the_last_of_a_batch_throws();
    a_loop_in_a_function();
    it_returns();
    timers_end_in_functions();
    a_period_does_not_drift();
    a_periodic_function_has_the_last_word();
    timers_move_in_a_vector();
    a_timer_moves_in_its_function();
    a_set_dies_first();
    ticks_of_other_lengths();
#if __cplusplus >= 202002L
    a_coroutine_sleeps_from_the_call();
    a_frame_that_dies_cancels();
#endif
    in_a_loop_that_sleeps();
    std::cout << "ok\n";
}

// SPDX-License-Identifier: MIT-0
// examples/cpp/timer.h on a clock of nanoseconds that the test sets, and in a loop that sleeps
// in poll(). The test keeps for each timer when it was armed, and for how long: it asks the set
// for neither.
#define main example_main
#include "coroutine.cc"
#undef main
#include <cstdlib>
#include <limits>
#include <memory>
#include <poll.h>
#include <random>
#include <string>
#include <vector>

#define CHECK(condition) \
    ((condition)         \
         ? (void)0       \
         : (std::cerr << "FAILED, line " << __LINE__ << ": " #condition "\n", std::exit(1)))

#define FAIL(text) (std::cerr << "FAILED, line " << __LINE__ << ": " text "\n", std::exit(1))

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

// The loop has slept, something wakes it, and it arms a timer before it calls advance().
static void a_delay_counts_from_the_call() {
    for (const auto sleep :
         {0ns, 1ns, nanoseconds(80ms), nanoseconds(10s), nanoseconds(60s), nanoseconds(8760h)}) {
        timers set(test_clock{});
        int fired = 0;
        timer reply(set, [&] { fired++; });

        set.advance();
        pass(sleep);
        CHECK(reply.after(5s));
        CHECK(set.advance() == 0);
        pass(5s - 1ns);
        CHECK(set.advance() == 0 && fired == 0);
        pass(1ms);
        CHECK(set.advance() == 1 && fired == 1 && set.wait_ms() == -1);
    }
}

static void a_coroutine_sleeps_from_the_call() {
    timers set(test_clock{});
    bool awake = false;
    const auto serve = [&]() -> task {
        co_await sleep_for(set, 4999500us);
        awake = true;
    };

    set.advance();
    pass(10s);
    const task t = serve();
    set.advance();
    pass(4999500us - 1ns);
    set.advance();
    CHECK(!awake);
    pass(1ms);
    set.advance();
    CHECK(awake);
}

// Delays and moments of any fraction: never early, and late by less than two ticks.
static void nothing_is_early() {
    std::mt19937_64 random(1);
    const auto below = [&](std::int64_t n) {
        return nanoseconds(random() % static_cast<std::uint64_t>(n));
    };

    for (int turn = 0; turn < 20000; turn++) {
        timers set(test_clock{});
        int fired = 0;
        timer t(set, [&] { fired++; });
        const nanoseconds delay =
            turn % 4 == 0 ? floor<milliseconds>(below(9'000'000'000)) : below(9'000'000);

        pass(below(3'000'000));
        if (turn % 2)
            set.advance();
        pass(below(3'000'000));
        const auto end = test_clock::now() + delay;
        CHECK(turn % 3 ? t.after(delay) : t.after(std::chrono::duration<double, std::nano>(delay)));
        if (delay > 0ns) {
            test_clock::at = end - 1ns;
            set.advance();
            CHECK(fired == 0);
        }
        CHECK(set.wait_ms() <= 3 && milliseconds(set.wait_ms()) >= end - test_clock::now());
        test_clock::at = end + 2ms - 1ns;
        set.advance();
        CHECK(fired == 1);
    }
}

template <class Duration> static void is_at_once(Duration delay) {
    for (const auto up : {0ms, 3ms, 10000ms}) {
        timers set(test_clock{});
        int fired = 0;
        timer t(set, [&] { fired++; });

        pass(up);
        CHECK(t.after(delay) && set.wait_ms() == 0);
        CHECK(set.advance() == 1 && fired == 1);
    }
}

// Ticks that wrap refuse it. Others are centuries away, whatever the clock shows.
template <class Duration> static void is_never(Duration delay) {
    for (const auto up : {0h, 2h, 876000h}) {
        timers set(test_clock{});
        timer t(set, [] { FAIL("never"); });
        const auto before = test_clock::at;

        pass(TW_TICK_BITS < 64 ? 0h : up);
        CHECK(t.after(delay) == (TW_TICK_BITS == 64));
        pass(TW_TICK_BITS < 64 ? 10ms : 876000h);
        CHECK(set.advance() == 0);
        test_clock::at = before;
    }
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
    is_never(std::chrono::hours(24 * 365 * 1000) - 1ms);
}

// A quarter of the range of ticks is the bound, and it is told.
static void a_quarter_is_refused() {
    if (TW_TICK_BITS == 64)
        return;
    const milliseconds quarter(std::int64_t{1} << (TW_TICK_BITS - 2));
    timers set(test_clock{});
    int fired = 0;
    timer t(set, [&] { fired++; });

    CHECK(!t.after(quarter) && !t.after(quarter - 1ns) && !t.after(4 * quarter) &&
          !t.after(4 * quarter + 5ms));
    CHECK(set.count() == 0);
    CHECK(t.after(quarter - 1ms));
    CHECK(!t.after(quarter) && set.count() == 1); // and stays where it was
    pass(quarter - 1ms - 1ns);
    CHECK(set.advance() == 0);
    pass(1ns);
    CHECK(set.advance() == 1 && fired == 1);
    try {
        [](timers &s, milliseconds d) -> task {
            try {
                co_await sleep_for(s, d);
                FAIL("it sleeps");
            } catch (const std::length_error &) {
            }
        }(set, quarter);
    } catch (...) {
        FAIL("the coroutine catches it");
    }
}

// What an exception leaves: nothing is lost, nothing waits for one call more than it must,
// and the loop sleeps.
static void an_exception_passes() {
    for (int armed_for_now = 0; armed_for_now < 2; armed_for_now++) {
        timers set(test_clock{});
        std::string fired;
        timer b(set, [&] { fired += 'b'; }), c(set, [&] { fired += 'c'; }),
            d(set, [&] { fired += 'd'; });
        timer bad(set, [&] {
            fired += '!';
            throw std::runtime_error("parse error");
        });

        bad.after(10ms);
        b.after(10ms);
        c.after(20ms);
        pass(12ms);
        try {
            set.advance();
            FAIL("the exception is lost");
        } catch (const std::runtime_error &) {
        }
        CHECK(fired == "!" && set.count() == 2 && set.wait_ms() == 0);
        if (armed_for_now) {
            d.after(0ms);
            CHECK(set.advance() == 2 && fired == "!bd" && set.wait_ms() == 8);
        }
        pass(10ms);
        CHECK(set.advance() == (armed_for_now ? 1u : 2u) &&
              fired == (armed_for_now ? "!bdc" : "!bc"));
        CHECK(set.wait_ms() == -1);
    }
}

static void the_last_of_a_batch_throws() {
    timers set(test_clock{});
    int fired = 0;
    timer bad(set, [] { throw 1; }), c(set, [&] { fired++; });

    for (int turn = 1; turn < 100; turn++) {
        bad.after(1ms);
        c.after(2ms);
        pass(1ms);
        try {
            set.advance();
            FAIL("the exception is lost");
        } catch (int) {
        }
        CHECK(set.wait_ms() == 1);
        pass(1ms);
        CHECK(set.advance() == 1 && fired == turn);
    }
}

// A function waits in a loop of its own for another timer of the set.
static void a_loop_in_a_function() {
    for (int throws = 0; throws < 2; throws++) {
        timers set(test_clock{});
        std::string fired;
        bool answered = false;
        int turns = 0;
        timer other(set, [&] { fired += 'o'; }), later(set, [&] { fired += 'l'; });
        timer bad(set, [] { throw 1; });
        timer answer(set, [&] { answered = true; });
        timer dialog(set, [&] {
            answer.after(50ms);
            if (throws)
                bad.after(50ms);
            while (!answered && turns++ < 10) {
                const int wait = set.wait_ms();
                pass(milliseconds(wait > 0 ? wait : 0));
                try {
                    set.advance();
                } catch (int) {
                    break;
                }
            }
            fired += 'd';
        });

        dialog.after(10ms);
        other.after(10ms);
        later.after(70ms);
        pass(10ms);
        set.advance();
        CHECK(fired == "od" && answered && turns <= 4);
        pass(10ms);
        CHECK(set.wait_ms() == 0 && set.advance() == 1 && fired == "odl" && set.count() == 0);
    }
}

// advance() returns although a function calls it, and is due again at once each time.
static void it_returns() {
    timers set(test_clock{});
    int runs = 0;
    bool nested = false;
    timer again(set, [&] {
        again.after(0ms);
        CHECK(++runs <= 2);
        if (!std::exchange(nested, true)) {
            set.advance();
            nested = false;
        }
    });

    again.after(0ms);
    CHECK(set.advance() == 1 && runs == 2);
    again.cancel();
    runs = 0;
    timer busy(set, [&] {
        runs++;
        busy.after(-1s);
    });
    busy.after(1ms);
    pass(1ms);
    CHECK(set.advance() == 1 && runs == 1 && set.advance() == 1 && runs == 2);
}

static void timers_end_in_functions() {
    timers set(test_clock{});
    std::string fired;
    std::optional<timer> own, victim;
    timer moved(set, [&] { fired += 'm'; });
    timer first(set, [&] {
        victim.reset();
        moved.after(1ms);
        fired += 'f';
    });

    own.emplace(set, [&, text = std::string(100, 'x')] {
        own.reset();
        fired += text.substr(0, 1);
    });
    victim.emplace(set, [&] { fired += 'v'; });
    first.after(1ms);
    victim->after(1ms);
    moved.after(1ms);
    own->after(1ms);
    pass(1ms);
    CHECK(set.advance() == 2 && fired == "fx" && set.count() == 1);
    pass(1ms);
    CHECK(set.advance() == 1 && fired == "fxm");
}

// poll() really sleeps, and steady_clock tells.
static void in_a_loop_that_sleeps() {
    using steady = std::chrono::steady_clock;

    struct request {
        request(timers &set, int &left)
            : t(set, [this, &left] {
                  CHECK(steady::now() - armed >= delay);
                  left--;
              }) {}

        void ask(nanoseconds d) {
            delay = d;
            armed = steady::now();
            CHECK(t.after(d));
        }

        steady::time_point armed;
        nanoseconds delay{};
        timer t;
    };

    timers set;
    int left = 12, turns = 0;
    std::vector<std::unique_ptr<request>> all;

    set.advance();
    while (left > 0) {
        CHECK(poll(nullptr, 0, set.wait_ms() < 0 ? 30 : set.wait_ms()) == 0);
        if (turns++ % 2 == 0 && all.size() < 12) { // wakes, serves, and then calls advance()
            all.push_back(std::make_unique<request>(set, left));
            all.back()->ask(static_cast<int>(all.size()) * 1'300'000ns);
        }
        set.advance();
    }
    CHECK(set.wait_ms() == -1);
}

int main() {
    a_delay_counts_from_the_call();
    a_coroutine_sleeps_from_the_call();
    nothing_is_early();
    any_duration_has_an_answer();
    a_quarter_is_refused();
    an_exception_passes();
    the_last_of_a_batch_throws();
    a_loop_in_a_function();
    it_returns();
    timers_end_in_functions();
    in_a_loop_that_sleeps();
    std::cout << "ok\n";
}

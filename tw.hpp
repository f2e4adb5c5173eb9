/* SPDX-License-Identifier: MIT-0 */
/* tw.hpp - timers and priority queues for C++17: lambdas, std::chrono, RAII and co_await.

   WHAT IT IS
       This header is the C++ face of the C headers beside it. A timer is an object of
       yours: its function lies in it, and its destructor cancels it. A set of timers runs
       on a clock of std::chrono. A priority queue links objects of yours through a hook.
       Nothing is allocated but the cells of a queue. There is nothing to compile
       beforehand, and your code needs no macro.

   DO THIS
       1  Make a set:                  tw::timers set;
       2  Make timers, as members:     tw::timer idle{set, [this] { close(); }};
       3  Arm, move and cancel:        idle.after(30s);
                                       idle.at(tp);
                                       beat.every(20ms);
                                       idle.cancel();
       4  Sleep, and then run:         poll(fds, n, set.wait_ms());
                                       set.run();
       5  In a coroutine of C++20:     co_await set.sleep(20ms);
       6  Put a hook into an object:   struct place { unsigned distance; tw::hook hook; };
       7  Make a queue, and use it:    tw::priority_queue<place, &place::hook, &place::distance> q;
                                       q.push(a);
                                       q.update(a);
                                       while (place *p = q.pop())
                                           visit(*p);

   EXAMPLE
       #include <tw/tw.hpp>

       tw::timers set;
       int beats = 0;
       tw::timer beat{set, [&] {
           std::cout << "beat " << ++beats << "\n";
           if (beats == 3)
               beat.cancel();
       }};
       beat.every(20ms);
       while (set.count() > 0) {
           poll(nullptr, 0, set.wait_ms());
           set.run();
       }

   TIMES
       A delay counts from the call, not from the last run(). Deadlines are rounded up to
       ticks, so that nothing comes early. A delay or a deadline that has passed is due at
       once: it fires in the next run(). A delay of NaN has passed, too. A delay of half
       the clock's greatest duration or more never ends (146 years of nanoseconds in 64
       bits). A deadline that lies that long after the clock's zero never comes, either.
       every(d) does not drift: its deadlines lie whole periods apart, exact to a unit
       of the clock. If run() comes late, the timer fires once, and the deadlines that have
       passed meanwhile are left out. A period of less than a tick counts as a tick.
       basic_timers<Clock, Tick, Structure> is a set on a clock of yours, with ticks of
       another length, or over another structure. The clock must be steady. tw::timers is
       basic_timers<steady_clock, milliseconds, hwheel>. hwheel is the quick structure,
       rbtree the small one. tw::timer belongs to tw::timers; for a set of another type
       the timer is Set::timer.

   FUNCTIONS OF TIMERS
       A function takes nothing, or a reference to its timer. The timer holds its function,
       which has at most the size of six pointers, and a move that does not throw.
       Otherwise the compiler says so. A function may arm, move, cancel and destroy any
       timer, its own included, and may call run(), as a modal dialog does. What it has
       captured stays alive until it returns. It must not destroy its set.
       An exception passes through run(). The timer that threw has fired, and is armed
       again if it is periodic. The next run() fires all others that are due, and none is
       lost.

   LIVES
       std::move of an armed timer arms the new timer anew, for the same deadline. The old
       timer is idle and has no function; if you arm it again, it fires and does nothing.
       A set that is destroyed leaves its timers idle. Destroying or cancelling them is no
       mistake then, but arming them is. A coroutine that sleeps in such a set sleeps on;
       its frame may be destroyed.
       An object may be moved, copied and destroyed while it waits in a queue. A moved one
       keeps its place, a copy does not wait, and a destroyed one has left the queue. (A
       std::vector that grows copies its elements if their move may throw.) A queue that
       is destroyed leaves its objects idle. Sets and queues can be neither copied nor
       moved. Each of them belongs to one thread at a time.

   ORDER OF A QUEUE
       The third argument of priority_queue is a key or an order. A key is a member, or a
       function of one object: an integer or an enum. The object with the least key is the
       top. (In std::priority_queue it is the greatest.) An order is a function of two
       objects: it says whether the first leaves before the second. Neither may throw.
       Equals leave in the order in which they were pushed. If you change the key of an
       object that waits, call update().

   COST
       Of a timer: 128 bytes on a 64-bit machine. To arm, move or cancel takes O(1) over
       hwheel and O(log n) over rbtree, besides a call of the clock. A set over hwheel has
       50 KB, over rbtree 120 bytes. Firing moves the function twice.
       Of a queue: 48 bytes a hook, and 24 bytes a cell. top, size, contains: O(1). push,
       update, pop, erase and destroying an object that waits: O(log n). A push of a random
       key: O(1) on average. tw::erase_if: O(n) on average, O(n log n) at worst.

   GUARANTEES
       Those of timers.h: exact, in order, first in, first out among equals. If memory for
       cells is short, push() and reserve() throw std::bad_alloc and change nothing. Other
       functions of this header throw only if your clock or your function throws.

   WHAT GOES WRONG, AND THE ANSWER
       top of an empty queue                your error: TW_ASSERT
       pop of an empty queue                nullptr
       push of an object that waits         in this queue: as update; in another: false
       erase, update of an object not here  false
       a queue changed within erase_if      your error
       a key or an order that throws        std::terminate
       a function that destroys its set     your error
       With TW_DEBUG errors of the sets are told as debug.h says. If a set goes to another
       thread, call hand_over().

   OPTIONS
       those of node.h. Ticks have 64 bits: if node.h asks you to choose, define
       TW_TICK_BITS 64. Files that differ in TW_DEBUG see two types: the linker tells if
       one file gives such an object to the other. */
#ifndef TW_HPP
#define TW_HPP

#include "heap4.h"
#include "hwheel.h"
#include "rbtree.h"
#include "timers.h"

#if TW_TICK_BITS != 64
#error "tw.hpp wants ticks of 64 bits: #define TW_TICK_BITS 64 in all files, or leave it out"
#endif

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <memory>
#include <new>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>
#if defined(__cpp_impl_coroutine)
#include <coroutine>
#endif

namespace tw {

/* Gives the types another name for the linker if the options change their layout. */
#define TW__CPP TW__LINK_NAME(cpp)

inline namespace TW__CPP {

namespace detail {

/* ------------------------------------------------------------------------- STRUCTURES */

TW_TIMERS_OF(hwheel_set, hwheel)
TW_TIMERS_OF(rbtree_set, rbtree)

/* Gives the verbs of a set one name each, whatever its structure is. */
#define TW__CPP_STRUCTURE(of)                                                                \
    struct of {                                                                              \
        using set = of##_set;                                                                \
        static bool add(set *s, tw_node *n, tw_tick due) { return of##_set_add(s, n, due); } \
        static bool cancel(set *s, tw_node *n) { return of##_set_cancel(s, n); }             \
        static tw_node *expire(set *s, tw_tick now) { return of##_set_expire(s, now); }      \
        static bool next(set *s, tw_tick *due) { return of##_set_next(s, due); }             \
        static std::size_t count(const set *s) { return of##_set_count(s); }                 \
        static void clear(set *s) { of##_set_clear(s); }                                     \
        TW__CHECKED(static const char *check(const set *s) { return of##_set_check(s); })    \
    };

TW__CPP_STRUCTURE(hwheel)
TW__CPP_STRUCTURE(rbtree)

#undef TW__CPP_STRUCTURE

/* -------------------------------------------------------------------------- FUNCTIONS */

/* A function that takes nothing or an Argument &, without allocation. It can be moved. */
template <class Argument> class function {
  public:
    static constexpr std::size_t size = 6 * sizeof(void *);

    template <class Work> explicit function(Work &&f) : does_(&table_of<std::decay_t<Work>>) {
        using type = std::decay_t<Work>;

        static_assert(std::is_invocable_v<type &> || std::is_invocable_v<type &, Argument &>,
                      "the function must take nothing, or a reference to its timer");
        static_assert(sizeof(type) <= size,
                      "the function captures more than six pointers: capture a pointer to them");
        static_assert(alignof(type) <= alignof(std::uint64_t),
                      "what the function captures is aligned to more than 8 bytes");
        static_assert(std::is_nothrow_move_constructible_v<type>,
                      "a move of the function may throw: capture a pointer to what it captures");
        ::new (static_cast<void *>(room_)) type(std::forward<Work>(f));
    }

    function(const function &) = delete;
    function &operator=(const function &) = delete;

    function(function &&other) noexcept : does_(nullptr) { take(other); }

    function &operator=(function &&other) noexcept {
        reset();
        take(other);
        return *this;
    }

    ~function() { reset(); }

    /* Calls the function, if there is one. */
    void operator()(Argument &a) {
        if (does_)
            does_->call(room_, a);
    }

  private:
    struct table {
        void (*call)(void *, Argument &);
        void (*move)(void *from, void *to) noexcept; /* and destroys it where it was */
        void (*destroy)(void *) noexcept;
    };

    template <class Work> static Work &as(void *room) {
        return *std::launder(static_cast<Work *>(room));
    }

    template <class Work> static void call(void *room, Argument &a) {
        if constexpr (std::is_invocable_v<Work &, Argument &>)
            as<Work>(room)(a);
        else
            (void)a, as<Work>(room)();
    }

    template <class Work> static void move(void *from, void *to) noexcept {
        ::new (to) Work(std::move(as<Work>(from)));
        as<Work>(from).~Work();
    }

    template <class Work> static void destroy(void *room) noexcept { as<Work>(room).~Work(); }

    template <class Work> static constexpr table table_of = {call<Work>, move<Work>, destroy<Work>};

    void reset() noexcept {
        if (const table *const old = std::exchange(does_, nullptr))
            old->destroy(room_);
    }

    void take(function &other) noexcept {
        if ((does_ = std::exchange(other.does_, nullptr)) != nullptr)
            does_->move(other.room_, room_);
    }

    alignas(std::uint64_t) unsigned char room_[size];
    const table *does_;
};

} // namespace detail

using hwheel = detail::hwheel;
using rbtree = detail::rbtree;

template <class Set> class basic_timer;
template <class Set> class basic_sleep;

/* ------------------------------------------------------------------------------- SETS */

/* A set of timers. The clock is static, as those of std::chrono. */
template <class Clock = std::chrono::steady_clock, class Tick = std::chrono::milliseconds,
          class Structure = hwheel>
class basic_timers {
  public:
    using clock = Clock;
    using tick = Tick;
    using duration = typename Clock::duration;
    using time_point = typename Clock::time_point;
    using timer = basic_timer<basic_timers>;

    static_assert(Clock::is_steady, "a clock that is set back would stop the timers");
    static_assert(std::is_integral_v<typename duration::rep> &&
                      std::is_signed_v<typename duration::rep>,
                  "the clock must count in integers with a sign");
    static_assert(std::ratio_divide<typename Tick::period, typename duration::period>::den == 1,
                  "a tick must be a whole number of the units of the clock");

    basic_timers() : set_(), start_(Clock::now()) {}

    basic_timers(const basic_timers &) = delete;
    basic_timers &operator=(const basic_timers &) = delete;

    ~basic_timers() { clear(); }

    /* Calls the functions of all timers that are due, in order. Returns how many it called.
       If a function throws, the exception passes through, and the next run() goes on
       behind that timer. If a function calls run(), the outer run() returns when the
       function does. A batch that is under way keeps its old now. So if there is one, the
       first round ends it, and a second round fires what is due by now. fn gets 0, because
       our functions read no now. */
    std::size_t run() {
        std::size_t called = 0;
        bool unfinished = in_batch_; /* a function threw, or calls this run() */

        do {
            while (tw_node *n = Structure::expire(&set_, tick_at(Clock::now()))) {
                in_batch_ = true;
                called++;
                n->fn(n, 0);
                if (!in_batch_) /* the function has called run(), which ended the batch */
                    return called;
            }
            in_batch_ = false;
        } while (std::exchange(unfinished, false));
        return called;
    }

    /* Returns when run() has work next: no timer is due before. nullopt: nothing is armed. */
    std::optional<time_point> next() {
        tw_tick due = 0;

        if (!Structure::next(&set_, &due))
            return std::nullopt;
        return due == TW_TICK_MAX ? (time_point::max)()
                                  : start_ + Tick(static_cast<typename Tick::rep>(due));
    }

    /* Returns how long to sleep until next(), at least 0. nullopt: nothing is armed. */
    std::optional<duration> wait() {
        const std::optional<time_point> end = next();
        const time_point now = Clock::now();

        if (!end)
            return std::nullopt;
        if (*end <= now)
            return duration::zero();
        return *end == (time_point::max)() ? (duration::max)() : *end - now;
    }

    /* Returns for how many milliseconds poll() may wait: rounded up, at most 24 days. -1:
       nothing is armed. */
    int wait_ms() {
        using std::chrono::milliseconds;
        constexpr std::chrono::hours longest(24 * 24);
        const std::optional<duration> left = wait();

        if (!left)
            return -1;
        return static_cast<int>(
            (*left < longest ? std::chrono::ceil<milliseconds>(*left) : milliseconds(longest))
                .count());
    }

    /* Returns how many timers are armed, and how many coroutines sleep. */
    std::size_t count() const { return Structure::count(&set_); }

    /* Cancels all timers. A coroutine that sleeps is not resumed any more. */
    void clear() { Structure::clear(&set_); }

    /* Tells TW_DEBUG that the next call may come from another thread. */
    void hand_over() { tw_hand_over(&set_); }

    /* Returns the name of a property that does not hold, or nullptr: see timers.h. */
    TW__CHECKED(const char *check() const { return Structure::check(&set_); })

#if defined(__cpp_impl_coroutine)
    /* Suspends the coroutine that awaits the result: co_await set.sleep(20ms). The
       coroutine goes on in run(). If its frame is destroyed before, nothing is left. */
    template <class Rep, class Period>
    basic_sleep<basic_timers> sleep(std::chrono::duration<Rep, Period> delay) {
        return {*this, from_now(delay)};
    }

    /* Does the same until a deadline. */
    template <class Duration>
    basic_sleep<basic_timers> sleep_until(std::chrono::time_point<Clock, Duration> deadline) {
        return {*this, rounded(deadline)};
    }
#endif

  private:
    friend basic_timer<basic_timers>;
    friend basic_sleep<basic_timers>;

    /* A delay of this length, or longer, never ends. */
    static constexpr duration most = (duration::max)() / 2;

    /* Rounds up to units of the clock. Counts of type double compare without overflow, and
       NaN fails each comparison. A comparison of durations would not do: its a >= b is
       !(a < b), which is true for NaN. */
    template <class Rep, class Period>
    static duration rounded(std::chrono::duration<Rep, Period> d) {
        using real = std::chrono::duration<double, typename duration::period>;
        const double about = real(d).count(), limit = real(most).count();

        if (about >= limit)
            return (duration::max)();
        return about > -limit ? std::chrono::ceil<duration>(d) : -most; /* long passed, or NaN */
    }

    template <class Duration>
    static time_point rounded(std::chrono::time_point<Clock, Duration> tp) {
        return time_point(rounded(tp.time_since_epoch()));
    }

    template <class Rep, class Period>
    static time_point from_now(std::chrono::duration<Rep, Period> delay) {
        const duration d = rounded(delay);
        return d < most ? Clock::now() + d : (time_point::max)();
    }

    /* Returns the tick that the clock shows. */
    tw_tick tick_at(time_point now) const {
        return static_cast<tw_tick>(std::chrono::floor<Tick>(now - start_).count());
    }

    /* Arms n. A tick that has passed counts as the one that the clock shows. */
    void arm(tw_node *n, time_point deadline) {
        const time_point now = Clock::now();
        tw_tick due = TW_TICK_MAX;

        if (deadline <= now)
            due = tick_at(now);
        else if (deadline < (time_point::max)())
            due = static_cast<tw_tick>(std::chrono::ceil<Tick>(deadline - start_).count());
        Structure::add(&set_, n, due);
    }

    bool disarm(tw_node *n) noexcept { return Structure::cancel(&set_, n); }

    typename Structure::set set_;
    time_point start_;
    bool in_batch_ = false;
};

using timers = basic_timers<>;

/* ----------------------------------------------------------------------------- TIMERS */

/* A timer that calls a function. */
template <class Set> class basic_timer final : tw_node {
    using function = detail::function<basic_timer>;

  public:
    using duration = typename Set::duration;
    using time_point = typename Set::time_point;

    /* Makes an idle timer. f takes nothing, or a basic_timer &. */
    template <class Work>
    basic_timer(Set &set, Work &&f) : tw_node(), set_(&set), function_(std::forward<Work>(f)) {
        tw_node_init(this, fire);
    }

    basic_timer(const basic_timer &) = delete;
    basic_timer &operator=(const basic_timer &) = delete;

    basic_timer(basic_timer &&other) noexcept
        : tw_node(), set_(other.set_), function_(std::move(other.function_)) {
        tw_node_init(this, fire);
        follow(other);
    }

    basic_timer &operator=(basic_timer &&other) noexcept {
        if (this != &other) {
            leave();
            set_ = other.set_;
            function_ = std::move(other.function_);
            follow(other);
        }
        return *this;
    }

    ~basic_timer() { leave(); }

    /* Arms the timer, or moves it: it fires when the delay has passed. */
    template <class Rep, class Period> void after(std::chrono::duration<Rep, Period> delay) {
        arm(Set::from_now(delay), duration::zero());
    }

    /* Arms the timer, or moves it: it fires at that time. */
    template <class Duration>
    void at(std::chrono::time_point<typename Set::clock, Duration> deadline) {
        arm(Set::rounded(deadline), duration::zero());
    }

    /* Arms the timer, or moves it: it fires each time that a period has passed. */
    template <class Rep, class Period> void every(std::chrono::duration<Rep, Period> period) {
        const duration p = std::max<duration>(Set::rounded(period), typename Set::tick(1));
        arm(Set::from_now(p), p);
    }

    /* Takes the timer out, unfired. False: it is idle. */
    bool cancel() noexcept { return armed() && set_->disarm(this); }

    /* Says whether the timer will fire. */
    bool armed() const noexcept { return !tw_idle(this); }

    /* Returns the deadline as it was given. nullopt: the timer is idle. */
    std::optional<time_point> deadline() const {
        return armed() ? std::optional<time_point>(deadline_) : std::nullopt;
    }

  private:
    /* Keeps the function on the stack while it runs, so that it may destroy or move its
       timer. The destructor gives it back. */
    struct call {
        explicit call(basic_timer &t) : timer(&t), runs(std::move(t.function_)) { t.call_ = this; }

        call(const call &) = delete;
        call &operator=(const call &) = delete;

        ~call() {
            if (timer) {
                timer->function_ = std::move(runs);
                timer->call_ = nullptr;
            }
        }

        basic_timer *timer; /* nullptr: it was destroyed */
        function runs;
    };

    /* gcc warns that call_ keeps the address of c, which the destructor of c takes out. */
    TW__BEGIN_PATHS

    /* The tw_fn of the node: fires the timer. If the function runs already, in a loop of
       its own, it is called again. */
    static void fire(tw_node *n, tw_tick) {
        basic_timer &t = *static_cast<basic_timer *>(n);

        if (t.period_ > duration::zero())
            t.go_on();
        if (t.call_) {
            t.call_->runs(t);
        } else {
            call c(t);
            c.runs(t);
        }
    }

    TW__END_C

    void arm(time_point deadline, duration period) {
        deadline_ = deadline;
        period_ = period;
        set_->arm(this, deadline);
    }

    /* Arms a periodic timer for its first deadline after now. */
    void go_on() {
        const duration late = Set::clock::now() - deadline_;
        arm(deadline_ + (late / period_ + 1) * period_, period_);
    }

    /* Takes over the arming of other, and its call if its function runs. */
    void follow(basic_timer &other) noexcept {
        call_ = std::exchange(other.call_, nullptr);
        if (call_)
            call_->timer = this;
        if (other.cancel())
            arm(other.deadline_, other.period_);
    }

    void leave() noexcept {
        cancel();
        if (call_)
            call_->timer = nullptr;
    }

    Set *set_;
    call *call_ = nullptr; /* the call of the function that is under way */
    time_point deadline_{};
    duration period_{}; /* 0: it fires once */
    function function_;
};

using timer = timers::timer;

#if defined(__cpp_impl_coroutine)
/* The object that co_await waits for. It lies in the frame of the coroutine. */
template <class Set> class [[nodiscard]] basic_sleep final : tw_node {
  public:
    basic_sleep(const basic_sleep &) = delete;
    basic_sleep &operator=(const basic_sleep &) = delete;

    ~basic_sleep() {
        if (!tw_idle(this))
            set_.disarm(this);
    }

    bool await_ready() const noexcept { return false; }

    void await_suspend(std::coroutine_handle<> sleeper) {
        sleeper_ = sleeper;
        set_.arm(this, deadline_);
    }

    void await_resume() const noexcept {}

  private:
    friend Set;

    basic_sleep(Set &set, typename Set::time_point deadline)
        : tw_node(), set_(set), deadline_(deadline), sleeper_() {
        tw_node_init(this,
                     [](tw_node *n, tw_tick) { static_cast<basic_sleep *>(n)->sleeper_.resume(); });
    }

    Set &set_;
    typename Set::time_point deadline_;
    std::coroutine_handle<> sleeper_;
};
#endif

/* ----------------------------------------------------------------------------- QUEUES */

namespace detail {

/* Four siblings of a heap: where they are aligned, they lie in two cache lines. */
struct alignas(TW__HEAP4_ROOT ? 32 : alignof(tw_heap4_cell)) siblings {
    tw_heap4_cell cell[4];
};

static_assert(sizeof(siblings) == 4 * sizeof(tw_heap4_cell));

/* The heap of a queue, whatever its objects are. */
struct queue {
    tw_heap4 in;
};

TW__KIND(queue, TW__HERE, heap4, 0, tw__heap4_count(&TW__CONST_IN(queue, s)->in) != 0)

} // namespace detail

template <class T, auto Hook, auto Order> class priority_queue;

/* A member of objects that wait in a queue. */
class hook : tw_node {
  public:
    hook() noexcept : tw_node() {}

    hook(const hook &) noexcept : hook() {}

    hook(hook &&other) noexcept : hook() { replace(other); }

    hook &operator=(const hook &) noexcept { return *this; }

    hook &operator=(hook &&other) noexcept {
        if (this != &other) {
            leave();
            replace(other);
        }
        return *this;
    }

    ~hook() { leave(); }

    /* Says whether the object waits in a queue. */
    bool waits() const noexcept { return !tw_idle(this); }

  private:
    template <class T, auto Hook, auto Order> friend class priority_queue;

    /* Takes the hook out by fn, which push() has set: the hook does not know its queue. */
    void leave() noexcept {
        if (waits())
            fn(this, 0);
    }

    /* Takes the place of other in its queue. */
    void replace(hook &other) noexcept {
        if (!other.waits())
            return;
        TW__DEBUG(tw__debug_out(&other);)
        static_cast<tw_node &>(*this) = other;
        in_ = other.in_;
        in_->in.cell[home - TW__WAITING].node = this;
        TW__DEBUG(tw__debug_arm(&in_->in, this, due);)
        other.home = TW__IDLE;
    }

    detail::queue *in_ = nullptr; /* where the object waits */
};

/* A priority queue of objects of type T. Hook is the member that links them. Order is a key
   or an order, as the manual says. */
template <class T, auto Hook, auto Order> class priority_queue {
    static constexpr bool by_key = std::is_invocable_v<decltype(Order), const T &>;

    static_assert(by_key || std::is_invocable_r_v<bool, decltype(Order), const T &, const T &>,
                  "the third argument must be a key of T or an order of two T");

  public:
    using value_type = T;
    using reference = T &;
    using size_type = std::size_t;
    class iterator;

    priority_queue() : queue_(), room_() {}

    priority_queue(const priority_queue &) = delete;
    priority_queue &operator=(const priority_queue &) = delete;

    ~priority_queue() { clear(); }

    /* Puts o in, behind its equals. If o waits in this queue, does what update() does.
       False: o waits in another queue; nothing changed. */
    bool push(T &o) {
        hook &h = o.*Hook;

        if (h.waits())
            return update(o);
        if (tw__heap4_full(&queue_.in))
            reserve(2 * size() + 1);
        h.in_ = &queue_;
        h.fn = [](tw_node *n, tw_tick) {
            detail::queue *const q = static_cast<hook *>(n)->in_;
            tw__cancel(TW__SEEN(detail::queue, q, &q->in), &table(), n);
        };
        return tw__add(heap(), &table(), &h, key(o));
    }

    /* Returns the first object, which stays. The queue must not be empty. */
    T &top() const {
        TW__WANT(!empty(), "the queue is empty. Ask empty() before top(), or call pop().");
        return of(tw__heap4_peek(&queue_.in));
    }

    /* Takes the first object out, and returns it. nullptr: the queue is empty. */
    T *pop() {
        tw_node *const n = tw__pop(heap(), &table());
        return n ? &of(n) : nullptr;
    }

    /* Restores the order after the key of o was changed; o counts as pushed anew. False: o
       does not wait here; nothing changed. */
    bool update(T &o) { return contains(o) && tw__add(heap(), &table(), &(o.*Hook), key(o)); }

    /* Takes o out. False: o does not wait here; nothing changed. */
    bool erase(T &o) { return contains(o) && tw__cancel(heap(), &table(), &(o.*Hook)); }

    /* Takes all objects out. */
    void clear() noexcept { tw__clear(heap(), &table()); }

    /* Makes room for n objects, so that the next pushes allocate nothing. */
    void reserve(size_type n) {
        if (n <= queue_.in.capacity)
            return;
        room_.resize(n / 4 + 2); /* room for n and for the cells before the root */
        tw__heap4_storage(&queue_.in, room_.data()->cell, room_.size() * 4 - TW__HEAP4_ROOT);
    }

    bool contains(const T &o) const noexcept {
        return (o.*Hook).waits() && (o.*Hook).in_ == &queue_;
    }

    size_type size() const noexcept { return tw__heap4_count(&queue_.in); }

    [[nodiscard]] bool empty() const noexcept { return size() == 0; }

    /* Walk over all objects, in no promised order but that the first is the top. Any call
       that changes the queue ends the walk. */
    iterator begin() const noexcept {
        return iterator(queue_.in.cell + (empty() ? 0 : TW__HEAP4_ROOT));
    }

    iterator end() const noexcept { return iterator(begin().cell_ + size()); }

    /* Tells TW_DEBUG that the next call may come from another thread. */
    void hand_over() { tw_hand_over(&queue_.in); }

    /* Returns the name of a property that does not hold, or nullptr: see heap4.h. */
    TW__CHECKED(const char *check() const { return table().check(&queue_.in); })

  private:
    template <class U, auto H, auto O, class Goes>
    friend std::size_t erase_if(priority_queue<U, H, O> &q, Goes goes);

    tw_heap4 *heap() noexcept { return TW__SEEN(detail::queue, &queue_, &queue_.in); }

    /* Returns the object of a node. An address where no object stands gives the offset of
       the hook; nothing is read there. */
    static T &of(tw_node *n) noexcept {
        constexpr std::uintptr_t base = 4096 + alignof(T) - 4096 % alignof(T);
        T *const at = reinterpret_cast<T *>(base);
        return *reinterpret_cast<T *>(
            reinterpret_cast<std::uintptr_t>(static_cast<hook *>(n)) -
            (reinterpret_cast<std::uintptr_t>(std::addressof(at->*Hook)) - base));
    }

    /* Puts x, which is no longer in a cell, behind the cells of the heap, and lets it rise. It
       keeps its arming number. */
    static void settle(tw_heap4 *h, tw_heap4_cell x) {
        const std::size_t i = h->count++ + TW__HEAP4_ROOT;

        if constexpr (by_key)
            tw__heap4_put(h->cell, tw__heap4_rise(h->cell, i, &x, tw__heap4_by_due), &x);
        else
            tw__heap4_put(h->cell, tw__heap4_rise(h->cell, i, &x, before), &x);
    }

    /* Returns the key of o as a tick. An order of two objects reads no key. */
    static tw_tick key(const T &o) noexcept {
        if constexpr (by_key) {
            using type = std::decay_t<std::invoke_result_t<decltype(Order), const T &>>;

            static_assert(sizeof(type) <= sizeof(tw_tick) &&
                              (std::is_integral_v<type> || std::is_enum_v<type>),
                          "a key must be an integer or an enum of 64 bits at most: for others "
                          "give an order of two objects");
            return tw__heap4_unsigned(static_cast<tw_tick>(std::invoke(Order, o)),
                                      static_cast<type>(-1) < static_cast<type>(1));
        } else {
            (void)o;
            return TW__STRICT(std::invoke(Order, o, o), 0);
        }
    }

    static bool sooner(tw_node *a, tw_node *b) noexcept {
        return std::invoke(Order, std::as_const(of(a)), std::as_const(of(b)));
    }

    static bool before(const tw_heap4_cell *a, const tw_heap4_cell *b) noexcept {
        return sooner(a->node, b->node) ||
               (!sooner(b->node, a->node) && tw__heap4_armed_before(a, b));
    }

    TW__HEAP4_OPS(order, order, before, TW__SPEED ? sooner : nullptr)

    static constexpr const tw_ops &table() noexcept {
        if constexpr (by_key)
            return TW__HEAP4_KEY_OPS;
        else
            return order_ops;
    }

    detail::queue queue_;
    std::vector<detail::siblings> room_;
};

/* Walks over the cells of the heap. */
template <class T, auto Hook, auto Order> class priority_queue<T, Hook, Order>::iterator {
  public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = T;
    using difference_type = std::ptrdiff_t;
    using pointer = T *;
    using reference = T &;

    iterator() = default;

    T &operator*() const { return of(cell_->node); }

    T *operator->() const { return &**this; }

    iterator &operator++() {
        cell_++;
        return *this;
    }

    iterator operator++(int) { return iterator(cell_++); }

    friend bool operator==(iterator a, iterator b) { return a.cell_ == b.cell_; }

    friend bool operator!=(iterator a, iterator b) { return a.cell_ != b.cell_; }

  private:
    friend priority_queue;

    explicit iterator(const tw_heap4_cell *cell) : cell_(cell) {}

    const tw_heap4_cell *cell_ = nullptr;
};

/* Takes out all objects for which goes(o) is true, and returns how many. The others keep
   their order, also among equals. If goes() throws, the objects that it has not seen
   stay. */
template <class T, auto Hook, auto Order, class Goes>
std::size_t erase_if(priority_queue<T, Hook, Order> &q, Goes goes) {
    using queue = priority_queue<T, Hook, Order>;

    /* Puts cell after cell into a heap that grows over the cells that were looked at. */
    struct sieve {
        explicit sieve(tw_heap4 *h) : heap(h), end(h->count + TW__HEAP4_ROOT) { h->count = 0; }

        sieve(const sieve &) = delete;
        sieve &operator=(const sieve &) = delete;

        ~sieve() {
            while (at < end)
                keep();
        }

        void keep() { queue::settle(heap, heap->cell[at++]); }

        tw_heap4 *heap;
        std::size_t at = TW__HEAP4_ROOT, end;
    };

    const std::size_t before = q.size();
    {
        sieve s(q.heap());
        while (s.at < s.end) {
            tw_node *const n = s.heap->cell[s.at].node;
            if (goes(queue::of(n))) {
                TW_TRACE(TW_CANCEL, nullptr, n, n->due);
                n->home = TW__IDLE;
                s.at++;
            } else {
                s.keep();
            }
        }
    }
    return before - q.size();
}

} // namespace TW__CPP

} // namespace tw

#endif /* TW_HPP */

/* MIT No Attribution; the licence stands at the end of node.h and in the file LICENSE. */

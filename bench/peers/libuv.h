/* SPDX-License-Identifier: MIT-0 */
/* Timers of libuv through its public API, by a clock of ours: a tick is a millisecond.
   Equals fire in the order in which they were started. */
#ifndef PEER_LIBUV_H
#define PEER_LIBUV_H

#include "../subjects.h"
#include "../virtual_clock.h"

#include <uv.h>

namespace bench {

struct Libuv : Traits {
    using Node = uv_timer_t;
    static constexpr bool has_next = false;

    static const char *name() { return "libuv"; }

    explicit Libuv(size_t) {}

    ~Libuv() { end(); }

    void init(uint64_t now) {
        end();
        now_ = virtual_now(now);
        if (uv_loop_init(&loop) != 0)
            std::abort();
        open = true;
    }

    template <class F> void bind(Node *node) {
        uv_timer_init(&loop, node);
        callback = [](Node *n) { F::fired(n); };
    }

    void add(Node *n, uint64_t due) { uv_timer_start(n, callback, due - now_, 0); }

    void cancel(Node *n) { uv_timer_stop(n); }

    void advance(uint64_t now) {
        now_ = virtual_now(now);
        uv_run(&loop, UV_RUN_NOWAIT);
    }

  private:
    void end() {
        if (!open)
            return;
        uv_walk(
            &loop, [](uv_handle_t *h, void *) { uv_close(h, nullptr); }, nullptr);
        uv_run(&loop, UV_RUN_DEFAULT);
        uv_loop_close(&loop);
        open = false;
    }

    uv_loop_t loop;
    uv_timer_cb callback = nullptr;
    bool open = false;
    uint64_t now_ = 0;
};

} // namespace bench

#endif

// SPDX-License-Identifier: MIT-0
// The tests of Boost.Heap, whose headers are included as they are: over tw::priority_queue where
// TW_SET is by_key or by_order, else over the nearest heap of Boost. The heap below has the names
// of Boost for our queue, and owns the objects. check() passes after each call that changes it.
#include <boost/heap/d_ary_heap.hpp>
#include <boost/test/unit_test.hpp>

#include "merge_heap_tests.hpp"
#include "mutable_heap_tests.hpp"
#include "stable_heap_tests.hpp"

#ifdef TW_SET
#include <boost/iterator/transform_iterator.hpp>
#include <memory>
#include <stdexcept>
#include <tw/tw.hpp>

static long long number(int v) { return v; }

static long long number(const q_tester &v) { return v.value; }

static long long number(const boost::shared_ptr<int> &v) { return *v; }

// In Boost the greatest value is the top, in our queue the least key.
template <class T> struct element {
    long long key() const { return -number(value); }

    static bool before(const element &a, const element &b) { return b.value < a.value; }

    T value;
    tw::hook hook;
};

template <class T>
using by_key = tw::priority_queue<element<T>, &element<T>::hook, &element<T>::key>;
template <class T>
using by_order = tw::priority_queue<element<T>, &element<T>::hook, &element<T>::before>;

template <class T> class heap {
    using queue = TW_SET<T>;

    struct value_of {
        const T &operator()(const element<T> &e) const { return e.value; }
    };

    struct handle {
        T &operator*() const { return at->value; }

        bool operator==(handle other) const { return at == other.at; }

        bool operator!=(handle other) const { return at != other.at; }

        element<T> *at;
    };

  public:
    using value_type = T;
    using reference = T &;
    using const_reference = const T &;
    using pointer = T *;
    using const_pointer = const T *;
    using size_type = std::size_t;
    using difference_type = std::ptrdiff_t;
    using allocator_type = std::allocator<T>;
    using value_compare = std::less<T>;
    using iterator = boost::transform_iterator<value_of, typename queue::iterator>;
    using const_iterator = iterator;
    using handle_type = handle;

    static const bool constant_time_size = true, has_ordered_iterators = false;
    static const bool is_mergable = false, is_stable = true, has_reserve = true;

    heap() : queue_(std::make_unique<queue>()) {}

    heap(const heap &other) : heap() {
        for (const T &v : other)
            push(v);
    }

    heap(heap &&other) : heap() { swap(other); }

    heap &operator=(heap other) {
        swap(other);
        return *this;
    }

    ~heap() { clear(); }

    handle push(const T &v) {
        auto e = std::make_unique<element<T>>(element<T>{v, {}});
        holds(queue_->push(*e));
        return {e.release()};
    }

    handle emplace(T &&v) { return push(v); }

    void pop() {
        const std::unique_ptr<element<T>> e(queue_->pop());
        holds(e && !e->hook.waits());
    }

    void erase(handle h) {
        holds(queue_->erase(*h.at) && !queue_->contains(*h.at));
        delete h.at;
    }

    void clear() {
        std::vector<std::unique_ptr<element<T>>> all;
        for (element<T> &e : *queue_)
            all.emplace_back(&e);
        queue_->clear();
        holds(queue_->empty());
    }

    void update(handle h) { holds(queue_->update(*h.at)); }

    void increase(handle h) { update(h); }

    void decrease(handle h) { update(h); }

    void update(handle h, const T &v) { *h = v, update(h); }

    void increase(handle h, const T &v) { update(h, v); }

    void decrease(handle h, const T &v) { update(h, v); }

    static handle s_handle_from_iterator(iterator i) { return {&*i.base()}; }

    void swap(heap &other) { queue_.swap(other.queue_); }

    void reserve(size_type n) { queue_->reserve(n); }

    const T &top() const { return queue_->top().value; }

    size_type size() const { return queue_->size(); }

    size_type max_size() const { return static_cast<size_type>(-1) / sizeof(element<T>); }

    bool empty() const { return queue_->empty(); }

    iterator begin() const { return iterator(queue_->begin()); }

    iterator end() const { return iterator(queue_->end()); }

    allocator_type get_allocator() const { return {}; }

    value_compare value_comp() const { return {}; }

    // Boost's heaps count pushes, and a merge asks for the count: heap4 has its own.
    size_type get_stability_count() const { return 0; }

    void set_stability_count(size_type) {}

    friend bool operator==(const heap &a, const heap &b) { return a.values() == b.values(); }

    friend bool operator!=(const heap &a, const heap &b) { return a.values() != b.values(); }

    friend bool operator<(const heap &a, const heap &b) { return a.values() < b.values(); }

    friend bool operator>(const heap &a, const heap &b) { return a.values() > b.values(); }

    friend bool operator<=(const heap &a, const heap &b) { return a.values() <= b.values(); }

    friend bool operator>=(const heap &a, const heap &b) { return a.values() >= b.values(); }

  private:
    void holds(bool answer) const {
        if (!answer || queue_->check())
            throw std::logic_error(answer ? queue_->check() : "the queue gives another answer");
    }

    // The values in the order of the queue: those of a copy, which is emptied.
    std::vector<T> values() const {
        std::vector<T> all;
        for (heap copy(*this); !copy.empty(); copy.pop())
            all.push_back(copy.top());
        return all;
    }

    std::unique_ptr<queue> queue_;
};

using copied = heap<int>;
#else
template <class T, bool changes = true>
using heap = boost::heap::d_ary_heap<T, boost::heap::arity<4>, boost::heap::mutable_<changes>,
                                     boost::heap::stable<true>>;
using copied = heap<int, false>; // Boost's own tests copy no mutable heap, and 1.74 cannot
#endif

BOOST_AUTO_TEST_CASE(common) {
    run_concept_check<heap<int>>();
    BOOST_CONCEPT_ASSERT((boost::heap::MutablePriorityQueue<heap<int>>));
    run_common_heap_tests<heap<int>>();
}

BOOST_AUTO_TEST_CASE(iterators) { run_iterator_heap_tests<heap<int>>(); }

BOOST_AUTO_TEST_CASE(copyable) { run_copyable_heap_tests<copied>(); }

BOOST_AUTO_TEST_CASE(moveable) { run_moveable_heap_tests<heap<int>>(); }

BOOST_AUTO_TEST_CASE(reserve) { run_reserve_heap_tests<heap<int>>(); }

BOOST_AUTO_TEST_CASE(mutables) { run_mutable_heap_tests<heap<int>>(); }

BOOST_AUTO_TEST_CASE(merge) { run_merge_tests<heap<int>>(); }

BOOST_AUTO_TEST_CASE(stable) { run_stable_heap_tests<heap<q_tester>>(); }

BOOST_AUTO_TEST_CASE(leaks) { run_leak_check_test<heap<boost::shared_ptr<int>>>(); }

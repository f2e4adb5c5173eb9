/* SPDX-License-Identifier: MIT-0 */
/* Schedulers of ns-3 over structures of tw: ns3::TwHeap4Scheduler, ns3::TwRbtreeScheduler,
   ns3::TwHwheelScheduler and ns3::TwBigwheelScheduler. README.md says how to use them. */
#include "event_queue.h"
#include <ns3/core-module.h>

namespace {

template <class Queue> class TwScheduler : public ns3::Scheduler {
  public:
    void Insert(const Event &e) override {
        queue.insert({e.impl, e.key.m_ts, e.key.m_uid, e.key.m_context});
    }

    bool IsEmpty() const override { return queue.count() == 0; }

    Event PeekNext() const override { return of(queue.first()); }

    Event RemoveNext() override { return of(queue.pop()); }

    void Remove(const Event &e) override {
        const bool removed = queue.remove(e.key.m_ts, e.key.m_uid);

        NS_ASSERT_MSG(removed, "an event is removed that is not scheduled");
        (void)removed;
    }

  private:
    static Event of(const tw_ns3::event &e) {
        return {static_cast<ns3::EventImpl *>(e.impl), {e.ts, e.uid, e.context}};
    }

    mutable Queue queue; /* a look at the first event may move events within it */
};

} // namespace

namespace ns3 {

#define TW_NS3_SCHEDULER(Name, Queue)                                     \
    class Name : public TwScheduler<Queue> {                              \
      public:                                                             \
        static TypeId GetTypeId() {                                       \
            static const TypeId id = TypeId("ns3::" #Name)                \
                                         .SetParent<Scheduler>()          \
                                         .SetGroupName("Core")            \
                                         .AddConstructor<Name>();         \
            return id;                                                    \
        }                                                                 \
        TypeId GetInstanceTypeId() const override { return GetTypeId(); } \
    };                                                                    \
    NS_OBJECT_ENSURE_REGISTERED(Name);

TW_NS3_SCHEDULER(TwHeap4Scheduler, tw_ns3::heap4_events)
TW_NS3_SCHEDULER(TwRbtreeScheduler, tw_ns3::rbtree_events)
TW_NS3_SCHEDULER(TwHwheelScheduler, tw_ns3::hwheel_events)
TW_NS3_SCHEDULER(TwBigwheelScheduler, tw_ns3::bigwheel_events)

} // namespace ns3

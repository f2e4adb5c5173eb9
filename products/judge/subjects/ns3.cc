/* SPDX-License-Identifier: MIT-0 */
/* ns-3's event queues: `ns3 HeapScheduler [OPTION...]`, or MapScheduler, ListScheduler,
   CalendarScheduler, PriorityQueueScheduler. */
#include "judge.h"
#include <ns3/core-module.h>
#include <cstdio>
#include <map>
#include <string>

static std::string kind;
static ns3::Ptr<ns3::Scheduler> queue;
static std::map<unsigned, ns3::Scheduler::Event> armed;
static uint32_t births;

static void init(uint64_t) {
    ns3::ObjectFactory factory;

    factory.SetTypeId("ns3::" + kind);
    queue = factory.Create<ns3::Scheduler>();
    armed.clear();
    births = 0;
}

/* The context of an event carries the id. */
static bool add(unsigned id, uint64_t due) {
    ns3::Scheduler::Event e;

    e.impl = nullptr;
    e.key.m_ts = due;
    e.key.m_uid = ++births;
    e.key.m_context = id;
    queue->Insert(e);
    armed[id] = e;
    return true;
}

static bool cancel(unsigned id) {
    if (!armed.count(id))
        return false;
    queue->Remove(armed[id]);
    armed.erase(id);
    return true;
}

static bool next(uint64_t *due) {
    if (queue->IsEmpty())
        return false;
    *due = queue->PeekNext().key.m_ts;
    return true;
}

static void advance(uint64_t now, uint64_t) {
    uint64_t due;

    while (next(&due) && due <= now) {
        const unsigned id = queue->RemoveNext().key.m_context;

        armed.erase(id);
        judge_fired(id);
    }
}

int main(int argc, char **argv) {
    static std::string name;
    static judge_subject subject = {nullptr, "fifo next ahead", init, add,
                                    cancel,  nullptr,           next, advance};
    ns3::TypeId type;

    kind = argc > 1 ? argv[1] : "";
    if (!ns3::TypeId::LookupByNameFailSafe("ns3::" + kind, &type)) {
        std::fprintf(stderr, "Usage: %s HeapScheduler|MapScheduler|... [OPTION...]\n", argv[0]);
        return 2;
    }
    name = "ns-3 " NS3_VERSION ", " + kind;
    subject.name = name.c_str();
    argv[1] = argv[0];
    return judge_main(argc - 1, argv + 1, &subject);
}

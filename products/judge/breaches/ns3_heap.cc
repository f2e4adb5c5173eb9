// HeapScheduler::Remove of ns-3 3.37 moves the last event into the hole, and only downwards.
// Prints the order in which seven events come back after 50 was removed: 30 comes after 40. So
// PeekNext() tells 40 while 30 waits.
//     g++ ns3_heap.cc -lns3-core -o ns3_heap && ./ns3_heap
#include <ns3/core-module.h>
#include <cstdio>

int main() {
    ns3::ObjectFactory factory("ns3::HeapScheduler");
    ns3::Ptr<ns3::Scheduler> queue = factory.Create<ns3::Scheduler>();
    const uint64_t ticks[] = {10, 40, 20, 50, 60, 70, 30};
    ns3::Scheduler::Event events[7];

    for (uint32_t i = 0; i < 7; i++) {
        events[i].impl = nullptr;
        events[i].key = {ticks[i], i + 1, 0};
        queue->Insert(events[i]);
    }
    queue->Remove(events[3]);
    while (!queue->IsEmpty())
        std::printf("%lu ", (unsigned long)queue->RemoveNext().key.m_ts);
    std::printf("\n");
}

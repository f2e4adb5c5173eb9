/* SPDX-License-Identifier: MIT-0 */
/* ns3::RecordingScheduler: hands all to the scheduler that RECORD_SCHEDULER names, and writes each
   event that it takes out to the file that RECORD_FILE names: time, number and context. With
   RECORD_PEEKS, it also looks at the first event before, which must be the same. */
#include <ns3/core-module.h>
#include <cstdio>
#include <cstdlib>

namespace ns3 {

class RecordingScheduler : public Scheduler {
  public:
    static TypeId GetTypeId() {
        static const TypeId id = TypeId("ns3::RecordingScheduler")
                                     .SetParent<Scheduler>()
                                     .AddConstructor<RecordingScheduler>();
        return id;
    }

    TypeId GetInstanceTypeId() const override { return GetTypeId(); }

    RecordingScheduler() {
        ObjectFactory factory(std::getenv("RECORD_SCHEDULER"));

        inner = factory.Create<Scheduler>();
        if (!file)
            file = std::fopen(std::getenv("RECORD_FILE"), "w");
    }

    void Insert(const Event &e) override { inner->Insert(e); }

    bool IsEmpty() const override { return inner->IsEmpty(); }

    Event PeekNext() const override { return inner->PeekNext(); }

    Event RemoveNext() override {
        const bool peeks = std::getenv("RECORD_PEEKS") != nullptr;
        const Event seen = peeks ? inner->PeekNext() : Event(), e = inner->RemoveNext();

        if (peeks && (seen.impl != e.impl || seen.key != e.key))
            std::fprintf(file, "another event was seen first\n");
        std::fprintf(file, "%llu %u %u\n", (unsigned long long)e.key.m_ts, e.key.m_uid,
                     e.key.m_context);
        std::fflush(file);
        return e;
    }

    void Remove(const Event &e) override { inner->Remove(e); }

  private:
    Ptr<Scheduler> inner;
    static std::FILE *file;
};

std::FILE *RecordingScheduler::file;

NS_OBJECT_ENSURE_REGISTERED(RecordingScheduler);

} // namespace ns3

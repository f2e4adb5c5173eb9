/* SPDX-License-Identifier: MIT-0 */
/* The hold model, as ns-3's own utils/bench-scheduler has it: a number of events wait, and each
   that runs schedules one after a delay from an exponential distribution. hold.py builds and
   runs this program: hold POPULATION EVENTS MEAN_NS ROUNDS SCHEDULER...
   Prints a line "SCHEDULER NANOSECONDS" for each round; schedulers take turns. */
#include <ns3/core-module.h>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace ns3;

static uint64_t left, seen; /* seen: a hash of the times at which events ran */
static Ptr<ExponentialRandomVariable> delay;

static void happen() {
    seen = (seen ^ (uint64_t)Simulator::Now().GetTimeStep()) * 1099511628211u;
    if (left == 0) {
        Simulator::Stop();
        return;
    }
    left--;
    Simulator::Schedule(NanoSeconds((uint64_t)delay->GetValue()), &happen);
}

/* Nanoseconds for each event. */
static double hold(const char *scheduler, uint64_t population, uint64_t events, double mean) {
    ObjectFactory factory;

    factory.SetTypeId(scheduler);
    Simulator::SetScheduler(factory);
    delay = CreateObject<ExponentialRandomVariable>();
    delay->SetStream(5);
    delay->SetAttribute("Mean", DoubleValue(mean));
    left = events;
    seen = 0;
    for (uint64_t i = 0; i < population; i++)
        Simulator::Schedule(NanoSeconds((uint64_t)delay->GetValue()), &happen);

    const std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
    Simulator::Run();
    const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - begin;

    Simulator::Destroy();
    return took.count() / (double)events;
}

int main(int argc, char **argv) {
    uint64_t wanted = 0, population, events;

    if (argc < 6) {
        std::fprintf(stderr, "Usage: %s POPULATION EVENTS MEAN_NS ROUNDS SCHEDULER...\n", argv[0]);
        return 2;
    }
    population = std::strtoull(argv[1], NULL, 10);
    events = std::strtoull(argv[2], NULL, 10);
    for (int round = 0; round < std::atoi(argv[4]); round++)
        for (int i = 5; i < argc; i++) {
            std::printf("%s %.1f\n", argv[i],
                        hold(argv[i], population, events, std::atof(argv[3])));
            std::fflush(stdout);
            if (wanted == 0)
                wanted = seen;
            if (seen != wanted) {
                std::fprintf(stderr, "%s runs events at other times\n", argv[i]);
                return 1;
            }
        }
    return 0;
}

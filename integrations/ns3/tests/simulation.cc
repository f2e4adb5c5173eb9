/* SPDX-License-Identifier: MIT-0 */
/* A simulation with 1000 events, some of them at one time, and with ns-3's arguments. It prints a
   hash of their order, which is the same under each scheduler. */
#include <ns3/core-module.h>
#include <cstdio>

using namespace ns3;

static unsigned seen;

static void happen(unsigned number) {
    seen = (seen ^ number) * 16777619u;
    if (number % 2 == 0)
        Simulator::Schedule(NanoSeconds(number % 10), &happen, number + 1);
}

int main(int argc, char **argv) {
    CommandLine arguments;

    arguments.Parse(argc, argv);
    for (unsigned i = 0; i < 1000; i += 2)
        Simulator::Schedule(NanoSeconds(i * 619 % 97), &happen, i);
    Simulator::Run();
    std::printf("%llu events, order %08x\n", (unsigned long long)Simulator::GetEventCount(), seen);
    Simulator::Destroy();
    return 0;
}

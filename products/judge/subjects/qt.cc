/* SPDX-License-Identifier: MIT-0 */
/* Qt's QTimer, single shots by the precise timer of its Unix event dispatcher, on a clock of ours.
   An interval is an int of milliseconds. */
#include "judge.h"
#include "clock.h"
#include <QCoreApplication>
#include <QTimer>
#include <memory>
#include <vector>

static std::vector<std::unique_ptr<QTimer>> timers;

static void init(uint64_t now) {
    static int argc = 1;
    static char name[] = "qt", *argv[] = {name, nullptr};
    static QCoreApplication *application; /* lives as long as the process */

    clock_ms = CLOCK_BASE + now;
    qputenv("QT_NO_GLIB", "1");
    if (!application)
        application = new QCoreApplication(argc, argv);
    timers.clear();
    for (unsigned id = 0; id < JUDGE_IDS; id++) {
        timers.emplace_back(new QTimer);
        timers[id]->setSingleShot(true);
        timers[id]->setTimerType(Qt::PreciseTimer);
        QObject::connect(timers[id].get(), &QTimer::timeout, [id] { judge_fired(id); });
    }
}

static bool add(unsigned id, uint64_t due) {
    const uint64_t tick = CLOCK_BASE + due;

    timers[id]->start(tick > clock_ms ? (int)(tick - clock_ms) : 0);
    return true;
}

static bool cancel(unsigned id) {
    const bool armed = timers[id]->isActive();

    timers[id]->stop();
    return armed;
}

static void advance(uint64_t now, uint64_t) {
    clock_ms = CLOCK_BASE + now;
    QCoreApplication::processEvents();
}

int main(int argc, char **argv) {
    static const judge_subject subject = {"Qt " QT_VERSION_STR ", QTimer",
                                          "fifo move callbacks top 2000000000",
                                          init,
                                          add,
                                          cancel,
                                          add,
                                          nullptr,
                                          advance};

    return judge_main(argc, argv, &subject);
}

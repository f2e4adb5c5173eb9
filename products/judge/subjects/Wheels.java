// SPDX-License-Identifier: MIT-0
// The hashed wheel of JGroups, on a clock of ours: its runner's turn is called here. It has 8 slots of 4 milliseconds, and a
// tick is a millisecond. It runs calls in a thread of a pool, for which an advance waits.
import java.util.*;
import java.util.concurrent.*;
import org.jgroups.util.DefaultThreadFactory;
import org.jgroups.util.HashedTimingWheel;

public class Wheels extends Judge {
    static final int SLOT = 4;

    static class Wheel extends HashedTimingWheel {
        Wheel() {
            super(new DefaultThreadFactory(new ThreadGroup("timers"), "timer", true), 1, 1, 1000, 1000, 8, SLOT);
        }

        protected void startRunner() {}

        boolean waits(Future<?> future) {
            return Arrays.stream(wheel).anyMatch(slot -> slot.contains(future));
        }

        /** Waits for the calls that the runner has handed to the pool. */
        void turn(Collection<Future<?>> all) {
            final int before = size();
            _run();
            if (size() < before)
                for (Future<?> future : all)
                    while (!future.isDone() && !waits(future))
                        Thread.yield();
        }
    }

    final Map<Integer, Future<?>> armed = new HashMap<>();
    final Queue<Integer> calls = new ConcurrentLinkedQueue<>();
    Wheel wheel;
    long clock;

    void init(long now) {
        if (wheel != null)
            wheel.stop();
        armed.clear();
        wheel = new Wheel();
        clock = now;
    }

    void add(int id, long due) {
        armed.put(id, wheel.schedule(() -> calls.add(id), Math.max(due - clock, 0), TimeUnit.MILLISECONDS));
    }

    boolean cancel(int id) {
        final Future<?> future = armed.remove(id);
        return future != null && future.cancel(false);
    }

    void advance(long now, List<Integer> fired) {
        for (; clock < now; clock++)
            if ((clock + 1) % SLOT == 0)
                wheel.turn(armed.values());
        fired.addAll(calls);
        calls.clear();
        armed.keySet().removeAll(fired);
    }

    public static void main(String[] args) throws Exception {
        new Wheels().serve("ahead unordered late 8 top 100000 name JGroups " + args[0] + ", HashedTimingWheel");
        System.exit(0); // its threads would go on
    }
}

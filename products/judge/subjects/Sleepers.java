// SPDX-License-Identifier: MIT-0
// Timers in real time, which Starters.java starts. As in after_func.go, an advance tells the calls up to its
// tick, and a cancel after the timer's tick is not judged. A machine that is busy may bring a call as late as it likes: where
// a timer is later than was claimed, the advance waits on for its call, and only one that never comes is told of.
import java.util.*;
import java.util.concurrent.*;
import java.util.function.BooleanSupplier;

public class Sleepers extends Judge {
    /** Calls x after a delay in nanoseconds. The answer stops that. */
    interface Starter {
        BooleanSupplier start(Runnable x, long delay);
    }

    static final long TICK = 1000000, LATE = 1000, PATIENCE = 5000 * TICK;
    final Map<Integer, Item> armed = new HashMap<>();
    final Queue<Item> calls = new ConcurrentLinkedQueue<>();
    final Starter starter;
    long zero; // when tick 0 was

    Sleepers(Starter starter) {
        this.starter = starter;
    }

    final class Item implements Runnable {
        int id;
        long due, called;
        boolean dropped; // cancelled after its tick: its call counts no more
        BooleanSupplier stop;

        public void run() {
            called = System.nanoTime();
            calls.add(this);
        }
    }

    void init(long now) {
        for (int id : armed.keySet().toArray(new Integer[0]))
            cancel(id);
        zero = System.nanoTime() - now * TICK;
    }

    void add(int id, long due) {
        final Item x = new Item();
        x.id = id;
        x.due = due;
        armed.put(id, x);
        x.stop = starter.start(x, zero + due * TICK - System.nanoTime());
    }

    boolean cancel(int id) {
        final Item x = armed.remove(id);
        final boolean stopped = x != null && x.stop.getAsBoolean();
        if (x != null)
            x.dropped = System.nanoTime() - zero >= x.due * TICK;
        return x != null && (stopped || x.dropped);
    }

    /** Has this timer been due for so long that it must have fired by tick now? */
    static boolean overdue(Item x, long now) {
        return x.due + LATE <= now;
    }

    /** Waits for its tick. If nothing is armed, it sets the clock forward instead. */
    void advance(long now, List<Integer> fired) throws InterruptedException {
        final long begin = System.nanoTime();
        for (boolean done = false; !done; Thread.sleep(0, 100000)) {
            final boolean reached = System.nanoTime() - zero >= now * TICK;
            for (int n = calls.size(); n > 0; n--) {
                final Item x = calls.poll();
                if (x.called - zero >= (now + 1) * TICK && !overdue(x, now))
                    calls.add(x);
                else if (!x.dropped)
                    fired.add(x.id);
            }
            armed.keySet().removeAll(fired);
            if (armed.isEmpty() && !reached)
                zero = System.nanoTime() - now * TICK;
            done = reached && (armed.values().stream().noneMatch(x -> overdue(x, now)) || System.nanoTime() - begin > PATIENCE);
        }
    }
}

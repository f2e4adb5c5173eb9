// SPDX-License-Identifier: MIT-0
// Timers in real time: the JDK's Timer or ScheduledThreadPoolExecutor, and the wheels of netty and ZooKeeper. As in
// after_func.go, an advance tells the calls up to its tick, and a cancel after the timer's tick is not judged.
import io.netty.util.*;
import java.util.*;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.*;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.zookeeper.server.ExpiryQueue;

public class Sleepers extends Judge {
    /** Calls x after a delay in nanoseconds. The answer stops that. */
    interface Starter {
        BooleanSupplier start(Runnable x, long delay);
    }

    static final long TICK = 1000000;
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

    /** Waits for its tick. If nothing is armed, it sets the clock forward instead. */
    void advance(long now, List<Integer> fired) throws InterruptedException {
        for (boolean reached = false; !reached; Thread.sleep(0, 100000)) {
            reached = System.nanoTime() - zero >= now * TICK;
            for (int n = calls.size(); n > 0; n--) {
                final Item x = calls.poll();
                if (x.called - zero >= (now + 1) * TICK)
                    calls.add(x);
                else if (!x.dropped)
                    fired.add(x.id);
            }
            armed.keySet().removeAll(fired);
            if (armed.isEmpty() && !reached)
                zero = System.nanoTime() - now * TICK;
        }
    }

    static BooleanSupplier stop(Future<?> future) {
        return () -> future.cancel(false);
    }

    /** Its clock counts whole milliseconds. */
    static Starter jdk() {
        final Timer timer = new Timer();
        return (x, delay) -> {
            final TimerTask task = new TimerTask() {
                public void run() {
                    x.run();
                }
            };
            timer.schedule(task, Math.max((delay + TICK - 1) / TICK, 0) + 1);
            return task::cancel;
        };
    }

    static Starter executor() {
        final ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1);
        return (x, delay) -> stop(executor.schedule(x, delay, TimeUnit.NANOSECONDS));
    }

    static Starter netty() {
        final HashedWheelTimer wheel = new HashedWheelTimer(1, TimeUnit.MILLISECONDS, 8);
        return (x, delay) -> wheel.newTimeout(t -> x.run(), delay, TimeUnit.NANOSECONDS)::cancel;
    }

    /** It has no thread of its own: its owner polls. */
    static Starter zookeeper() {
        final ExpiryQueue<Runnable> queue = new ExpiryQueue<>(1);
        final Thread owner = new Thread(() -> {
            for (;; LockSupport.parkNanos(TICK / 4))
                queue.poll().forEach(Runnable::run);
        });
        owner.start();
        return (x, delay) -> {
            queue.update(x, (int) Math.max((delay + TICK - 1) / TICK, 0));
            return () -> queue.remove(x) != null;
        };
    }

    public static void main(String[] args) throws Exception {
        final Map<String, Supplier<Starter>> all = new HashMap<>();
        all.put("Timer", Sleepers::jdk);
        all.put("ScheduledThreadPoolExecutor", Sleepers::executor);
        all.put("HashedWheelTimer", Sleepers::netty);
        all.put("ExpiryQueue", Sleepers::zookeeper);
        final String of = args.length > 1 ? args[1] + " " + args[2] : args[0].equals("HashedWheelTimer")
            ? "netty " + Version.identify().get("netty-common").artifactVersion() : "Java " + System.getProperty("java.version");
        new Sleepers(all.get(args[0]).get()).serve("unordered sleeps late 1000 name " + of + ", " + args[0]);
        System.exit(0); // the threads would go on
    }
}

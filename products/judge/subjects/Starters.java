// SPDX-License-Identifier: MIT-0
// What Sleepers.java judges: the JDK's Timer and ScheduledThreadPoolExecutor, and the wheel of netty.
import io.netty.util.*;
import java.util.*;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.*;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

public class Starters {
    static BooleanSupplier stop(Future<?> future) {
        return () -> future.cancel(false);
    }

    /** Its clock counts whole milliseconds. */
    static Sleepers.Starter jdk() {
        final Timer timer = new Timer();
        return (x, delay) -> {
            final TimerTask task = new TimerTask() {
                public void run() {
                    x.run();
                }
            };
            timer.schedule(task, Math.max((delay + Sleepers.TICK - 1) / Sleepers.TICK, 0) + 1);
            return task::cancel;
        };
    }

    static Sleepers.Starter executor() {
        final ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1);
        return (x, delay) -> stop(executor.schedule(x, delay, TimeUnit.NANOSECONDS));
    }

    static Sleepers.Starter netty() {
        final HashedWheelTimer wheel = new HashedWheelTimer(1, TimeUnit.MILLISECONDS, 8);
        return (x, delay) -> wheel.newTimeout(t -> x.run(), delay, TimeUnit.NANOSECONDS)::cancel;
    }

    public static void main(String[] args) throws Exception {
        final Map<String, Supplier<Sleepers.Starter>> all = new HashMap<>();
        all.put("Timer", Starters::jdk);
        all.put("ScheduledThreadPoolExecutor", Starters::executor);
        all.put("HashedWheelTimer", Starters::netty);
        final String of = args[0].equals("HashedWheelTimer")
            ? "netty " + Version.identify().get("netty-common").artifactVersion() : "Java " + System.getProperty("java.version");
        new Sleepers(all.get(args[0]).get()).serve("unordered sleeps late 1000 name " + of + ", " + args[0]);
        System.exit(0); // the threads would go on
    }
}

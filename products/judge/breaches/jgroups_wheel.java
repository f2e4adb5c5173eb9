// HashedTimingWheel of JGroups counts whole ticks from the slot that it is in, so that a task comes up to two ticks early. It
// keeps a cancelled task until its slot comes. Prints whether one of 100 tasks of 95 ms came within 94 ms, with the ticks
// of 50 ms that the wheel has by default, and how many tasks it has after each of 1000 was cancelled.
//     java -cp jgroups.jar jgroups_wheel.java
import java.util.concurrent.*;
import org.jgroups.util.*;

class JGroupsWheel {
    public static void main(String[] args) throws Exception {
        final HashedTimingWheel wheel = new HashedTimingWheel(2);
        boolean early = false;
        for (int i = 0; i < 100 && !early; i++) {
            final BlockingQueue<Long> came = new LinkedBlockingQueue<>();
            final long begin = System.nanoTime();
            wheel.schedule(() -> came.add(System.nanoTime()), 95, TimeUnit.MILLISECONDS);
            early = came.take() - begin < 94000000;
        }
        System.out.println("95 ms come early: " + early);
        for (int i = 0; i < 1000; i++)
            wheel.schedule(() -> {}, 9, TimeUnit.SECONDS).cancel(false);
        System.out.println("after 1000 cancels: " + wheel.size() + " tasks");
        System.exit(0);
    }
}

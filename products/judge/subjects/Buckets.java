// SPDX-License-Identifier: MIT-0
// ZooKeeper's queue of sessions, on a clock of ours: a set for each interval, here of a tick. An interval ends behind the
// deadlines that it has, so that a timer comes a tick late. A sleeper of its owner looks at each interval.
import java.util.*;
import org.apache.zookeeper.common.Time;
import org.apache.zookeeper.server.ExpiryQueue;

public class Buckets extends Judge {
    ExpiryQueue<Integer> queue;

    void init(long now) {
        Time.now = now;
        queue = new ExpiryQueue<>(1);
    }

    void add(int id, long due) {
        queue.update(id, (int) Math.max(due - Time.now, 0));
    }

    boolean move(int id, long due) {
        add(id, due);
        return true;
    }

    boolean cancel(int id) {
        return queue.remove(id) != null;
    }

    void advance(long now, List<Integer> fired) {
        for (Time.now = now; queue.getWaitTime() == 0;)
            for (int id : queue.poll()) {
                queue.remove(id); // as its owner does with a session that has ended
                fired.add(id);
            }
    }

    public static void main(String[] args) throws Exception {
        new Buckets().serve("unordered move late 1 top 1000000 name ZooKeeper " + args[0] + ", ExpiryQueue");
    }
}

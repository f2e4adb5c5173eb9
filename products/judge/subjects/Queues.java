// SPDX-License-Identifier: MIT-0
// Java's queues: `java Queues PriorityQueue`, or DelayQueue on a clock of ours; by tick and number of the arming.
import java.util.*;
import java.util.concurrent.*;

public class Queues extends Judge {
    static long now, births;

    static final class Item implements Delayed {
        final int id;
        final long due, number = births++;

        Item(int id, long due) {
            this.id = id;
            this.due = due;
        }

        public long getDelay(TimeUnit unit) {
            return unit.convert(due - now, TimeUnit.NANOSECONDS);
        }

        public int compareTo(Delayed other) {
            final Item b = (Item) other;
            return due != b.due ? Long.compare(due, b.due) : Long.compare(number, b.number);
        }
    }

    final boolean delays;
    final Map<Integer, Item> armed = new HashMap<>();
    Queue<Item> queue;

    Queues(boolean delays) {
        this.delays = delays;
    }

    void init(long tick) {
        now = tick;
        armed.clear();
        queue = delays ? (Queue<Item>) (Queue<?>) new DelayQueue<Item>() : new PriorityQueue<Item>();
    }

    void add(int id, long due) {
        armed.put(id, new Item(id, due));
        queue.add(armed.get(id));
    }

    boolean cancel(int id) {
        final Item x = armed.remove(id);
        return x != null && queue.remove(x);
    }

    Long next() {
        return queue.isEmpty() ? null : queue.peek().due;
    }

    void advance(long tick, List<Integer> fired) {
        now = tick;
        while (!queue.isEmpty() && queue.peek().due <= now) {
            fired.add(queue.poll().id);
            armed.remove(fired.get(fired.size() - 1));
        }
    }

    public static void main(String[] args) throws Exception {
        new Queues(args[0].equals("DelayQueue"))
            .serve("fifo next name Java " + System.getProperty("java.version") + ", " + args[0]);
    }
}

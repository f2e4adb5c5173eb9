// SPDX-License-Identifier: MIT-0
// Java's queues: `java Queues.java PriorityQueue`, or DelayQueue on a clock of ours; by tick and number of the arming.
import java.io.*;
import java.util.*;
import java.util.concurrent.*;

public class Queues {
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

    static Queue<Item> make(String kind) {
        return kind.equals("DelayQueue") ? (Queue<Item>) (Queue<?>) new DelayQueue<Item>() : new PriorityQueue<Item>();
    }

    public static void main(String[] args) throws IOException {
        final Map<Integer, Item> armed = new HashMap<>();
        final BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        Queue<Item> queue = make(args[0]);
        String line;

        while ((line = in.readLine()) != null) {
            final String[] w = line.split(" ");
            final StringBuilder answer = new StringBuilder("ok");
            if (w[0].equals("hello"))
                answer.replace(0, 2, "fifo next name Java " + System.getProperty("java.version") + ", " + args[0]);
            else if (w[0].equals("init")) {
                now = Long.parseLong(w[1]);
                queue = make(args[0]);
                armed.clear();
            } else if (w[0].equals("add")) {
                final Item x = new Item(Integer.parseInt(w[1]), Long.parseLong(w[2]));
                armed.put(x.id, x);
                queue.add(x);
            } else if (w[0].equals("cancel")) {
                final Item x = armed.remove(Integer.parseInt(w[1]));
                answer.replace(0, 2, x != null && queue.remove(x) ? "ok" : "no");
            } else if (w[0].equals("next"))
                answer.replace(0, 2, queue.isEmpty() ? "none" : "next " + queue.peek().due);
            else if (w[0].equals("advance")) {
                now = Long.parseLong(w[1]);
                answer.replace(0, 2, "fired");
                while (!queue.isEmpty() && queue.peek().due <= now) {
                    final Item x = queue.poll();
                    armed.remove(x.id);
                    answer.append(" ").append(x.id);
                }
            }
            System.out.println(answer);
            System.out.flush();
        }
    }
}

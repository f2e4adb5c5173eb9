// SPDX-License-Identifier: MIT-0
// Runner FILE: plays vectors to timers in a TreeMap. Put yours into answer().
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.*;

class Runner {
    static final Set<String> CAN = Set.of("order", "fifo", "passed", "move", "next", "now", "far", "wide"); // no top: a long has a sign
    record Key(long due, long born) implements Comparable<Key> {
        public int compareTo(Key k) { return due != k.due ? Long.compare(due, k.due) : Long.compare(born, k.born); }
    }
    static final TreeMap<Key, Long> queue = new TreeMap<>();
    static final Map<Long, Key> armed = new HashMap<>();
    static long now, births;

    static boolean remove(long id) {
        final Key key = armed.remove(id);
        return key != null && queue.remove(key) != null;
    }

    static String answer(String line) {
        final String[] word = line.split(" ");
        final long a = word.length > 1 ? Long.parseLong(word[1]) : 0, b = word.length > 2 ? Long.parseLong(word[2]) : 0;
        switch (word[0]) {
            case "init": queue.clear(); armed.clear(); now = a; return "ok";
            case "next": return queue.isEmpty() ? "none" : "next " + queue.firstKey().due();
            case "cancel": return remove(a) ? "ok" : "no";
            case "advance":
                final StringBuilder said = new StringBuilder("fired");
                for (now = a; !queue.isEmpty() && queue.firstKey().due() <= now;) {
                    final long id = queue.pollFirstEntry().getValue();
                    armed.remove(id);
                    said.append(" ").append(id);
                }
                return said.toString();
            default: // add, move
                remove(a);
                armed.put(a, new Key(Math.max(b, now), births++));
                queue.put(armed.get(a), a);
                return "ok";
        }
    }

    public static void main(String[] args) throws Exception {
        int holds = 0, fails = 0, declined = 0;
        for (String line : Files.readAllLines(Path.of(args[0]))) {
            final String[] part = line.split("\""); // NAME is 3, PROMISE 7, WORDS 11, and from 15 on LINE, ANSWER...
            if (!part[11].isEmpty() && !CAN.containsAll(List.of(part[11].split(" ")))) {
                declined++;
                continue;
            }
            int i = 15;
            String got = "";
            while (i < part.length - 1 && (got = answer(part[i])).equals(part[i + 2]))
                i += 4;
            if (i < part.length - 1) {
                System.out.printf("FAILED %s shows %s: %s -> %s and not %s%n", part[3], part[7], part[i], got, part[i + 2]);
                fails++;
            } else
                holds++;
        }
        System.out.printf("%d hold, %d fail, %d declined%n", holds, fails, declined);
        System.exit(fails > 0 || holds == 0 ? 1 : 0);
    }
}

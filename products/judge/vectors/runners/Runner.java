// SPDX-License-Identifier: MIT-0
// Runner FILE: plays vectors to timers in a list. Put yours into answer().
import java.nio.file.*;
import java.util.*;

class Runner {
    record Timer(long due, long id) {}
    static final Set<String> CAN = Set.of("", "order", "fifo", "passed", "move", "next", "now", "far", "wide"); // no top: a long has a sign
    static final List<Timer> armed = new ArrayList<>(); // in the order of their arming
    static long now;

    static String answer(String line) {
        final String[] word = line.split(" ");
        final long id = word.length > 1 ? Long.parseLong(word[1]) : 0, due = word.length > 2 ? Long.parseLong(word[2]) : 0;
        if (word[0].equals("next"))
            return armed.stream().map(Timer::due).min(Long::compare).map(first -> "next " + first).orElse("none");
        if (word[0].equals("init") || word[0].equals("advance"))
            now = id;
        if (word[0].equals("init"))
            armed.clear();
        if (word[0].equals("advance")) {
            final StringBuilder said = new StringBuilder("fired");
            armed.stream().filter(t -> t.due <= now).sorted(Comparator.comparing(Timer::due)).forEach(t -> said.append(" " + t.id));
            armed.removeIf(t -> t.due <= now);
            return said.toString();
        }
        final boolean was = !word[0].equals("init") && armed.removeIf(t -> t.id == id);
        if (word.length > 2) // add, move
            armed.add(new Timer(Math.max(due, now), id));
        return word[0].equals("cancel") && !was ? "no" : "ok";
    }

    public static void main(String[] args) throws Exception {
        final int[] count = {0, 0, 0}; // holds, fails, is declined
        for (String line : Files.readAllLines(Path.of(args[0]))) {
            final String[] part = line.split("\""); // NAME is 3, PROMISE 7, WORDS 11, and from 15 on LINE, ANSWER...
            int verdict = CAN.containsAll(List.of(part[11].split(" "))) ? 0 : 2;
            for (int i = 15; i + 2 < part.length && verdict == 0; i += 4) {
                final String got = answer(part[i]);
                if (!got.equals(part[i + 2])) {
                    System.out.printf("FAILED %s shows %s: %s -> %s and not %s%n", part[3], part[7], part[i], got, part[i + 2]);
                    verdict = 1;
                }
            }
            count[verdict]++;
        }
        System.out.printf("%d hold, %d fail, %d declined%n", count[0], count[1], count[2]);
        System.exit(count[1] > 0 || count[0] == 0 ? 1 : 0);
    }
}

// SPDX-License-Identifier: MIT-0
// Timers in a list, for Runner.java.
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

class Timers {
    record Timer(long due, long id) {}

    // The levels; a vector without any asks for "". No top: a long has a sign.
    static final Set<String> CAN =
        Set.of("", "order", "fifo", "passed", "move", "next", "now", "far", "wide");
    static final List<Timer> armed = new ArrayList<>(); // in the order of their firing
    static long now;

    static String answer(String line) {
        final String[] word = line.split(" ");
        final long id = word.length > 1 ? Long.parseLong(word[1]) : 0;
        switch (word[0]) {
            case "init":
                now = id;
                armed.clear();
                return "ok";
            case "next":
                return armed.isEmpty() ? "none" : "next " + armed.get(0).due;
            case "advance":
                now = id;
                return advance();
            case "cancel":
                return armed.removeIf(t -> t.id == id) ? "ok" : "no";
            default: // add, move
                armed.removeIf(t -> t.id == id);
                armed.add(new Timer(Math.max(Long.parseLong(word[2]), now), id));
                armed.sort(Comparator.comparing(Timer::due)); // equals keep their order
                return "ok";
        }
    }

    static String advance() {
        final StringBuilder said = new StringBuilder("fired");
        for (; !armed.isEmpty() && armed.get(0).due <= now; armed.remove(0))
            said.append(" ").append(armed.get(0).id);
        return said.toString();
    }
}

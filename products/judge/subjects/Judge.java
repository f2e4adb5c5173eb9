// SPDX-License-Identifier: MIT-0
// The subject's side of the protocol in Java: serve() reads lines, and answers them by these methods.
import java.io.*;
import java.util.*;

abstract class Judge {
    abstract void init(long now);

    abstract void add(int id, long due);

    abstract boolean cancel(int id);

    /** Called by those that claim move. */
    boolean move(int id, long due) {
        return false;
    }

    /** The earliest deadline, or null. */
    Long next() {
        return null;
    }

    /** Adds the ids that fire, in their order. */
    abstract void advance(long now, List<Integer> fired) throws InterruptedException;

    String answer(String[] w) throws InterruptedException {
        final StringBuilder answer = new StringBuilder("ok");
        if (w[0].equals("init"))
            init(Long.parseLong(w[1]));
        else if (w[0].equals("add"))
            add(Integer.parseInt(w[1]), Long.parseLong(w[2]));
        else if (w[0].equals("move"))
            return move(Integer.parseInt(w[1]), Long.parseLong(w[2])) ? "ok" : "no";
        else if (w[0].equals("cancel"))
            return cancel(Integer.parseInt(w[1])) ? "ok" : "no";
        else if (w[0].equals("next"))
            return next() == null ? "none" : "next " + next();
        else if (w[0].equals("advance")) {
            final List<Integer> fired = new ArrayList<>();
            advance(Long.parseLong(w[1]), fired);
            answer.replace(0, 2, "fired");
            for (int id : fired)
                answer.append(' ').append(id);
        }
        return answer.toString();
    }

    void serve(String hello) throws IOException, InterruptedException {
        final BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        String line;
        while ((line = in.readLine()) != null) {
            System.out.println(line.equals("hello") ? hello : answer(line.split(" ")));
            System.out.flush();
        }
    }
}

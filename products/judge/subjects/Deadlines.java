// SPDX-License-Identifier: MIT-0
// Agrona's DeadlineTimerWheel, of 64 spokes and a resolution of one tick. It goes to the next spoke with each poll, so that
// an advance polls until the wheel has come to its tick, and once more there.
import java.util.*;
import java.util.concurrent.TimeUnit;
import org.agrona.DeadlineTimerWheel;

public class Deadlines extends Judge {
    final Map<Long, Integer> ids = new HashMap<>(); // by the wheel's own number of a timer
    final Map<Integer, Long> armed = new HashMap<>();
    DeadlineTimerWheel wheel;

    void init(long now) {
        wheel = new DeadlineTimerWheel(TimeUnit.MILLISECONDS, now, 1, 64);
        ids.clear();
        armed.clear();
    }

    void add(int id, long due) {
        final long timer = wheel.scheduleTimer(due);
        ids.put(timer, id);
        armed.put(id, timer);
    }

    boolean cancel(int id) {
        final Long timer = armed.remove(id);
        return timer != null && ids.remove(timer) != null && wheel.cancelTimer(timer);
    }

    void advance(long now, List<Integer> fired) {
        final DeadlineTimerWheel.TimerHandler fire = (unit, at, timer) -> {
            final int id = ids.remove(timer);
            armed.remove(id);
            return fired.add(id);
        };
        while (wheel.currentTickTime() <= now)
            wheel.poll(now, fire, Integer.MAX_VALUE);
        wheel.poll(now, fire, Integer.MAX_VALUE);
    }

    public static void main(String[] args) throws Exception {
        new Deadlines().serve("unordered top 1000000 name Agrona, DeadlineTimerWheel");
    }
}

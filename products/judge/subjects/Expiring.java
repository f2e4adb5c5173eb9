// SPDX-License-Identifier: MIT-0
// The expiry of Caffeine's cache, a hierarchical timer wheel, on a clock of ours. A tick is a bucket of its first wheel, 2^30
// nanoseconds: an entry leaves when its bucket has passed, which is up to a tick after its deadline.
import com.github.benmanes.caffeine.cache.*;
import java.util.*;

public class Expiring extends Judge {
    final Map<Integer, Long> armed = new HashMap<>(); // the deadlines
    final List<Integer> gone = new ArrayList<>();
    Cache<Integer, Long> cache;
    long now;

    void init(long tick) {
        now = tick;
        armed.clear();
        gone.clear();
        cache = Caffeine.newBuilder().ticker(() -> now << 30).executor(Runnable::run).removalListener(this::left)
            .expireAfter(new Expiry<Integer, Long>() {
                public long expireAfterCreate(Integer id, Long due, long time) {
                    return (due << 30) - time;
                }

                public long expireAfterUpdate(Integer id, Long due, long time, long before) {
                    return (due << 30) - time;
                }

                public long expireAfterRead(Integer id, Long due, long time, long before) {
                    return before;
                }
            }).build();
    }

    void left(Integer id, Long due, RemovalCause cause) {
        if (cause == RemovalCause.EXPIRED && armed.remove(id, due))
            gone.add(id);
    }

    void add(int id, long due) {
        armed.put(id, due);
        cache.put(id, due);
    }

    boolean cancel(int id) {
        final boolean was = armed.remove(id) != null;
        cache.invalidate(id);
        return was;
    }

    void advance(long tick, List<Integer> fired) {
        now = tick;
        cache.cleanUp();
        fired.addAll(gone);
        gone.clear();
    }

    public static void main(String[] args) throws Exception {
        new Expiring().serve("ahead unordered late 2 top 4000000000 name Caffeine " + args[0] + ", expireAfter");
    }
}

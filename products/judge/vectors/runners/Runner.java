// SPDX-License-Identifier: MIT-0
// Runner FILE: plays vectors to the timers of Timers.java. Put yours in place of that file.
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class Runner {
    // Of a line, split at its quotes: 0 it holds, 1 it fails, 2 it is declined. The name is part 3,
    // the promise 7, the levels are 11, and operations begin at 15.
    static int verdict(String[] part) {
        if (!Timers.CAN.containsAll(List.of(part[11].split(" "))))
            return 2;
        for (int i = 15; i + 2 < part.length; i += 4) {
            final String got = Timers.answer(part[i]);
            if (!got.equals(part[i + 2])) {
                System.out.printf("FAILED %s shows %s: ", part[3], part[7]);
                System.out.printf("%s -> %s and not %s%n", part[i], got, part[i + 2]);
                return 1;
            }
        }
        return 0;
    }

    public static void main(String[] args) throws Exception {
        final int[] count = {0, 0, 0};
        for (String line : Files.readAllLines(Path.of(args[0])))
            count[verdict(line.split("\""))]++;
        System.out.printf("%d hold, %d fail, %d declined%n", count[0], count[1], count[2]);
        System.exit(count[1] > 0 || count[0] == 0 ? 1 : 0);
    }
}

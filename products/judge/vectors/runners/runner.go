// SPDX-License-Identifier: MIT-0
// runner FILE: plays vectors to the timers of timers.go. Put yours in place of that file.
package main

import (
	"fmt"
	"os"
	"strings"
)

func main() {
	text, _ := os.ReadFile(os.Args[1])
	var count [3]int // holds, fails, is declined
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		// The name is part 3, the promise 7, the levels are 11, and operations begin at 15.
		part, verdict := strings.Split(line, `"`), 0
		for _, level := range strings.Fields(part[11]) {
			if !strings.Contains(can, " "+level+" ") {
				verdict = 2
			}
		}
		for i := 15; i+2 < len(part) && verdict == 0; i += 4 {
			op, wanted, got := part[i], part[i+2], answer(part[i])
			if got != wanted {
				fmt.Printf("FAILED %s shows %s: ", part[3], part[7])
				fmt.Printf("%s -> %s and not %s\n", op, got, wanted)
				verdict = 1
			}
		}
		count[verdict]++
	}
	fmt.Println(count[0], "hold,", count[1], "fail,", count[2], "declined")
	if count[1] > 0 || count[0] == 0 {
		os.Exit(1)
	}
}

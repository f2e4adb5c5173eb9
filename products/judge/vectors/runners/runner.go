// SPDX-License-Identifier: MIT-0
// runner FILE: plays vectors to timers in a slice. Put yours into answer().
package main

import (
	"fmt"
	"os"
	"sort"
	"strings"
)

const can = " order fifo passed move next now far wide top "

type timer struct{ due, id uint64 }

var now uint64
var timers []timer // in the order of their firing

func behind(due uint64) int { // the place behind all that fire by this tick
	return sort.Search(len(timers), func(i int) bool { return timers[i].due > due })
}

func answer(line string) string {
	var verb string
	var id, due uint64
	fmt.Sscan(line, &verb, &id, &due)
	switch verb {
	case "init":
		now, timers = id, nil
		return "ok"
	case "next":
		if len(timers) == 0 {
			return "none"
		}
		return fmt.Sprint("next ", timers[0].due)
	case "advance":
		said, n := "fired", behind(id)
		for _, t := range timers[:n] {
			said += fmt.Sprint(" ", t.id)
		}
		now, timers = id, timers[n:]
		return said
	}
	was := len(timers)
	for i := was - 1; i >= 0; i-- {
		if timers[i].id == id {
			timers = append(timers[:i:i], timers[i+1:]...)
		}
	}
	if verb == "cancel" {
		return map[bool]string{true: "ok", false: "no"}[len(timers) < was]
	}
	if due < now { // add, move
		due = now
	}
	i := behind(due)
	timers = append(timers[:i:i], append([]timer{{due, id}}, timers[i:]...)...)
	return "ok"
}

func main() {
	text, _ := os.ReadFile(os.Args[1])
	var count [3]int // holds, fails, is declined
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		part, verdict := strings.Split(line, `"`), 0 // NAME is 3, PROMISE 7, WORDS 11, and from 15 on LINE, ANSWER...
		for _, word := range strings.Fields(part[11]) {
			if !strings.Contains(can, " "+word+" ") {
				verdict = 2
			}
		}
		for i := 15; i+2 < len(part) && verdict == 0; i += 4 {
			if got := answer(part[i]); got != part[i+2] {
				fmt.Println("FAILED", part[3], "shows", part[7]+":", part[i], "->", got, "and not", part[i+2])
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

// SPDX-License-Identifier: MIT-0
// Timers in a slice, for runner.go.
package main

import (
	"fmt"
	"sort"
)

const can = " order fifo passed move next now far wide top " // the levels, between blanks

type timer struct{ due, id uint64 }

var now uint64
var timers []timer // in the order of their firing

func behind(due uint64) int { // the place behind all that fire by this tick
	return sort.Search(len(timers), func(i int) bool { return timers[i].due > due })
}

func arm(id, due uint64) {
	if due < now {
		due = now
	}
	i := behind(due)
	timers = append(timers[:i:i], append([]timer{{due, id}}, timers[i:]...)...)
}

func cancel(id uint64) bool {
	for i, t := range timers {
		if t.id == id {
			timers = append(timers[:i:i], timers[i+1:]...)
			return true
		}
	}
	return false
}

func advance() string {
	said, n := "fired", behind(now)
	for _, t := range timers[:n] {
		said += fmt.Sprint(" ", t.id)
	}
	timers = timers[n:]
	return said
}

func answer(line string) string {
	var verb string
	var id, due uint64
	fmt.Sscan(line, &verb, &id, &due)
	switch verb {
	case "init":
		now, timers = id, nil
	case "add", "move":
		cancel(id)
		arm(id, due)
	case "cancel":
		if !cancel(id) {
			return "no"
		}
	case "next":
		if len(timers) == 0 {
			return "none"
		}
		return fmt.Sprint("next ", timers[0].due)
	case "advance":
		now = id
		return advance()
	}
	return "ok"
}

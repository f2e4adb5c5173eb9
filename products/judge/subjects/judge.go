// SPDX-License-Identifier: MIT-0
// The subject's side of the protocol in Go: serve() reads lines and answers them.
package main

import (
	"bufio"
	"fmt"
	"os"
	"time"
)

// Of subjects that sleep: how many ticks late a call may be, and how long an advance waits for a later one.
const (
	tick     = time.Millisecond
	late     = 1000
	patience = 5 * time.Second
)

// When tick 0 was, if it is tick now.
func at(now uint64) time.Time { return time.Now().Add(-time.Duration(now) * tick) }

// Timers that are judged. advance returns the ids that fire, in their order.
type subject interface {
	init(now uint64)
	add(id int, due uint64) bool
	cancel(id int) bool
	move(id int, due uint64) bool
	next() (uint64, bool)
	advance(now uint64) []int
}

// What a subject embeds that claims neither move nor next.
type plain struct{}

func (plain) move(id int, due uint64) bool { return false }
func (plain) next() (uint64, bool)         { return 0, false }

func word(ok bool) string {
	if ok {
		return "ok"
	}
	return "no"
}

func answer(s subject, line, hello string) (said string) {
	var verb string
	var a, b uint64
	fmt.Sscan(line, &verb, &a, &b)
	switch said = "ok"; verb {
	case "hello":
		said = hello
	case "init":
		s.init(a)
	case "add":
		said = word(s.add(int(a), b))
	case "move":
		said = word(s.move(int(a), b))
	case "cancel":
		said = word(s.cancel(int(a)))
	case "next":
		said = "none"
		if due, any := s.next(); any {
			said = fmt.Sprint("next ", due)
		}
	case "advance":
		said = "fired"
		for _, id := range s.advance(a) {
			said += fmt.Sprint(" ", id)
		}
	}
	return said
}

func serve(hello string, s subject) {
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		fmt.Println(answer(s, in.Text(), hello))
	}
}

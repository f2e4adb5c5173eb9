// SPDX-License-Identifier: MIT-0
// runner FILE: plays vectors to a hashed wheel of 64 slots with rounds. Put yours in place of wheel.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"sort"
	"strings"
)

const can = " order fifo passed move next now far " // no wide: it would walk 2^30 ticks

type timer struct{ id, due, born uint64 }
type wheel struct {
	now, births uint64
	passed      []timer
	slot        [64][]timer
}

func (w *wheel) lists() (all []*[]timer) { // the passed ones, and each slot
	all = append(all, &w.passed)
	for i := range w.slot {
		all = append(all, &w.slot[i])
	}
	return all
}

func (w *wheel) remove(id uint64) bool {
	for _, list := range w.lists() {
		for i, t := range *list {
			if t.id == id {
				*list = append((*list)[:i], (*list)[i+1:]...)
				return true
			}
		}
	}
	return false
}

func (w *wheel) next() string {
	var all []timer
	for _, list := range w.lists() {
		all = append(all, *list...)
	}
	if len(all) == 0 {
		return "none"
	}
	sort.Slice(all, func(i, j int) bool { return all[i].due < all[j].due })
	return fmt.Sprint("next ", all[0].due)
}

func (w *wheel) take(list *[]timer) (said string) { // those that are due by now
	var later []timer
	for _, t := range *list {
		if t.due <= w.now {
			said += fmt.Sprint(" ", t.id)
		} else {
			later = append(later, t)
		}
	}
	*list = later
	return said
}

func (w *wheel) answer(line string) string {
	var verb string
	var a, b uint64
	fmt.Sscan(line, &verb, &a, &b)
	switch verb {
	case "init":
		*w = wheel{now: a}
	case "next":
		return w.next()
	case "cancel":
		if !w.remove(a) {
			return "no"
		}
	case "advance":
		said := "fired" + w.take(&w.passed)
		for w.now < a {
			w.now++
			said += w.take(&w.slot[w.now%64])
		}
		return said
	default: // add, move
		w.remove(a)
		list := &w.slot[b%64]
		if b <= w.now {
			b, list = w.now, &w.passed
		}
		w.births++
		*list = append(*list, timer{a, b, w.births})
	}
	return "ok"
}

func main() {
	file, _ := os.Open(os.Args[1])
	in, w := bufio.NewScanner(file), &wheel{}
	count := map[string]int{}
	for in.Scan() {
		var v struct {
			Vector, Shows, Needs string
			Run                  []string
		}
		json.Unmarshal(in.Bytes(), &v)
		verdict := "holds"
		for _, word := range strings.Fields(v.Needs) {
			if !strings.Contains(can, " "+word+" ") {
				verdict = "declined"
			}
		}
		for i := 0; i < len(v.Run) && verdict == "holds"; i += 2 {
			if got := w.answer(v.Run[i]); got != v.Run[i+1] {
				fmt.Println("FAILED", v.Vector, "shows", v.Shows+":", v.Run[i], "->", got, "and not", v.Run[i+1])
				verdict = "FAILED"
			}
		}
		count[verdict]++
	}
	fmt.Println(count["holds"], "hold,", count["FAILED"], "fail,", count["declined"], "declined")
	if count["FAILED"] > 0 || count["holds"] == 0 {
		os.Exit(1)
	}
}

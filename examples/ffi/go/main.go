// SPDX-License-Identifier: MIT-0

// A minute of a kitchen on a clock of its own, and keys that expire. To build and run it:
//
//	cd examples/ffi/go && go run .
package main

import (
	"fmt"

	"ffi/tw"
)

// kitchen has a function for each timer: a timer is the place of its function.
func kitchen() {
	const tea, soup, bread, spoon = 0, 1, 2, 3
	table := tw.New(4, 0)
	now := uint64(0)
	ready := func(what string) func() {
		return func() { fmt.Printf("%3d  %s is ready\n", now, what) }
	}
	functions := []func(){ready("the tea"), ready("the soup"), ready("the bread"), func() {
		fmt.Printf("%3d  stir\n", now)
		table.Add(spoon, now+20)
	}}

	table.Add(tea, 25)
	table.Add(soup, 45)
	table.Add(bread, 30)
	table.Add(spoon, 20)
	table.Add(soup, 50) // a little more
	table.Cancel(bread) // there is none left
	for now < 60 {
		now, _ = table.Next() // a program would sleep until then
		table.Advance(now, func(i int) { functions[i]() })
	}
	fmt.Println(table.Count(), "armed: the spoon")
}

// keys expire: a timer is the place of its key.
func keys() {
	keys := []string{"milk", "eggs", "salt"}
	table := tw.New(len(keys), 0)

	for i := range keys {
		table.Add(i, 10*uint64(i+1))
	}
	table.Add(0, 15) // milk keeps longer
	table.Cancel(2)  // salt keeps for ever
	for now, some := table.Next(); some; now, some = table.Next() {
		table.Advance(now, func(i int) { fmt.Printf("%3d  %s has expired\n", now, keys[i]) })
	}
}

func main() {
	kitchen()
	keys()
}

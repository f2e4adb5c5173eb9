// SPDX-License-Identifier: MIT-0
// Go's container/heap as the priority queue of its documentation, with an index for each item, by tick and number.
package main

import (
	"bufio"
	"container/heap"
	"fmt"
	"os"
	"runtime"
)

type item struct {
	id          int
	due, number uint64
	index       int
}

type queue []*item

func (q queue) Len() int { return len(q) }
func (q queue) Less(i, j int) bool {
	return q[i].due < q[j].due || (q[i].due == q[j].due && q[i].number < q[j].number)
}
func (q queue) Swap(i, j int) {
	q[i], q[j] = q[j], q[i]
	q[i].index, q[j].index = i, j
}
func (q *queue) Push(x any) {
	x.(*item).index = len(*q)
	*q = append(*q, x.(*item))
}
func (q *queue) Pop() any {
	old := *q
	x := old[len(old)-1]
	old[len(old)-1] = nil
	*q = old[:len(old)-1]
	return x
}

func main() {
	var q queue
	armed := map[int]*item{}
	var births, tick uint64
	var id int
	in, out := bufio.NewScanner(os.Stdin), bufio.NewWriter(os.Stdout)
	for in.Scan() {
		line, verb := in.Text(), ""
		fmt.Sscan(line, &verb)
		switch verb {
		case "hello":
			fmt.Fprintf(out, "fifo next move name %s, container/heap", runtime.Version())
		case "init":
			q, armed = nil, map[int]*item{}
			fmt.Fprint(out, "ok")
		case "add", "move":
			fmt.Sscan(line, &verb, &id, &tick)
			births++
			if verb == "add" {
				armed[id] = &item{id, tick, births, 0}
				heap.Push(&q, armed[id])
			} else {
				armed[id].due, armed[id].number = tick, births
				heap.Fix(&q, armed[id].index)
			}
			fmt.Fprint(out, "ok")
		case "cancel":
			fmt.Sscan(line, &verb, &id)
			if x := armed[id]; x != nil {
				heap.Remove(&q, x.index)
				delete(armed, id)
				fmt.Fprint(out, "ok")
			} else {
				fmt.Fprint(out, "no")
			}
		case "next":
			if len(q) > 0 {
				fmt.Fprintf(out, "next %d", q[0].due)
			} else {
				fmt.Fprint(out, "none")
			}
		case "advance":
			fmt.Sscan(line, &verb, &tick)
			fmt.Fprint(out, "fired")
			for len(q) > 0 && q[0].due <= tick {
				x := heap.Pop(&q).(*item)
				delete(armed, x.id)
				fmt.Fprintf(out, " %d", x.id)
			}
		}
		fmt.Fprintln(out)
		out.Flush()
	}
}

// SPDX-License-Identifier: MIT-0
// Go's container/heap as the priority queue of its documentation, with an index for each item, by tick and number.
package main

import "container/heap"
import "runtime"

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

type timers struct {
	q      queue
	armed  map[int]*item
	births uint64
}

func (t *timers) init(now uint64) { *t = timers{armed: map[int]*item{}} }
func (t *timers) add(id int, due uint64) bool {
	t.births++
	t.armed[id] = &item{id, due, t.births, 0}
	heap.Push(&t.q, t.armed[id])
	return true
}
func (t *timers) move(id int, due uint64) bool {
	t.births++
	t.armed[id].due, t.armed[id].number = due, t.births
	heap.Fix(&t.q, t.armed[id].index)
	return true
}
func (t *timers) cancel(id int) bool {
	x := t.armed[id]
	if x != nil {
		heap.Remove(&t.q, x.index)
		delete(t.armed, id)
	}
	return x != nil
}
func (t *timers) next() (uint64, bool) {
	if len(t.q) == 0 {
		return 0, false
	}
	return t.q[0].due, true
}
func (t *timers) advance(now uint64) (fired []int) {
	for len(t.q) > 0 && t.q[0].due <= now {
		x := heap.Pop(&t.q).(*item)
		delete(t.armed, x.id)
		fired = append(fired, x.id)
	}
	return fired
}

func main() { serve("fifo next move name "+runtime.Version()+", container/heap", &timers{}) }

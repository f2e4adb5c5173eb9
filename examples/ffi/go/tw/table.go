// SPDX-License-Identifier: MIT-0

// Package tw has timers for Go that are numbers, over table.h. cgo compiles the header, so that
// there is no library beside the program. In a module of yours this file and dist/tw_table.h
// stand in one folder.
//
// What it teaches: the block of a table has no pointer, and C keeps no address of it. So it is
// memory of Go: the collector frees it, and there is nothing to close. C calls no function of
// Go, so that a panic passes no frame of C. One call of C tells all numbers that are due.
package tw

/*
#cgo CFLAGS: -I${SRCDIR}/../../../../dist
#define TW_TICK_BITS 64
#define TW_STATIC
#define TW_IMPLEMENTATION
#include "tw_table.h"
*/
import "C"
import "unsafe"

// Table has a timer for each number below its capacity. A number from the capacity on panics, as
// an index of a slice does. A table has no lock: it belongs to one goroutine at a time.
type Table struct {
	memory  []uint64
	now     uint64   // of the last Advance
	batch   []uint32 // what is due, with room for all timers and one more
	waiting []bool   // whether a timer stands in the batch, and is not yet called
	waits   int      // how many do
	firing  bool
}

// New returns a table of idle timers at tick now. It panics if the table would be larger than
// memory, or if it would have more than 2^32 - 2 timers.
func New(capacity int, now uint64) *Table {
	t := &Table{memory: room(capacity), now: now}
	t.batch, t.waiting = make([]uint32, 0, capacity+1), make([]bool, capacity)
	C.tw_table_init(t.at(), C.tw_tick(now), C.size_t(capacity))
	return t
}

func room(capacity int) []uint64 {
	bytes := C.tw_table_bytes(C.size_t(capacity))
	if bytes == 0 {
		panic("tw: no table has so many timers")
	}
	return make([]uint64, (bytes+7)/8)
}

func (t *Table) at() *C.struct_tw_table {
	return (*C.struct_tw_table)(unsafe.Pointer(&t.memory[0]))
}

// leave takes timer i out of the batch. False: it does not wait there.
func (t *Table) leave(i int) bool {
	waits := t.waiting[i]
	if waits {
		t.waiting[i] = false
		t.waits--
	}
	return waits
}

// Add arms timer i for tick due, or moves it there. If that tick has passed, i fires in the next
// call of Advance.
func (t *Table) Add(i int, due uint64) {
	t.leave(i)
	C.tw_table_add(t.at(), C.uint32_t(i), C.tw_tick(due))
}

// Cancel takes timer i out, unfired. False: it was not armed.
func (t *Table) Cancel(i int) bool {
	return t.leave(i) || bool(C.tw_table_cancel(t.at(), C.uint32_t(i)))
}

// Count returns how many timers are armed, due ones included.
func (t *Table) Count() int {
	return t.waits + int(C.tw_table_count(t.at()))
}

// Next returns the earliest deadline; the tick of the last Advance while a timer is due. False:
// nothing is armed.
func (t *Table) Next() (uint64, bool) {
	var due C.tw_tick
	if t.waits > 0 {
		return t.now, true
	}
	some := bool(C.tw_table_next(t.at(), &due))
	return uint64(due), some
}

// Advance moves the clock to now, and calls fn with each number that is due, in order. The timer
// is idle by then. fn may arm, move and cancel any timer: one that it cancels is not called.
// Advance returns how many it called; 0 in fn, and 0 if now lies before an earlier now. After a
// panic in fn the next call begins behind the timer that panicked.
func (t *Table) Advance(now uint64, fn func(i int)) int {
	if t.firing || now < t.now {
		return 0
	}
	t.take(now)
	t.firing = true
	called, fired := 0, 0
	defer func() {
		t.firing = false
		t.batch = t.batch[:copy(t.batch, t.batch[called:])] // after a panic: the rest
	}()
	for called < len(t.batch) {
		i := int(t.batch[called])
		called++
		if t.leave(i) {
			fired++
			fn(i)
		}
	}
	return fired
}

// take puts what is due into the batch, behind what a panic has left there. One call takes all: by
// parts, a timer that was armed for a passed tick would come behind those that are due since.
func (t *Table) take(now uint64) {
	rest := t.batch
	t.batch = t.batch[:0]
	for _, i := range rest {
		if t.waiting[i] {
			t.batch = append(t.batch, i)
		}
	}
	free := t.batch[len(t.batch):cap(t.batch)]
	numbers := (*C.uint32_t)(unsafe.Pointer(&free[0]))
	n := C.tw_table_expire_some(t.at(), C.tw_tick(now), numbers, C.size_t(len(free)))
	for _, i := range free[:n] {
		t.waiting[i] = true
	}
	t.batch = t.batch[:len(t.batch)+int(n)]
	t.waits = len(t.batch)
	t.now = now
}

// Grow makes room for more timers: the table goes on in larger memory. False: it has more
// already. It panics as New does.
func (t *Table) Grow(capacity int) bool {
	if capacity < len(t.waiting) {
		return false
	}
	memory := room(capacity)
	copy(memory, t.memory)
	t.memory = memory
	t.batch = append(make([]uint32, 0, capacity+1), t.batch...)
	t.waiting = append(t.waiting, make([]bool, capacity-len(t.waiting))...)
	return bool(C.tw_table_grow(t.at(), C.size_t(capacity)))
}

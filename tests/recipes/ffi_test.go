// SPDX-License-Identifier: MIT-0

package tw

// examples/ffi/go/tw/table.go beside a model, a list that is sorted for each question, with functions that change the
// table; a batch of many; panics; numbers and capacities that are refused; and how often C is called.
import (
	"fmt"
	"math/rand"
	"reflect"
	"runtime"
	"sort"
	"testing"
)

type row struct {
	due    uint64
	number int // of the arming
}

// model has a row for each timer that is armed.
type model struct {
	rows    map[int]row
	armings int
	now     uint64
}

func (m *model) add(i int, due uint64) {
	if due < m.now {
		due = m.now
	}
	m.armings++
	m.rows[i] = row{due, m.armings}
}

func (m *model) cancel(i int) bool {
	_, was := m.rows[i]
	delete(m.rows, i)
	return was
}

// sorted returns the timers in the order in which they fire.
func (m *model) sorted() []int {
	var order []int
	for i := range m.rows {
		order = append(order, i)
	}
	sort.Slice(order, func(a, b int) bool {
		x, y := m.rows[order[a]], m.rows[order[b]]
		return x.due < y.due || x.due == y.due && x.number < y.number
	})
	return order
}

// next returns now while a timer is due.
func (m *model) next() (uint64, bool) {
	order := m.sorted()
	if len(order) == 0 {
		return 0, false
	}
	if due := m.rows[order[0]].due; due > m.now {
		return due, true
	}
	return m.now, true
}

// play holds a table and its model side by side.
type play struct {
	*testing.T
	table  *Table
	model  model
	chance *rand.Rand
}

func (p *play) must(holds bool, what ...interface{}) {
	if !holds {
		p.Helper()
		p.Fatal(what...)
	}
}

// touch arms, moves or cancels a timer, and compares answers.
func (p *play) touch() {
	i := p.chance.Intn(len(p.table.waiting))
	if p.chance.Intn(3) > 0 {
		due := (p.model.now + uint64(p.chance.Intn(2000))) / 50 * 50 // some have passed
		p.table.Add(i, due)
		p.model.add(i, due)
	} else {
		p.must(p.table.Cancel(i) == p.model.cancel(i), "cancel of", i)
	}
}

func (p *play) same() {
	p.must(p.table.Count() == len(p.model.rows), "count", p.table.Count(), "not", len(p.model.rows))
	due, some := p.table.Next()
	due2, some2 := p.model.next()
	p.must(some == some2 && (!some || due == due2), "next", due, some, "not", due2, some2)
}

// advance lets some functions change the table: no other timer fires for that, and those that they cancel do not.
func (p *play) advance(now uint64) {
	var due []int
	began := p.model.armings
	p.model.now = now
	for _, i := range p.model.sorted() {
		if p.model.rows[i].due <= now {
			due = append(due, i)
		}
	}
	skip := func() {
		for len(due) > 0 {
			if row, armed := p.model.rows[due[0]]; armed && row.number <= began {
				return
			}
			due = due[1:]
		}
	}
	fired := 0
	p.must(p.table.Advance(now, func(i int) {
		skip()
		p.must(len(due) > 0 && due[0] == i, "fired", i, "not", due)
		p.must(p.model.cancel(i) && !p.table.Cancel(i), i, "is armed while it fires")
		fired++
		for p.chance.Intn(3) == 0 {
			p.touch()
			p.same()
		}
		if p.chance.Intn(500) == 0 {
			p.grow()
		}
		p.must(p.table.Advance(now+9, nil) == 0, "a call in a function is not refused")
	}) == fired, "Advance returns another number")
	skip()
	p.must(len(due) == 0, due, "did not fire")
}

// grow spoils the memory that the table leaves.
func (p *play) grow() {
	old, capacity := p.table.memory, len(p.table.waiting)
	p.must(p.table.Grow(capacity+1+p.chance.Intn(40)) && !p.table.Grow(capacity), "grow")
	for k := range old {
		old[k] = 0x5A5A5A5A5A5A5A5A
	}
	runtime.GC()
}

func TestBesideTheModel(t *testing.T) {
	for seed := int64(1); seed < 4; seed++ {
		p := &play{t, New(3, 0), model{rows: map[int]row{}}, rand.New(rand.NewSource(seed))}
		for step := 0; step < 8000; step++ {
			switch kind := p.chance.Intn(400); {
			case kind < 360:
				p.touch()
			case kind < 396:
				p.advance(p.model.now + uint64(p.chance.Intn(300)))
			case kind == 396:
				p.advance(p.model.now + 2000)
			case len(p.table.waiting) < 400:
				p.grow()
			}
			p.same()
		}
		p.must(p.model.now > 10000 && len(p.table.waiting) > 300, "too little was played")
	}
}

// fill arms each timer for tick 5.
func fill(n int) *Table {
	table := New(n, 0)
	for i := 0; i < n; i++ {
		table.Add(i, 5)
	}
	return table
}

// A call tells all timers that are due, and those first that were armed for a passed tick.
func TestOneCallOfC(t *testing.T) {
	table, fired := New(2000, 5), 0
	for i := 0; i < 2000; i++ {
		table.Add(i, uint64(5+i/1000))
	}
	before := runtime.NumCgoCall()
	n := table.Advance(9, func(i int) {
		if fired != i {
			t.Fatal("fired", i, "not", fired)
		}
		fired++
	})
	if calls := runtime.NumCgoCall() - before; n != 2000 || fired != n || calls != 1 {
		t.Fatal(calls, "calls of C,", fired, "fired, not", n)
	}
}

// A function that arms its own timer for now fires once a call, in a batch of any size.
func TestABatchEnds(t *testing.T) {
	for _, n := range []int{1, 64, 1000} {
		table := fill(n)
		for turn := 0; turn < 3; turn++ {
			fired := table.Advance(5, func(i int) { table.Add(i, 5) })
			if fired != n || table.Count() != n {
				t.Fatal(fired, "of", n, "fired,", table.Count(), "armed")
			}
		}
	}
}

func panics(function func()) (panicked bool) {
	defer func() { panicked = recover() != nil }()
	function()
	return
}

// What a panic leaves fires in the next call, unless it is cancelled or moved in the meantime; then what became due.
func TestAPanicPasses(t *testing.T) {
	table := fill(6)
	table.Add(5, 8)
	var fired []int
	fire := func(i int) {
		fired = append(fired, i)
		if i == 1 {
			panic("broken")
		}
	}
	if !panics(func() { table.Advance(5, fire) }) || table.Count() != 4 {
		t.Fatal("the panic is lost, or", table.Count(), "are not 4 timers")
	}
	if due, some := table.Next(); due != 5 || !some {
		t.Fatal("nothing is due behind the panic")
	}
	if !table.Cancel(2) || table.Cancel(2) || table.Advance(4, fire) != 0 {
		t.Fatal("cancel, or a call back in time")
	}
	table.Add(3, 5) // behind 4 now
	if n := table.Advance(8, fire); n != 3 || !reflect.DeepEqual(fired, []int{0, 1, 4, 3, 5}) || table.Count() != 0 {
		t.Fatal(n, "fired:", fired)
	}
}

func TestRefused(t *testing.T) {
	table := New(3, 100)
	for _, i := range []int{-1, 3, 1 << 32} {
		if !panics(func() { table.Add(i, 5) }) || !panics(func() { table.Cancel(i) }) {
			t.Error(i, "is taken for a timer")
		}
	}
	for _, capacity := range []int{-1, 1<<32 - 1, 1 << 62} {
		if !panics(func() { New(capacity, 0) }) || (capacity > 0 && !panics(func() { table.Grow(capacity) })) {
			t.Error("a table of", capacity)
		}
	}
	if table.Grow(2) || table.Grow(-1) || table.Count() != 0 || len(table.waiting) != 3 {
		t.Error("a table shrinks, or has timers")
	}
	empty := New(0, 0)
	if _, some := empty.Next(); some || empty.Advance(9, nil) != 0 || !empty.Grow(1) {
		t.Error("a table without timers")
	}
}

func Example() {
	table := New(2, 0)
	table.Add(1, 10)
	fmt.Println(table.Next())
	fmt.Println(table.Advance(10, func(i int) { fmt.Println("timer", i) }))
	// Output:
	// 10 true
	// timer 1
	// 1
}

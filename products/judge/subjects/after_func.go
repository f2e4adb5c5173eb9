// SPDX-License-Identifier: MIT-0
// Go's time.AfterFunc, in real time. Each function runs in a goroutine of its own, so that no order is claimed. A firing
// counts for the tick of its call, and an advance tells those up to its own tick. After its tick, a timer may have fired
// although the judge has not come there: such a cancel is not judged. A machine that is busy may bring a call as late as it
// likes: where a timer is later than was claimed, the advance waits on for its call.
package main

import "runtime"
import "time"

type timer struct {
	*time.Timer
	id      int
	due     uint64
	called  time.Time
	dropped bool // cancelled after its tick: its call counts no more
}

type timers struct {
	plain
	zero  time.Time // when tick 0 was
	armed map[int]*timer
	calls chan *timer // which no advance has told yet
}

func (s *timers) init(now uint64) {
	for id := range s.armed {
		s.cancel(id)
	}
	s.zero, s.armed = at(now), map[int]*timer{}
}

func (s *timers) add(id int, due uint64) bool {
	x := &timer{id: id, due: due}
	s.armed[id] = x
	x.Timer = time.AfterFunc(time.Until(s.zero.Add(time.Duration(due)*tick)), func() {
		x.called = time.Now()
		s.calls <- x
	})
	return true
}

func (s *timers) cancel(id int) bool {
	x := s.armed[id]
	if x == nil {
		return false
	}
	delete(s.armed, id)
	stopped := x.Stop()
	x.dropped = time.Since(s.zero) >= time.Duration(x.due)*tick
	return stopped || x.dropped
}

// Have all fired that have been due for so long that they must have by tick now?
func (s *timers) punctual(now uint64) bool {
	for _, x := range s.armed {
		if x.due+late <= now {
			return false
		}
	}
	return true
}

// Waits for its tick. If nothing is armed, it sets the clock forward instead.
func (s *timers) advance(now uint64) (fired []int) {
	begin := time.Now()
	for done := false; !done; time.Sleep(tick / 10) {
		reached := time.Since(s.zero) >= time.Duration(now)*tick
		for n := len(s.calls); n > 0; n-- {
			if x := <-s.calls; uint64(x.called.Sub(s.zero)/tick) > now && x.due+late > now {
				s.calls <- x
			} else if !x.dropped {
				fired = append(fired, x.id)
				delete(s.armed, x.id)
			}
		}
		if len(s.armed) == 0 && !reached {
			s.zero = at(now)
		}
		done = reached && (s.punctual(now) || time.Since(begin) > patience)
	}
	return fired
}

func main() {
	serve("unordered sleeps late 1000 name "+runtime.Version()+", time.AfterFunc", &timers{calls: make(chan *timer, 1000)})
}

// SPDX-License-Identifier: MIT-0
// The timing wheel of siddontang/go, in real time, with 1000 slots of a millisecond. It closes a channel, and has no cancel:
// a timer that was cancelled counts no more. Its channels do not say in which order they were closed. As with after_func.go,
// an advance waits on for a call that is later than was claimed.
package main

import (
	"time"

	"github.com/siddontang/go/timingwheel"
)

type timer struct {
	id     int
	due    uint64
	called time.Time
}

type timers struct {
	plain
	wheel *timingwheel.TimingWheel
	zero  time.Time // when tick 0 was
	armed map[int]*timer
	calls chan *timer // which no advance has told yet
}

func (s *timers) init(now uint64) { s.zero, s.armed = at(now), map[int]*timer{} }

func (s *timers) add(id int, due uint64) bool {
	x := &timer{id: id, due: due}
	s.armed[id] = x
	done := s.wheel.After(max(time.Until(s.zero.Add(time.Duration(due)*tick)), 0))
	go func() {
		<-done
		x.called = time.Now()
		s.calls <- x
	}()
	return true
}

func max(a, b time.Duration) time.Duration {
	if a > b {
		return a
	}
	return b
}

func (s *timers) cancel(id int) bool {
	_, was := s.armed[id]
	delete(s.armed, id)
	return was
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
			if x := <-s.calls; s.armed[x.id] != x {
				continue
			} else if x.called.Sub(s.zero) >= time.Duration(now+1)*tick && x.due+late > now {
				s.calls <- x
			} else {
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
	s := &timers{calls: make(chan *timer, 1000), wheel: timingwheel.NewTimingWheel(tick, 2000)}
	serve("unordered sleeps late 1000 name siddontang/go 2017-05-17, TimingWheel", s)
}

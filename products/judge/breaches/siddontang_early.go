// After() of siddontang/go's TimingWheel rounds its delay down to a slot, and takes one more off, so that it may come two
// intervals early. Prints whether 1.9 intervals are the same to it as none, and how long 1.9 s lasted.
//     GO111MODULE=off GOPATH=/usr/share/gocode go run siddontang_early.go
package main

import (
	"fmt"
	"time"

	"github.com/siddontang/go/timingwheel"
)

func main() {
	hours := timingwheel.NewTimingWheel(time.Hour, 10)
	fmt.Println("114 minutes come with 0:", hours.After(114*time.Minute) == hours.After(0))
	seconds := timingwheel.NewTimingWheel(time.Second, 10)
	start := time.Now()
	<-seconds.After(1900 * time.Millisecond)
	fmt.Println("1.9 s lasted", time.Since(start).Round(100*time.Millisecond))
}

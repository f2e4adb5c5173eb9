// After() of siddontang/go's TimingWheel rounds its delay down to a slot, and takes one more off, so that it may come two
// intervals early. Prints how long 1.9 s lasted.
//     GO111MODULE=off GOPATH=/usr/share/gocode go run siddontang_early.go
package main

import (
	"fmt"
	"time"

	"github.com/siddontang/go/timingwheel"
)

func main() {
	wheel := timingwheel.NewTimingWheel(time.Second, 10)
	start := time.Now()
	<-wheel.After(1900 * time.Millisecond)
	fmt.Println("1.9 s lasted", time.Since(start).Round(100*time.Millisecond))
}

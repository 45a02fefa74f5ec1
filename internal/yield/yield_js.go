package yield

import (
	"runtime"
	"time"
)

// length is how long a goroutine goes on before others may.
const length = 4 * time.Millisecond

var last = time.Now()

// Pass lets other goroutines go on if it is time to.
func Pass() {
	if time.Since(last) >= length {
		runtime.Gosched()
		last = time.Now()
	}
}

// Package collector tells the garbage collector of Go when to collect.
package collector

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
)

// Delay has the first collection wait until the heap has 16 MB instead of 4 MB: most small programs are
// decided before. From then on each waits until it has grown by 16 MB at least. It changes nothing where GOGC is set.
func Delay() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
		runtime.AddCleanup(&sentinel{}, pace, 16<<20) // when the first one has been
	}
}

// Relax has each collection wait until the heap has grown by some bytes at least, where it would collect the syntax tree of a file
// again and again while small programs are made of it. It changes nothing where GOGC is set.
func Relax(bytes uint64) {
	if os.Getenv("GOGC") == "" {
		leastGrowth.Store(bytes)
		pace(bytes)
	}
}

// leastGrowth is what Relax was last told; 0: it was not called.
var leastGrowth atomic.Uint64

type sentinel struct{ _ [16]byte }

// pace has the collections from now on wait for some bytes, as long as Relax says nothing else.
func pace(bytes uint64) {
	if n := leastGrowth.Load(); n != 0 && n != bytes {
		return
	}
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	live := max(sample[0].Value.Uint64(), 1<<20)
	debug.SetGCPercent(int(max(100, 100*bytes/live)))
	runtime.AddCleanup(&sentinel{}, pace, bytes) // after each collection
}

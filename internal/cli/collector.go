package cli

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// delayCollector has the first collection wait until the heap has 16 MB instead of 4 MB: most small programs are
// decided before. From then on the collector works as usual. It changes nothing where GOGC is set.
func delayCollector() {
	if os.Getenv("GOGC") != "" {
		return
	}
	usual := debug.SetGCPercent(400)
	type sentinel struct{ _ [16]byte }
	runtime.AddCleanup(&sentinel{}, func(percent int) { debug.SetGCPercent(percent) }, usual) // when the first one has been
}

// relaxCollector has each collection wait until the heap has grown by some bytes at least, where it would collect the syntax tree of a file
// again and again while small programs are made of it. It changes nothing where GOGC is set.
func relaxCollector(bytes uint64) {
	if os.Getenv("GOGC") != "" {
		return
	}
	type sentinel struct{ _ [16]byte }
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	var next func(int)
	next = func(int) { // after each collection
		metrics.Read(sample)
		live := max(sample[0].Value.Uint64(), 1<<20)
		debug.SetGCPercent(int(max(100, 100*bytes/live)))
		runtime.AddCleanup(&sentinel{}, next, 0)
	}
	next(0)
}

package main

import (
	"os"
	"runtime"
	"runtime/debug"
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

package limit

import (
	"os"
	"runtime/debug"
	"strconv"
	"strings"
)

// ResidentUsed is the resident set of the process where /proc tells it, else HeapUsed.
func ResidentUsed() int64 {
	if text, err := os.ReadFile("/proc/self/statm"); err == nil {
		if fields := strings.Fields(string(text)); len(fields) > 1 {
			if pages, err := strconv.ParseInt(fields[1], 10, 64); err == nil {
				return pages * int64(os.Getpagesize())
			}
		}
	}
	return HeapUsed()
}

// programSize is about what the program itself takes of the resident set.
const programSize = 12 << 20

// Collect has the collector keep the heap within what memory bytes leave for it; restore undoes that.
func Collect(memory int64) (restore func()) {
	if memory <= 0 {
		return func() {}
	}
	before := debug.SetMemoryLimit(max(memory*9/10-programSize, memory/2))
	return func() { debug.SetMemoryLimit(before) }
}

//go:build unix

package elements

import (
	"syscall"
	"time"
)

// threadTime is the processor time that the calling thread has used; 0 where the system does not say.
func threadTime() time.Duration {
	const thread = 1 // RUSAGE_THREAD
	var u syscall.Rusage
	if syscall.Getrusage(thread, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

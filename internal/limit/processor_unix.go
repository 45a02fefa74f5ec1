//go:build unix

package limit

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

// ProcessorUsed is the processor time, in user mode and for the system, of this process and of those that it has started: of those
// that run only where /proc tells it.
func ProcessorUsed() (sum time.Duration) {
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var used syscall.Rusage
		if syscall.Getrusage(who, &used) == nil {
			sum += time.Duration(used.Utime.Nano() + used.Stime.Nano())
		}
	}
	for _, child := range children(os.Getpid()) {
		sum += ProcessorOf(child)
	}
	return sum
}

// ProcessorOf is the processor time of a running process, of those that it has waited for, and of those that it has started and that
// run; 0 where /proc does not tell.
func ProcessorOf(pid int) (sum time.Duration) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:]) // the name before may have blanks
	const first, last = 11, 14                                      // utime, stime, cutime, cstime
	if len(fields) <= last {
		return 0
	}
	for _, f := range fields[first : last+1] {
		if n, err := strconv.ParseInt(string(f), 10, 64); err == nil {
			sum += time.Duration(n) * (time.Second / clockTicks)
		}
	}
	for _, child := range children(pid) {
		sum += ProcessorOf(child)
	}
	return sum
}

// clockTicks is in how many parts of a second /proc counts, on all systems that have it.
const clockTicks = 100

// children are the processes that a process has started and that run; none where /proc does not tell.
func children(pid int) (list []int) {
	lists, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	if err != nil {
		return nil
	}
	for _, name := range lists {
		text, err := os.ReadFile(name)
		if err != nil {
			continue
		}
		for _, f := range bytes.Fields(text) {
			if child, err := strconv.Atoi(string(f)); err == nil {
				list = append(list, child)
			}
		}
	}
	return list
}

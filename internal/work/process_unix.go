//go:build unix

package work

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"syscall"
)

// peakMemory is the largest resident set of a process that has ended and of those that it has waited for, in bytes; 0
// if that is not known: a child that is made of us begins with what we have had resident, before it becomes another
// program, so that less than that says nothing.
func peakMemory(s *os.ProcessState) int64 {
	usage, ok := s.SysUsage().(*syscall.Rusage)
	var ours syscall.Rusage
	if !ok || syscall.Getrusage(syscall.RUSAGE_SELF, &ours) != nil || usage.Maxrss <= ours.Maxrss {
		return 0
	}
	if runtime.GOOS == "darwin" {
		return int64(usage.Maxrss)
	}
	return int64(usage.Maxrss) << 10
}

// residentPeak is the largest resident set that a running process has had, in bytes, 0 where /proc does not tell.
func residentPeak(pid int) int64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(text), "VmHWM:")
	fields := strings.Fields(rest)
	if len(fields) == 0 {
		return 0
	}
	kib, err := strconv.ParseInt(fields[0], 10, 64)
	if err != nil {
		return 0
	}
	return kib << 10
}

// residentMemory is the resident set of a running process in bytes, 0 where /proc does not tell.
func residentMemory(pid int) int64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(text))
	if len(fields) < 2 {
		return 0
	}
	pages, err := strconv.ParseInt(fields[1], 10, 64)
	if err != nil {
		return 0
	}
	return pages * int64(os.Getpagesize())
}

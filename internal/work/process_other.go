//go:build !unix

package work

import "os"

func peakMemory(s *os.ProcessState) int64 { return 0 }

func residentMemory(pid int) int64 { return 0 }

func residentPeak(pid int) int64 { return 0 }

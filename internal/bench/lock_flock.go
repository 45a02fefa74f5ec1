//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package bench

import (
	"errors"
	"os"
	"syscall"
)

// lockFile waits until no other process has the file locked, and locks it. The system unlocks files of a process that dies.
func lockFile(f *os.File) error {
	for {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX)
		if !errors.Is(err, syscall.EINTR) {
			return err
		}
	}
}

func unlockFile(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_UN) }

//go:build unix

package work

import (
	"os"
	"os/exec"
	"strconv"
	"sync"
	"syscall"
	"time"
)

// A process that runs jobs may be killed by a signal that it cannot handle. Each job has the reading end of a pipe, into which nobody
// writes, and whose writing end only that process has: it ends with the process, whatever happens to it.

// lifelineVar tells a job which of its files is the pipe.
const lifelineVar = "CRAIG_LIFELINE"

// lifeline are both ends; nil if there are none. While the writing end is reachable, it is open.
var lifeline = sync.OnceValue(func() *struct{ reading, writing *os.File } {
	r, w, err := os.Pipe()
	if err != nil {
		return nil
	}
	return &struct{ reading, writing *os.File }{r, w}
})

// holdLifeline gives a process that has not been started the pipe.
func holdLifeline(cmd *exec.Cmd) {
	ends := lifeline()
	if ends == nil {
		return
	}
	if cmd.Env == nil {
		cmd.Env = os.Environ()
	}
	cmd.ExtraFiles = append(cmd.ExtraFiles, ends.reading)
	cmd.Env = append(cmd.Env, lifelineVar+"="+strconv.Itoa(2+len(cmd.ExtraFiles)))
}

// Follow has this process end, with all that it has started in its group, when the one is gone that runs it as a job.
// It does nothing in a process that is no job.
func Follow() {
	fd, err := strconv.Atoi(os.Getenv(lifelineVar))
	if err != nil {
		return
	}
	os.Unsetenv(lifelineVar) // it is not for processes that we start
	var is syscall.Stat_t
	if fd <= 2 || syscall.Fstat(fd, &is) != nil || is.Mode&syscall.S_IFMT != syscall.S_IFIFO {
		return
	}
	syscall.CloseOnExec(fd)
	if syscall.SetNonblock(fd, true) != nil { // so that waiting takes no thread
		return
	}
	pipe := os.NewFile(uintptr(fd), "lifeline")
	go func() {
		if n, _ := pipe.Read(make([]byte, 1)); n > 0 {
			return
		}
		group := 0
		if syscall.Getpgrp() != os.Getpid() {
			group = os.Getpid()
		}
		syscall.Kill(group, syscall.SIGTERM) // files that are temporary are removed
		time.Sleep(lastWords)
		syscall.Kill(group, syscall.SIGKILL)
	}()
}

// lastWords is how long a process may take to end when nobody waits for it.
const lastWords = 2 * time.Second

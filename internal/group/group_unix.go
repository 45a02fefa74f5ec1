//go:build unix

package group

import (
	"os/exec"
	"syscall"
)

// Own gives the command a group of its own.
func Own(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// Kill ends the group of the command.
func Kill(cmd *exec.Cmd) error {
	if cmd.Process == nil {
		return nil
	}
	return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
}

// Limited says whether s is a signal for what has come to a limit.
func Limited(s syscall.Signal) bool {
	return s == syscall.SIGKILL || s == syscall.SIGXCPU || s == syscall.SIGXFSZ
}

// Illegal says whether s is the signal for an instruction that there is not.
func Illegal(s syscall.Signal) bool { return s == syscall.SIGILL }

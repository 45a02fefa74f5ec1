//go:build !unix

package group

import (
	"os/exec"
	"syscall"
)

// Own gives the command a group of its own.
func Own(*exec.Cmd) {}

// Kill ends the group of the command.
func Kill(cmd *exec.Cmd) error {
	if cmd.Process == nil {
		return nil
	}
	return cmd.Process.Kill()
}

// Limited says whether s is a signal for what has come to a limit.
func Limited(syscall.Signal) bool { return false }

// Illegal says whether s is the signal for an instruction that there is not.
func Illegal(syscall.Signal) bool { return false }

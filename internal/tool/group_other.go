//go:build !unix

package tool

import "os/exec"

// group is the process of a tool.
type group struct {
	cmd *exec.Cmd
}

func ownGroup(cmd *exec.Cmd) group { return group{cmd} }

func (g group) ask() { g.kill() }

func (g group) kill() {
	if g.cmd.Process != nil {
		g.cmd.Process.Kill()
	}
}

func (g group) memory() int64 { return 0 }

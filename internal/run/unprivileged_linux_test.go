package run

import (
	"os"
	"os/exec"
	"syscall"
)

// unprivileged has a command run as nobody, if the tests run as root.
func unprivileged(cmd *exec.Cmd) {
	if os.Getuid() == 0 {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	}
}

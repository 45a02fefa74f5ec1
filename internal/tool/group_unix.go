//go:build unix

package tool

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// group are the processes of a tool. They are in our own group, of which we are the leader: who kills that, kills
// the tool as well.
type group struct {
	self int
}

// ownGroup makes us the leader of a group, if we are not, in which a command will be.
func ownGroup(*exec.Cmd) group {
	g := group{os.Getpid()}
	if syscall.Getpgrp() != g.self {
		syscall.Setpgid(0, 0)
	}
	return g
}

// ask asks all to end, but not us.
func (g group) ask() {
	for _, pid := range g.others() {
		syscall.Kill(pid, syscall.SIGTERM)
	}
}

// kill ends all but us.
func (g group) kill() {
	for range 3 { // one may have started another meanwhile
		list := g.others()
		if len(list) == 0 {
			return
		}
		for _, pid := range list {
			syscall.Kill(pid, syscall.SIGKILL)
		}
	}
}

// others are the processes of the group without us, where /proc tells.
func (g group) others() (pids []int) {
	g.each(func(pid int, _ []string) { pids = append(pids, pid) })
	return pids
}

// memory is what the others have resident together, in bytes. Pages that processes share are counted for each.
func (g group) memory() (sum int64) {
	page := int64(os.Getpagesize())
	g.each(func(_ int, fields []string) {
		if len(fields) > 21 {
			rss, _ := strconv.ParseInt(fields[21], 10, 64)
			sum += rss * page
		}
	})
	return sum
}

// each calls f for each of the others, with the fields of /proc/PID/stat after the name: state, parent, group, ...
func (g group) each(f func(pid int, fields []string)) {
	dirs, _ := filepath.Glob("/proc/[0-9]*")
	for _, dir := range dirs {
		pid, err := strconv.Atoi(filepath.Base(dir))
		if err != nil || pid == g.self {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, "stat"))
		if err != nil {
			continue
		}
		fields := strings.Fields(string(text[1+bytes.LastIndexByte(text, ')'):])) // the name can have anything in it
		if len(fields) > 2 && fields[2] == strconv.Itoa(g.self) && fields[0] != "Z" {
			f(pid, fields)
		}
	}
}

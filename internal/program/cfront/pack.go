package cfront

import (
	"strconv"
	"strings"

	"craig/internal/program/cfront/source"
)

// packing follows #pragma pack. Package source writes each as a static assertion that holds, so
// that it stays in its place among the declarations, whatever includes and macros there are.
type packing struct {
	now   int // the bound of the alignment of members, in bytes; 0 is none
	stack []packed
}

type packed struct {
	name  string
	bound int
}

// pragma follows a static assertion with that message, and tells whether it is a #pragma pack.
func (p *packing) pragma(message string) bool {
	args, ok := strings.CutPrefix(strings.Trim(message, `"`), source.PackPragma)
	if !ok {
		return false
	}
	var push, pop bool
	name, bound := "", -1
	for _, arg := range strings.Split(args, ",") {
		switch arg = strings.TrimSpace(arg); arg {
		case "":
		case "push":
			push = true
		case "pop":
			pop = true
		default:
			if n, err := strconv.Atoi(arg); err == nil {
				bound = n
			} else {
				name = arg
			}
		}
	}
	switch {
	case push:
		p.stack = append(p.stack, packed{name, p.now})
	case pop:
		for len(p.stack) > 0 {
			top := p.stack[len(p.stack)-1]
			p.stack = p.stack[:len(p.stack)-1]
			p.now = top.bound
			if name == "" || top.name == name {
				break
			}
		}
	case bound < 0: // pack(): the default
		bound = 0
	}
	if bound >= 0 {
		p.now = bound
	}
	return true
}

// Package trap has executions of a function end at an error where its text shows that they go wrong: package belief says where.
package trap

import (
	"fmt"
	"strconv"
	"strings"

	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
	"craig/internal/program/ir"
)

// Trap is at a return, or at a closing brace, of a function: a pointer that is not null there is an error.
type Trap struct {
	At      ir.Pos
	Pointer string // a variable
}

// String is what Read reads.
func (t Trap) String() string {
	return fmt.Sprintf("%s:%d:%d:%s", t.At.File, t.At.Line, t.At.Col, t.Pointer)
}

// Read reads FILE:LINE:COLUMN:POINTER.
func Read(text string) (Trap, error) {
	words := strings.Split(text, ":")
	if n := len(words); n > 3 {
		line, err := strconv.Atoi(words[n-3])
		col, wrong := strconv.Atoi(words[n-2])
		if file := strings.Join(words[:n-3], ":"); err == nil && wrong == nil && file != "" && words[n-1] != "" {
			return Trap{ir.Pos{File: file, Line: line, Col: col}, words[n-1]}, nil
		}
	}
	return Trap{}, fmt.Errorf("%q is no FILE:LINE:COLUMN:POINTER", text)
}

// ReadAll reads several.
func ReadAll(texts []string) (list []Trap, err error) {
	for _, text := range texts {
		t, err := Read(text)
		if err != nil {
			return nil, err
		}
		list = append(list, t)
	}
	return list, nil
}

// Set sets traps. Those at no place of the program do nothing, nor do those of a variable that is not there.
func Set(p *core.Program, traps []Trap) {
	if len(traps) == 0 {
		return
	}
	s := setter{p, traps}
	for _, u := range p.Units {
		for _, g := range u.Globals {
			if d, ok := g.(*core.FuncDef); ok {
				s.block(d.Func.Body, d.Func.Params)
			}
		}
	}
}

type setter struct {
	*core.Program
	traps []Trap
}

// block sets the traps in a block, which may be nil, of a function that has some variables there.
func (s setter) block(b *core.Block, vars []*core.Var) {
	if b == nil {
		return
	}
	vars = vars[:len(vars):len(vars)]
	var list []core.Stmt
	for _, x := range b.List {
		switch x := x.(type) {
		case *core.Declare:
			vars = append(vars, x.Var)
		case *core.Return:
			list = append(list, s.at(x.At, vars)...)
		}
		for _, inner := range core.Inner(x) {
			s.block(inner, vars)
		}
		list = append(list, x)
	}
	b.List = append(list, s.at(b.End, vars)...)
}

// at are the claims of the traps at a position.
func (s setter) at(at core.Pos, vars []*core.Var) (list []core.Stmt) {
	place := s.Place(at)
	for _, t := range s.traps {
		if place.Line != t.At.Line || place.Col != t.At.Col || place.File != t.At.File {
			continue
		}
		for i := len(vars) - 1; i >= 0; i-- {
			if v := vars[i]; v.Written() == t.Pointer {
				is := &core.Load{At: at, X: &core.VarPlace{At: at, Var: v}}
				list = append(list, &core.Claim{At: at, X: &core.Unary{At: at, Op: core.Not, X: is, Typ: s.Types.Basic(types.Int)}, Why: "nothing else leads to what " + t.Pointer + " leads to"})
				break
			}
		}
	}
	return list
}

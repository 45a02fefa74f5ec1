package cfront

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"craig/internal/program/c/core"
	"craig/internal/program/c/isr"
	"craig/internal/program/c/library"
	"craig/internal/program/ir"
	"craig/internal/spell"
)

// wanted sees to it that a program has what the options name: the function to start from, and the label and the function that are errors, even if
// nothing leads there.
func (r *reader) wanted(prog *core.Program, entry string) error {
	bodies, functions, labels := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, u := range prog.Units {
		for _, g := range u.Globals {
			switch g := g.(type) {
			case *core.VarDef:
				functions[g.Var.Name] = true
			case *core.FuncDef:
				name := g.Func.Var.Name
				functions[name], bodies[name] = true, true
				own := map[*core.Label]bool{}
				g.Func.Body.Labels(own)
				for l := range own {
					labels[l.Name] = l.Name != ""
				}
			}
		}
	}
	file, o := prog.Units[0].Name, r.opts
	switch {
	case !bodies[entry]:
		return noFunction(file, entry, named(prog))
	case o.GoalsMayLack:
	case o.ErrorLabel != "" && !labels[o.ErrorLabel]:
		delete(labels, "")
		return noSuch(file, "label", o.ErrorLabel, labels)
	case o.ErrorFunction != "" && !functions[o.ErrorFunction]:
		return noSuch(file, "function", o.ErrorFunction, functions)
	}
	return nil
}

// named are the functions of the program that have bodies, but for names that are the compiler's.
func named(prog *core.Program) (names []string) {
	for _, u := range prog.Units {
		for _, g := range u.Globals {
			if d, ok := g.(*core.FuncDef); ok && !strings.HasPrefix(d.Func.Var.Name, "__") {
				names = append(names, d.Func.Var.Name)
			}
		}
	}
	slices.Sort(names)
	return names
}

// noFunction is the error that there is no function to start from. named are those that there are.
func noFunction(file, name string, named []string) error {
	return &Error{Pos: ir.Pos{File: file}, Msg: "no function " + name, Hint: "name the function to start from with {Entry}" + mayStart(name, named)}
}

// mayStart names functions that have bodies: the one that name may have been meant to be, or a few; "" if there is none.
func mayStart(name string, names []string) string {
	const most = 6
	if like := spell.Nearest(name, names); like != "" {
		return "; was " + like + " meant?"
	}
	switch n := len(names); {
	case n == 0:
		return ""
	case n > most:
		return fmt.Sprintf("; there are %s and %d more", strings.Join(names[:most], ", "), n-most)
	case n == 1:
		return "; there is " + names[0]
	}
	return "; there are " + strings.Join(names, ", ")
}

// noSuch is the error that there is no label or function of a name.
func noSuch(file, what, name string, have map[string]bool) error {
	hint := "name a " + what + " of the program with {Error" + strings.ToUpper(what[:1]) + what[1:] + "}"
	if like := spell.Nearest(name, slices.Sorted(maps.Keys(have))); like != "" {
		hint = "did you mean " + like + "?"
	}
	return &Error{Pos: ir.Pos{File: file}, Msg: "no " + what + " " + name, Hint: hint}
}

// noError is the error that nothing in a program is one.
func noError(file string) error {
	return &Error{
		Pos:  ir.Pos{File: file},
		Msg:  "no error location: nothing calls reach_error, no assertion can fail",
		Hint: "name one with {ErrorLabel} or {ErrorFunction}, or others with {Properties}",
	}
}

// noFiles is the error that no files are named.
func noFiles() error { return &Error{Msg: "no files", Hint: "name a C file"} }

// mentionsError tells whether a function that cannot be reached calls an error function.
func mentionsError(prog *core.Program) bool {
	found := false
	for _, u := range prog.Units {
		for _, g := range u.Globals {
			d, ok := g.(*core.FuncDef)
			if !ok {
				continue
			}
			core.EachStmt(d.Func.Body, func(s core.Stmt) {
				core.Parts(s, func(*core.Expr) {}, func(x core.Place) {
					p, ok := x.(*core.VarPlace)
					found = found || ok && library.Fails(p.Var.Name)
				})
			})
		}
	}
	return found
}

// noInterrupt is what is wrong with what is to interrupt the program.
func noInterrupt(prog *core.Program, m *isr.Mistake) error {
	e := &Error{Pos: posOf(prog, m.At), Msg: m.Msg, Hint: m.Hint}
	if m.Name != "" {
		e.Pos.File = prog.Units[0].Name
		e.Hint += mayStart(m.Name, named(prog))
	}
	return e
}

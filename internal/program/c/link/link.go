// Package link does to the core of a program what the linker and what runs before and after main do, from core to core: names that are
// one for the assembler become one variable, and constructors and destructors are called. Lowering
// has nothing of that left to see to, and refuses what this package leaves.
//
//	link.go         names
//	start.go        constructors and destructors
//	rename.go       the uses of variables
//	definitions.go  which definition a name means, for lowering
package link

import (
	"cmp"
	"strings"

	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// Library is what the C library has: functions, and variables, which may have several names.
type Library struct {
	Has      func(function string) bool
	Variable func(name string) string // the name for all names of a variable
}

// Whole changes a program, of all its files, whose execution begins in the function of that name.
func Whole(prog *core.Program, entry string, lib Library) {
	l := &linker{prog: prog, isOfC: lib.Has, defs: map[*core.Var]*core.Func{}, means: map[*core.Var]*core.Var{}}
	for _, u := range prog.Units {
		for _, g := range u.Globals {
			switch g := g.(type) {
			case *core.FuncDef:
				l.defs[g.Func.Var] = g.Func
			case *core.VarDef:
				l.vars = append(l.vars, g.Var)
			}
		}
	}
	l.ofLibrary(lib.Variable)
	l.aliases()
	l.symbols()
	if len(l.means) > 0 {
		l.rename()
	}
	l.start(entry)
}

// linker is the program, and which names of it are one.
type linker struct {
	prog  *core.Program
	isOfC func(name string) bool // it is a function of the C library
	vars  []*core.Var            // with linkage, each once or more
	defs  map[*core.Var]*core.Func
	means map[*core.Var]*core.Var // what is another name of what
}

// defined tells whether the program has a definition.
func (l *linker) defined(v *core.Var) bool {
	if v.Type.Kind == types.Func {
		return l.defs[v] != nil
	}
	return v.Defined
}

// ofLibrary makes variables of the library that have several names one, unless the program defines one of them.
func (l *linker) ofLibrary(name func(string) string) {
	own := map[string]bool{}
	for _, v := range l.vars {
		own[v.Name] = own[v.Name] || v.Defined
	}
	one := map[string]*core.Var{}
	for _, v := range l.vars {
		n := name(v.Name)
		if v.Linkage != core.External || v.Type.Kind == types.Func || v.AsmName != "" || v.Defined || own[n] {
			continue
		}
		v.Name = n
		switch w := one[n]; {
		case w == nil:
			one[n] = v
		case w != v && l.alike(v, w):
			l.means[v] = w
		}
	}
}

// symbol is the name for the assembler of what has linkage; "" of others.
func symbol(v *core.Var) string {
	if v.Linkage == core.NoLinkage {
		return ""
	}
	return cmp.Or(v.AsmName, v.Name)
}

// aliases are the names with the attribute alias, which means something of the same file. A definition in another file is stronger.
func (l *linker) aliases() {
	for _, v := range l.vars {
		for i, a := range v.Attrs {
			if a.Name != "alias" || l.means[v] != nil || len(a.Args) != 1 {
				continue
			}
			to := v
			if !l.defined(v) {
				to = l.target(v, strings.Trim(a.Args[0], `"`))
			}
			if to != nil && l.alike(v, to) {
				v.Attrs = append(v.Attrs[:i:i], v.Attrs[i+1:]...)
				if to != v {
					l.means[v] = to
				}
			}
			break
		}
	}
}

// target is what an alias means; nil if there is nothing of that name.
func (l *linker) target(v *core.Var, name string) (found *core.Var) {
	for _, w := range l.vars {
		if w == v || symbol(w) != name || w.Linkage == core.Internal && w.Unit != v.Unit {
			continue
		}
		if found == nil || w.Linkage == core.Internal {
			found = w
		}
	}
	return found
}

// alike tells whether one name can stand for another: pointers to functions can be converted, objects are read and written as they were declared.
func (l *linker) alike(v, w *core.Var) bool {
	if v.Type.Kind == types.Func || w.Type.Kind == types.Func {
		return v.Type.Kind == w.Type.Kind
	}
	t, u := v.Type, w.Type
	return (t.Quals^u.Quals)&types.Volatile == 0 && l.prog.Types.Compatible(t.Unqual(), u.Unqual())
}

// symbols makes names with external linkage one that the assembler knows by the same name: that which is defined, and otherwise the one that has
// it in C, or the first. Functions of the library that headers give names of its own stay what they are in C.
func (l *linker) symbols() {
	groups := map[string][]*core.Var{}
	labelled := map[string]bool{}
	var names []string
	for _, v := range l.vars {
		s := symbol(v)
		if s == "" || l.means[v] != nil || v.Linkage != core.External {
			continue
		}
		if groups[s] == nil {
			names = append(names, s)
		}
		groups[s] = append(groups[s], v)
		labelled[s] = labelled[s] || v.AsmName != ""
	}
	for _, v := range l.vars {
		if v.Linkage != core.External && groups[v.AsmName] == nil {
			v.AsmName = "" // nothing else has it
		}
	}
	for _, s := range names {
		if labelled[s] {
			l.one(s, groups[s])
		}
	}
}

// one makes the variables with the symbol s one.
func (l *linker) one(s string, group []*core.Var) {
	chosen := group[0]
	for _, v := range group {
		if l.better(v, chosen, s) {
			chosen = v
		}
	}
	for _, v := range group {
		switch {
		case v == chosen || l.means[v] != nil:
		case !l.defined(chosen) && l.isOfC(v.Name) && v.AsmName != "":
			v.AsmName = "" // of the library's own
		case !l.defined(v) && l.alike(v, chosen):
			l.means[v] = chosen
		}
	}
	for _, v := range group {
		if l.defined(chosen) && v != chosen && l.means[v] == nil {
			return // of another type
		}
	}
	switch {
	case chosen.Name == "main" && s != "main":
		return // it is not what begins
	case s == "main", !l.defined(chosen) && !l.isOfC(chosen.Name) && l.isOfC(s):
		chosen.Name = s
	}
	chosen.AsmName = ""
}

// better tells whether v is rather than w what a symbol means.
func (l *linker) better(v, w *core.Var, s string) bool {
	if l.defined(v) != l.defined(w) {
		return l.defined(v)
	}
	return v.Name == s && w.Name != s
}

package link

import (
	"slices"
	"strconv"

	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// lastPriority is that of constructors and destructors without one.
const lastPriority = 1 << 16

// starter is a constructor or a destructor.
type starter struct {
	v        *core.Var
	priority int
}

// start calls the constructors where the entry begins, and the destructors where the program ends: in the order of gcc and glibc, which is that of
// priorities and, of equal ones, of definitions, and the other way round for destructors. What cannot be called keeps its attribute; what is defined nowhere is called by nothing.
func (l *linker) start(name string) {
	for _, v := range l.vars {
		if !l.defined(v) {
			strip([]starter{{v: v}}, "constructor")
			strip([]starter{{v: v}}, "destructor")
		}
	}
	before, after := l.having("constructor"), l.having("destructor")
	if len(before)+len(after) == 0 {
		return
	}
	var entry *core.Func
	for _, u := range l.prog.Units {
		for _, g := range u.Globals {
			if d, ok := g.(*core.FuncDef); ok && d.Func.Var.Name == name && (entry == nil || d.Func.Var.Linkage == core.External) {
				entry = d.Func
			}
		}
	}
	if entry == nil {
		return
	}
	again := l.used(entry.Var)
	if len(after) > 0 && !again && l.ends(entry, after) {
		strip(after, "destructor")
	}
	var calls []core.Stmt
	for _, s := range before {
		call := l.given(s.v, entry)
		if call == nil {
			return
		}
		calls = append(calls, call)
	}
	if again {
		calls = []core.Stmt{l.once(entry, calls)}
	}
	entry.Body.List = append(calls, entry.Body.List...)
	strip(before, "constructor")
}

func strip(list []starter, attribute string) {
	for _, s := range list {
		s.v.Attrs = slices.DeleteFunc(s.v.Attrs, func(a core.Attr) bool { return a.Name == attribute })
	}
}

// having are the functions of the program with an attribute, by their priorities.
func (l *linker) having(attribute string) (list []starter) {
	for _, u := range l.prog.Units {
		for _, g := range u.Globals {
			d, ok := g.(*core.FuncDef)
			if !ok {
				continue
			}
			for _, a := range d.Func.Var.Attrs {
				if a.Name == attribute {
					s := starter{d.Func.Var, lastPriority}
					if len(a.Args) > 0 {
						if n, err := strconv.Atoi(a.Args[0]); err == nil {
							s.priority = n
						}
					}
					list = append(list, s)
				}
			}
		}
	}
	slices.SortStableFunc(list, func(a, b starter) int { return a.priority - b.priority })
	return list
}

// used tells whether something calls the entry, or takes its address: what begins in it would begin again.
func (l *linker) used(v *core.Var) bool {
	found := false
	l.each(func(*core.Func, core.Stmt) {}, func(x core.Place) {
		p, ok := x.(*core.VarPlace)
		found = found || ok && p.Var == v
	})
	return found
}

// once does what is given when the entry is called for the first time.
func (l *linker) once(entry *core.Func, list []core.Stmt) core.Stmt {
	at, in := entry.Pos, l.prog.Types.Basic(types.Int)
	v := &core.Var{Name: "begun", Type: in, Pos: at, Unit: entry.Var.Unit, Storage: core.Static, Local: true, Defined: true, Temp: true}
	u := l.prog.Units[entry.Var.Unit]
	u.Globals = append([]core.Global{&core.VarDef{Var: v}}, u.Globals...)
	begun := func() core.Place { return &core.VarPlace{At: at, Var: v} }
	set := &core.Assign{At: at, Dst: begun(), Src: &core.IntConst{At: at, Value: types.IntOf(1), Typ: in}}
	first := &core.Unary{At: at, Op: core.Not, X: &core.Load{At: at, X: begun()}, Typ: in}
	return &core.If{At: at, X: first, Then: &core.Block{At: at, List: append([]core.Stmt{set}, list...), End: at}}
}

// each goes through all functions and initializers.
func (l *linker) each(stmt func(f *core.Func, s core.Stmt), place func(x core.Place)) {
	none := func(*core.Expr) {}
	for _, u := range l.prog.Units {
		for _, g := range u.Globals {
			switch g := g.(type) {
			case *core.VarDef:
				core.InitParts(g.Var.Init, none, place)
			case *core.FuncDef:
				core.EachStmt(g.Func.Body, func(s core.Stmt) {
					stmt(g.Func, s)
					core.Parts(s, none, place)
				})
			}
		}
	}
}

// given is a call of a constructor, which glibc gives what it gives main; nil if main does not take all of that.
func (l *linker) given(v *core.Var, entry *core.Func) core.Stmt {
	call := l.call(v)
	for i, p := range l.defs[v].Params {
		if i >= len(entry.Params) || entry.Var.Name != "main" || !l.prog.Types.Compatible(entry.Params[i].Type.Unqual(), p.Type.Unqual()) {
			return nil
		}
		at := v.Pos
		call.Args = append(call.Args, &core.Load{At: at, X: &core.VarPlace{At: at, Var: entry.Params[i]}})
	}
	return call
}

// call calls a function without arguments, and drops its result.
func (l *linker) call(v *core.Var) *core.Call {
	at := l.defs[v].Pos
	return &core.Call{At: at, Fun: &core.AddrOf{At: at, X: &core.VarPlace{At: at, Var: v}, Typ: l.prog.Types.Pointer(v.Type)}}
}

// notAtExit are the functions of the library by which a program may come to its end in another way than by exit or the end of main, or which
// have exit call something else.
var notAtExit = []string{"atexit", "on_exit", "__cxa_atexit", "pthread_exit", "thrd_exit", "err", "errx", "verr", "verrx", "error", "error_at_line"}

// ends calls destructors where the entry returns and before calls of exit. It is false, and nothing is changed, where the program may end in
// another way that runs them.
func (l *linker) ends(entry *core.Func, list []starter) bool {
	exit := map[*core.Var]bool{}
	other := false
	for _, v := range l.vars {
		if v.Type.Kind == types.Func && !l.defined(v) {
			exit[v] = v.Name == "exit"
		}
	}
	for _, s := range list {
		other = other || len(l.defs[s.v].Params) > 0
	}
	named, called := 0, 0
	l.each(func(_ *core.Func, s core.Stmt) {
		if c, ok := s.(*core.Call); ok && exit[core.Called(c.Fun)] {
			called++
		}
	}, func(x core.Place) {
		p, ok := x.(*core.VarPlace)
		if ok && exit[p.Var] {
			named++
		}
		other = other || ok && slices.Contains(notAtExit, p.Var.Name)
	})
	if other || named != called {
		return false
	}
	calls := func() (calls []core.Stmt) {
		for _, s := range slices.Backward(list) {
			calls = append(calls, l.call(s.v))
		}
		return calls
	}
	for _, f := range l.defs {
		running := slices.ContainsFunc(list, func(s starter) bool { return s.v == f.Var })
		core.Replace(f.Body, func(s core.Stmt) []core.Stmt {
			switch s := s.(type) {
			case *core.Call:
				if exit[core.Called(s.Fun)] && !running {
					return append(calls(), s)
				}
			case *core.Return:
				if f != entry {
					break
				}
				if s.X == nil {
					return append(calls(), s)
				}
				v := &core.Var{Type: s.X.Type(), Pos: s.At, Unit: f.Var.Unit, Temp: true}
				f.Temps = append(f.Temps, v)
				list := append([]core.Stmt{&core.Assign{At: s.At, Dst: &core.VarPlace{At: s.At, Var: v}, Src: s.X}}, calls()...)
				return append(list, &core.Return{At: s.At, X: &core.Load{At: s.At, X: &core.VarPlace{At: s.At, Var: v}}})
			}
			return []core.Stmt{s}
		})
	}
	if n := len(entry.Body.List); n == 0 || !isReturn(entry.Body.List[n-1]) {
		entry.Body.List = append(entry.Body.List, calls()...)
	}
	return true
}

func isReturn(s core.Stmt) bool {
	_, ok := s.(*core.Return)
	return ok
}

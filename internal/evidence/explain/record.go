package explain

import (
	"fmt"
	"slices"
	"strings"

	"craig/internal/evidence/csource"
	"craig/internal/evidence/verdict"
	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// step is an edge that was executed.
type step struct {
	interp.Step
	frame   int // of a program with calls: which call; else 0
	matters bool
}

// recorder follows an execution.
type recorder struct {
	p     *ir.Program
	t     *verdict.Trace
	names *names
	steps []step

	frames []int           // the active calls of a program with calls, the innermost last
	top    int             // the number of calls so far
	calls  map[int]int     // by frame: the step that calls
	read   map[string]bool // the addresses of what memory has held from the beginning, and matters; nil: all
	entry  []csource.Change
	byCall map[string]*ir.Instance
	temps  map[*ir.Var]*ir.Expr // what stands in the one place where they are assigned, or themselves
}

func newRecorder(p *ir.Program, t *verdict.Trace) *recorder {
	r := &recorder{p: p, t: t, names: newNames(p, t), frames: []int{0}, calls: map[int]int{}, byCall: map[string]*ir.Instance{}}
	for _, i := range p.Instances {
		if key := fmt.Sprint(i.Calls); r.byCall[key] == nil {
			r.byCall[key] = i
		}
	}
	return r
}

// step is told of every edge taken.
func (r *recorder) step(s interp.Step) {
	_, called := s.Edge.Stmt.(*ir.Call)
	if called && s.Left {
		r.frames = r.frames[:len(r.frames)-1]
	}
	at := step{Step: s, frame: r.frames[len(r.frames)-1]}
	at.Loads = slices.Clone(s.Loads)
	r.steps = append(r.steps, at)
	if called && !s.Left {
		r.top++
		r.frames = append(r.frames, r.top)
		r.calls[r.top] = len(r.steps) - 1
	}
}

// outside is the name of the function of the program in whose call of the library info is.
func (r *recorder) outside(info *ir.LocInfo) string {
	name, _ := r.caller(info)
	return name
}

// caller is the function of the program that has called the model that info is in, with its instance; info's
// own if it is in none.
func (r *recorder) caller(info *ir.LocInfo) (string, *ir.Instance) {
	if !info.Pos.InModel() {
		return info.Function(), info.Instance
	}
	calls := info.Calls()
	for len(calls) > 0 {
		last := calls[len(calls)-1]
		calls = calls[:len(calls)-1]
		if !last.InModel() {
			break
		}
	}
	if i := r.byCall[fmt.Sprint(calls)]; i != nil && len(calls) > 0 {
		return i.Func, i
	}
	return r.p.Main.Name, nil
}

// modelCalled is the function of the library that the program calls where info is in a model.
func (r *recorder) modelCalled(info *ir.LocInfo) string {
	calls := info.Calls()
	for i, at := range calls {
		if !at.InModel() && (i+1 == len(calls) || calls[i+1].InModel()) {
			if in := r.byCall[fmt.Sprint(calls[:i+1])]; in != nil && in.Func != "" {
				return in.Func
			}
		}
	}
	return ""
}

// lines groups the steps by visits to lines.
func (r *recorder) lines() (list []Line) {
	env := r.p.Environment
	for i := range r.steps {
		s := &r.steps[i]
		from := r.p.Locs[s.Edge.From]
		places := r.p.Places(s.Edge)
		if len(places) == 0 || places[0].Line == 0 {
			r.names.changed(s) // so that what is assembled of bytes is right
			continue
		}
		name, value, ok := r.names.changed(s)
		if env != nil && places[0].File == env.Name() {
			r.surrounding(s, name, value, ok)
			continue
		}
		if to := r.p.Locs[s.Edge.To]; to.Instance != from.Instance && to.Thread() == from.Thread() && len(to.Calls()) < len(from.Calls()) {
			from = to // a return belongs to the caller
		}
		fn, instance := r.caller(from)
		var id any = instance
		if len(r.calls) > 0 {
			id = s.frame
		}
		var calls []ir.Pos
		if instance != nil {
			calls = instance.Calls
		}
		if env != nil && len(calls) > 0 && calls[0].File == env.Name() {
			calls = calls[1:]
		}
		at := places[0]
		depth := len(calls)
		if len(r.calls) > 0 {
			depth = r.depth(s.frame)
		}
		k := len(list) - 1
		if k < 0 || list[k].instance != id || list[k].Pos.File != at.File || list[k].Pos.Line != at.Line || r.again(&list[k], s, fn) {
			list = append(list, Line{Pos: at, Function: fn, Thread: from.Thread(), Calls: calls, Depth: depth, Entered: k < 0 || list[k].instance != id, instance: id})
			k++
		}
		l := &list[k]
		if s.matters && (ok || s.Edge.Branch != 0 && !from.Pos.InModel()) {
			l.Matters = true
		}
		if s.Edge.Branch != 0 && !from.Pos.InModel() {
			if text := r.condition(s.Edge); !slices.Contains(l.Branches, text) {
				l.Branches = append(l.Branches, text)
				l.Events = append(l.Events, Event{Text: text, Matters: s.matters})
			}
		}
		if !ok {
			continue
		}
		if h, is := s.Edge.Stmt.(*ir.Havoc); is && h.Source == ir.FromUninitialised && s.Var.Home != nil {
			continue // what a new object happens to hold
		}
		if value == name && r.names.given(name) { // the same pointer, passed on
			continue
		}
		if value == name { // an array of the same name
			value = "&" + value + "[0]"
		}
		change := csource.Change{Name: name, Value: value}
		event := Event{Text: name + " = " + value, Matters: s.matters, name: name}
		if lock, what, ok := r.becomes(from, name); ok {
			name, change = lock, csource.Change{Name: lock, Value: what}
			event = Event{Text: lock + " is " + what, Matters: s.matters, name: lock}
		}
		l.Events = slices.DeleteFunc(l.Events, func(e Event) bool {
			event.Matters = event.Matters || e.name == name && e.Matters
			return e.name == name
		})
		l.Events = append(l.Events, event)
		if j := slices.IndexFunc(l.Changes, func(c csource.Change) bool { return c.Name == name }); j >= 0 {
			l.Changes[j] = change
		} else {
			l.Changes = append(l.Changes, change)
		}
	}
	return slices.DeleteFunc(list, func(l Line) bool { return len(l.Changes) == 0 && len(l.Branches) == 0 })
}

// given says that name is that of a pointer which the entry function is given.
func (n *names) given(name string) bool {
	if n.p.Environment == nil {
		return false
	}
	for _, path := range n.p.Environment.Paths {
		if path == name {
			return true
		}
	}
	return false
}

// again says whether s begins another round of a loop on one line.
func (r *recorder) again(l *Line, s *step, fn string) bool {
	return s.Edge.Branch != 0 && r.p.Locs[s.Edge.From].Loop && len(l.Branches) > 0 && slices.Contains(l.Branches, r.condition(s.Edge))
}

func (r *recorder) depth(frame int) (n int) {
	for frame != 0 {
		n++
		frame = r.steps[r.calls[frame]].frame
	}
	return n
}

// surrounding notes what a step of the surroundings of the entry function gives to it.
func (r *recorder) surrounding(s *step, name, value string, ok bool) {
	env := r.p.Environment
	if !ok {
		return
	}
	parameter := (env.Function != "main" || s.matters) && s.Var != nil && s.Var.Instance != nil && s.Var.Instance.Func == env.Function && len(s.Var.Instance.Calls) == 1
	if v := s.Var; v != nil && v.Instance == nil && v.Func == r.p.Main && strings.HasPrefix(v.Name, env.Function+"::") { // of a program that pass.Descents has made
		parameter = true
	}
	if call, is := s.Edge.Stmt.(*ir.Call); is && !s.Left && call.Callee != nil && call.Callee.Name == env.Function {
		return
	}
	switch {
	case value == name && r.names.given(name) && (parameter || s.matters): // what the pointer leads to is called by its name
		if size := r.names.extent(s.Value); size != "" {
			r.entry = append(r.entry, csource.Change{Name: name, Value: size})
		}
	case parameter, s.matters && (strings.ContainsAny(name, ".[>*") || s.Var != nil && s.Var.Func == nil):
		r.entry = append(r.entry, csource.Change{Name: name, Value: value})
	}
}

// condition is what holds where a branch is taken, as C has it.
func (r *recorder) condition(e *ir.Edge) string {
	a, ok := e.Stmt.(*ir.Assume)
	if ok {
		a = &ir.Assume{Cond: r.written(a.Cond)}
		ir.Walk(a.Cond, func(x *ir.Expr) bool {
			switch {
			case x.Op == ir.OpVar && (x.Var.CName == "" || x.Var.Type.Kind == ir.Memory), x.Op == ir.OpLoad, x.Op == ir.OpIte, x.Op == ir.OpInRange, x.Op == ir.OpPtrAdd, x.Op == ir.OpAddr,
				x.Op == ir.OpPtrDiff, x.Op >= ir.OpInObject && x.Op <= ir.OpExtent:
				ok = false
			}
			return ok
		})
	}
	if ok {
		text := r.p.CExpr(a.Cond)
		if r.p.Environment != nil {
			ir.Walk(a.Cond, func(x *ir.Expr) bool {
				if x.Op == ir.OpVar {
					text = strings.ReplaceAll(text, x.Var.CName, r.p.Environment.Shown(x.Var.CName))
				}
				return true
			})
		}
		return text
	}
	if a != nil {
		if text := r.compared(a.Cond); text != "" {
			return text
		}
	}
	return map[bool]string{true: "the condition is true", false: "the condition is false"}[e.Branch == 1]
}

// compared says how a value without a name compares with a constant, as that of a switch with a case, or an element with 0; "" of
// other conditions.
func (r *recorder) compared(c *ir.Expr) string {
	is := true
	for c.Op == ir.OpNot {
		c, is = c.Args[0], !is
	}
	if c.Op != ir.OpEq && c.Op != ir.OpNe || !c.Args[1].IsConst() || c.Args[0].Type.Kind != ir.Integer {
		return ""
	}
	if is == (c.Op == ir.OpEq) {
		return "the value is " + r.p.CExpr(c.Args[1])
	}
	return "the value is not " + r.p.CExpr(c.Args[1])
}

// written is e with what temporaries that are assigned in one place stand for.
func (r *recorder) written(e *ir.Expr) *ir.Expr {
	if r.temps == nil {
		r.temps = map[*ir.Var]*ir.Expr{}
		for _, e := range r.p.Edges {
			if e == nil {
				continue
			}
			v := ir.Written(e.Stmt)
			if v == nil || v.CName != "" || v.Func == nil {
				continue
			}
			if a, ok := e.Stmt.(*ir.Assign); ok && r.temps[v] == nil {
				r.temps[v] = a.Expr
			} else {
				r.temps[v] = ir.VarExpr(v)
			}
		}
	}
	for range maxWritten {
		next := ir.Subst(e, func(v *ir.Var) *ir.Expr { return r.temps[v] })
		if ir.Equal(next, e) || ir.Size(next, 2*maxShown) > maxShown {
			break
		}
		e = next
	}
	return e
}

const (
	maxWritten = 6  // temporaries that stand for each other
	maxShown   = 40 // operators and operands of a condition
)

// extent says how large what is at an address is.
func (n *names) extent(addr num.Int) string {
	o, b, off := n.find(addr)
	size := int64(-1)
	switch {
	case b != nil:
		size = b.Size
	case o != nil:
		size = o.Size
	}
	if off != 0 || size < 0 {
		return ""
	}
	if size == 1 {
		return "a pointer to 1 byte"
	}
	return fmt.Sprintf("a pointer to %d bytes", size)
}

package belief

import (
	"maps"
	"slices"

	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// Lost is a way out of a function, or of a block of it, or a statement that gives a variable another value, on which the text shows that nothing leads any more to what a call has given: no way there has freed, returned or stored
// it, or passed it to something that may keep it. That counts where the call gives a block or an open file, and Pointer is not null.
type Lost struct {
	Pointer   string   // the variable that alone leads there
	By        string   // what is called: a function, or where a pointer to one is, as Flow has it
	Given     core.Pos // the call
	Leave     core.Pos // the return, the closing brace, or the statement
	Otherwise bool     // on another way the function sees to it
	Sure      bool     // no way there is one on which the call was not made
}

// LostIn are the losses of a function, in the order of the walk, each once.
func LostIn(f *core.Func, c *Callees) []Lost {
	w := c.lost(f, nil)
	w.jumped(f)
	for i, l := range w.found {
		w.found[i].Otherwise, w.found[i].Sure = w.kept[l.Given], !w.maybe[l.Given]
	}
	return w.found
}

// Gives are the functions, or pointers to functions, whose results a function hands to its caller, who alone leads to them then; nil if it may give
// anything else but null.
func Gives(f *core.Func, c *Callees) []string { return c.gives(f) }

func (c *Callees) gives(f *core.Func) []string {
	if list, ok := c.given[f]; ok {
		return list
	}
	c.given[f] = nil // if it calls itself
	if t := f.Var.Type; t.Kind != types.Func || t.Sig.Result.Kind != types.Pointer {
		return nil
	}
	if w := c.lost(f, nil); !w.others {
		c.given[f], c.fails[f] = w.gives, w.fails
	}
	return c.given[f]
}

// Fails tells whether a function that hands to its caller what others give, as Gives has it, may hand on that they give null, or gives null itself. One that ends the program then does not.
func Fails(f *core.Func, c *Callees) bool { return len(c.gives(f)) > 0 && c.fails[f] }

// lookers are functions of the library that keep nothing of what they are given.
var lookers = []string{
	"memset", "memcpy", "memmove", "memcmp", "memchr", "strlen", "strnlen", "strcmp", "strncmp", "strcpy", "strncpy", "strcat", "strncat", "sprintf", "snprintf",
	"printf", "fprintf", "puts", "fputs", "fputc", "putc", "fread", "fwrite", "fgets", "fgetc", "getc", "ungetc", "fscanf", "sscanf", "fseek", "fseeko", "ftell", "ftello", "rewind", "feof", "ferror",
	"clearerr", "fflush", "fileno", "atoi", "atol", "atof", "qsort", "read", "write", "recv", "send", "stat", "fstat", "perror", "readdir",
}

// handers are those of lookers that return their first argument: what they return leads to what that does. Others return a pointer into it, or null.
var (
	handers = []string{"memset", "memcpy", "memmove", "strcpy", "strncpy", "strcat", "strncat"}
	finders = []string{"memchr", "fgets"}
)

// keeps tells whether a function may keep an argument, or free it.
func (c *Callees) keeps(name string, i int) bool {
	f := c.bodies[name]
	switch {
	case f == nil:
		return !slices.Contains(lookers, name)
	case i >= len(f.Params) || f.Params[i].Type.Kind != types.Pointer:
		return true
	}
	v := f.Params[i]
	if keeps, ok := c.kept[v]; ok {
		return keeps
	}
	c.kept[v] = true // if it calls itself
	w := c.lost(f, v)
	c.kept[v] = w.kept[v.Pos] || !w.mine(v)
	return c.kept[v]
}

// owned are variables that lead to what a call has given, or are null, by the calls; those that are null are there without one. It is nil where control does not come.
type owned map[*core.Var]core.Pos

var isNothing core.Pos

type lostWalker struct {
	*Callees
	escapes map[*core.Var]bool
	scope   map[*core.Var]bool  // variables that there are, and parameters
	by      map[core.Pos]string // what is called
	order   []core.Pos          // of these calls
	kept    map[core.Pos]bool   // calls whose results are seen to on some way
	found   []Lost
	quiet   int // rounds of loops whose beginning is not known yet

	breaks, continues, heads []owned // of the loops and switches around; heads are where switches begin
	jumps                    map[*core.Label]owned
	back                     map[*core.Label]bool // labels that a goto behind them names

	maybe   map[core.Pos]bool       // calls whose results meet null
	either  map[core.Pos][]core.Pos // calls one of which has given what a variable without a name leads to
	past    map[core.Pos]core.Pos   // calls in earlier rounds of loops, which have places of their own, and where they are
	tried   map[core.Pos]bool       // calls whose results are tested somewhere
	leaving []leaving               // gotos

	gives  []string
	fails  bool // it may return null
	others bool // it returns something that no call has given
}

// leaving is a goto, and what variables lead to there.
type leaving struct {
	*core.Goto
	in owned
}

// lost has gone through a function, one of whose parameters may count as what a call has given.
func (c *Callees) lost(f *core.Func, given *core.Var) *lostWalker {
	w := &lostWalker{Callees: c, scope: map[*core.Var]bool{}, by: map[core.Pos]string{}, kept: map[core.Pos]bool{}, jumps: map[*core.Label]owned{}, back: map[*core.Label]bool{},
		past: map[core.Pos]core.Pos{}, either: map[core.Pos][]core.Pos{}, maybe: map[core.Pos]bool{}, tried: map[core.Pos]bool{}}
	addresses, seen := &walker{escapes: map[*core.Var]bool{}}, map[*core.Label]bool{}
	core.EachStmt(f.Body, func(s core.Stmt) {
		addresses.addresses(s)
		switch s := s.(type) {
		case *core.Labeled:
			seen[s.Label] = true
		case *core.Goto:
			w.back[s.Label] = w.back[s.Label] || seen[s.Label]
		}
	})
	w.escapes = addresses.escapes
	in := owned{}
	for _, v := range f.Params {
		w.scope[v] = true
	}
	if given != nil {
		in[given] = given.Pos
	}
	w.block(f.Body, in)
	return w
}

// mine tells whether a variable is one that nothing but the statements that name it can change.
func (w *lostWalker) mine(v *core.Var) bool {
	return (v.Storage == core.Auto || v.Storage == core.Param) && v.Type.Kind == types.Pointer && !w.escapes[v] && v.Cleanup == nil && !volatile(&core.VarPlace{Var: v})
}

// meet is what holds where control comes from one place or another.
func (w *lostWalker) meet(a, b owned) owned {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	c, may := owned{}, map[core.Pos]bool{} // what a variable may lead to of which nothing is known from here on
	for _, x := range [][2]owned{{a, b}, {b, a}} {
		for v, call := range x[0] {
			if other, ok := x[1][v]; (!ok || other != call && other != isNothing) && v.Written() != "" {
				may[call] = true
			}
		}
	}
	delete(may, isNothing)
	for v, x := range a {
		y, ok := b[v]
		switch {
		case !ok || may[x] || may[y]:
		case x == y:
			c[v] = x
		case y == isNothing:
			c[v], w.maybe[w.place(x)] = x, true
		case x == isNothing:
			c[v], w.maybe[w.place(y)] = y, true
		case v.Written() == "": // as in all ? calloc(1, n) : malloc(n)
			c[v] = x
			w.either[x] = append(w.either[x], y)
		}
	}
	return c
}

func (w *lostWalker) block(b *core.Block, in owned) owned {
	if b == nil {
		return in
	}
	var declared []*core.Var
	for _, s := range b.List {
		if d, ok := s.(*core.Declare); ok {
			declared = append(declared, d.Var)
			w.scope[d.Var] = true
		}
		in = w.stmt(s, in)
	}
	for _, call := range w.calls(in) {
		if !w.leads(in, call, func(v *core.Var) bool { return v.Written() != "" && !slices.Contains(declared, v) }) {
			w.leave(in, call, b.End)
		}
	}
	for _, v := range declared {
		delete(in, v)
		delete(w.scope, v)
	}
	return in
}

// calls are those whose results variables lead to, in the order of the walk.
func (w *lostWalker) calls(in owned) (list []core.Pos) {
	for _, call := range w.order {
		if w.leads(in, call, func(*core.Var) bool { return true }) {
			list = append(list, call)
		}
	}
	return list
}

// leads tells whether one of some variables leads to the result of a call.
func (w *lostWalker) leads(in owned, call core.Pos, of func(*core.Var) bool) bool {
	for v, x := range in {
		if x == call && of(v) {
			return true
		}
	}
	return false
}

// leave notes that the result of a call is lost.
func (w *lostWalker) leave(in owned, call, at core.Pos) {
	name := ""
	for v, x := range in {
		if n := v.Written(); x == call && n != "" && w.scope[v] && (name == "" || n < name) {
			name = n
		}
	}
	l := Lost{Pointer: name, By: w.by[call], Given: w.place(call), Leave: at}
	if name != "" && w.quiet == 0 && !slices.Contains(w.found, l) {
		w.found = append(w.found, l)
	}
}

// place is where a call is.
func (w *lostWalker) place(call core.Pos) core.Pos {
	if at, ok := w.past[call]; ok {
		return at
	}
	return call
}

// again has a call be another one than in the rounds of loops before: what it has given then is something else.
func (w *lostWalker) again(call core.Pos, in owned) {
	if !w.leads(in, call, func(*core.Var) bool { return true }) {
		return
	}
	before := core.Pos{Written: call.Written, Used: call.Used, Unit: -1 - call.Unit}
	maps.DeleteFunc(in, func(v *core.Var, x core.Pos) bool { return x == call && v.Written() == "" })
	for v, x := range in {
		if x == call {
			in[v] = before
		}
	}
	if w.past[before] == (core.Pos{}) {
		w.past[before], w.by[before] = call, w.by[call]
		w.order = append(w.order, before)
	}
}

// jumped notes what is lost by a goto to a label behind which nothing names the variables that lead to it, where other ways to the label have seen to it.
func (w *lostWalker) jumped(f *core.Func) {
	behind := map[*core.Label]map[*core.Var]bool{} // what is named behind the labels of the outermost block
	for _, s := range f.Body.List {
		if l, ok := s.(*core.Labeled); ok && !w.back[l.Label] {
			behind[l.Label] = map[*core.Var]bool{}
		}
		core.EachStmt(&core.Block{List: []core.Stmt{s}}, func(s core.Stmt) {
			core.Parts(s, func(*core.Expr) {}, func(p core.Place) {
				for _, set := range behind {
					maps.Copy(set, variables(p))
				}
			})
		})
	}
	for _, x := range w.leaving {
		named, ok := behind[x.Label]
		if !ok {
			continue
		}
		for _, call := range w.calls(x.in) {
			known := slices.ContainsFunc(w.found, func(l Lost) bool { return l.Given == w.place(call) })
			if !known && w.kept[w.place(call)] && !w.leads(x.in, call, func(v *core.Var) bool { return named[v] }) {
				w.scope = map[*core.Var]bool{}
				for v := range x.in {
					w.scope[v] = true
				}
				w.leave(x.in, call, x.At)
			}
		}
	}
}

// release has what a variable leads to seen to.
func (w *lostWalker) release(v *core.Var, in owned) {
	if call, ok := in[v]; ok && call != isNothing {
		w.kept[w.place(call)] = true
		maps.DeleteFunc(in, func(_ *core.Var, x core.Pos) bool { return x == call })
	}
}

// hand has all seen to that a value may lead to. An access by a pointer hands nothing on, nor does a comparison.
func (w *lostWalker) hand(x core.Expr, in owned) {
	switch x := x.(type) {
	case nil:
		return
	case *core.Load:
		if v, ok := x.X.(*core.VarPlace); ok {
			w.release(v.Var, in)
		}
		return
	case *core.AddrOf:
		w.inside(x.X, in)
		return
	case *core.Decay:
		w.inside(x.X, in)
		return
	case *core.PtrDiff, *core.Logical:
		return
	case *core.Unary:
		if x.Op == core.Not {
			return
		}
	case *core.Binary:
		if x.Op.IsComparison() {
			return
		}
	case *core.Cond:
		w.hand(x.Then, in)
		w.hand(x.Else, in)
		return
	}
	for y := range core.Operands(x) {
		w.hand(y, in)
	}
}

// inside has that seen to which the address of a place is in.
func (w *lostWalker) inside(p core.Place, in owned) {
	switch p := p.(type) {
	case *core.FieldPlace:
		w.inside(p.X, in)
	case *core.PartPlace:
		w.inside(p.X, in)
	case *core.DerefPlace:
		w.hand(p.X, in)
	}
}

// over notes what is lost where a variable gets another value at a position.
func (w *lostWalker) over(v *core.Var, in owned, at core.Pos) {
	if call, ok := in[v]; ok && w.by[call] != "" && v.Written() != "" && !w.leads(in, call, func(u *core.Var) bool { return u != v && u.Written() != "" }) {
		w.leave(in, call, at)
	}
}

// set gives a place a value.
func (w *lostWalker) set(dst core.Place, src core.Expr, in owned, pos core.Pos) {
	to, ok := dst.(*core.VarPlace)
	if !ok || !w.mine(to.Var) {
		before, call := maps.Clone(in), w.inIt(dst, in)
		kept := w.kept[w.place(call)]
		w.hand(src, in)
		if call != isNothing { // what is stored in itself, as in p->next = p->first, leads nobody to it
			w.kept[w.place(call)] = kept
			maps.DeleteFunc(before, func(_ *core.Var, x core.Pos) bool { return x != call })
			maps.Copy(in, before)
		}
		return
	}
	if null(src) {
		w.over(to.Var, in, pos)
		in[to.Var] = isNothing
		return
	}
	if l, ok := core.Unconverted(src).(*core.Load); ok {
		if v, ok := l.X.(*core.VarPlace); ok && w.mine(v.Var) {
			if v.Var != to.Var && in[to.Var] != in[v.Var] {
				w.over(to.Var, in, pos)
			}
			if call, ok := in[v.Var]; ok {
				in[to.Var] = call
			} else {
				delete(in, to.Var)
			}
			return
		}
	}
	w.hand(src, in)
	w.over(to.Var, in, pos)
	delete(in, to.Var)
}

// inIt is the call that has given the block that a place is in, as far as variables lead there.
func (w *lostWalker) inIt(p core.Place, in owned) core.Pos {
	for {
		switch q := p.(type) {
		case *core.FieldPlace:
			p = q.X
		case *core.PartPlace:
			p = q.X
		case *core.DerefPlace:
			if l, ok := pointer(q.X); ok {
				if v, ok := l.X.(*core.VarPlace); ok {
					return in[v.Var]
				}
			}
			return isNothing
		default:
			return isNothing
		}
	}
}

// assume is what is left where a condition has been found true, or false.
func (w *lostWalker) assume(x core.Expr, truth bool, in owned) owned {
	switch y := x.(type) {
	case *core.Logical:
		if y.Or != truth {
			if in = w.assume(y.X, truth, in); in != nil {
				in = w.assume(y.Y, truth, in)
			}
		}
	case *core.Unary:
		if y.Op == core.Not {
			return w.assume(y.X, !truth, in)
		}
	case *core.Convert:
		return w.assume(y.X, truth, in)
	case *core.Binary:
		switch {
		case y.Op != core.Eq && y.Op != core.Ne:
		case null(y.Y):
			return w.assume(y.X, truth == (y.Op == core.Ne), in)
		case null(y.X):
			return w.assume(y.Y, truth == (y.Op == core.Ne), in)
		}
	case *core.Load:
		v, ok := y.X.(*core.VarPlace)
		if !ok || !w.mine(v.Var) {
			return in
		}
		call, known := in[v.Var]
		w.tried[call] = true
		switch {
		case truth && known && call == isNothing:
			return nil
		case !truth && known:
			for u, x := range in {
				if x == call {
					in[u] = isNothing
				}
			}
		case !truth:
			in[v.Var] = isNothing
		}
	}
	return in
}

func (w *lostWalker) stmt(s core.Stmt, in owned) owned {
	switch s := s.(type) {
	case *core.Case:
		return w.meet(in, maps.Clone(w.heads[len(w.heads)-1]))
	case *core.Labeled:
		if w.back[s.Label] {
			return owned{}
		}
		return w.meet(in, maps.Clone(w.jumps[s.Label]))
	}
	if in == nil {
		for _, b := range core.Inner(s) { // for labels in it
			w.block(b, nil)
		}
		return nil
	}
	switch s := s.(type) {
	case *core.Goto:
		if w.quiet == 0 {
			w.leaving = append(w.leaving, leaving{s, maps.Clone(in)})
		}
		w.jumps[s.Label] = w.meet(w.jumps[s.Label], in)
		return nil
	case *core.Return:
		w.returns(s, in)
		return nil
	case *core.GotoPtr:
		return nil
	case *core.Break:
		w.breaks[len(w.breaks)-1] = w.meet(w.breaks[len(w.breaks)-1], in)
		return nil
	case *core.Continue:
		w.continues[len(w.continues)-1] = w.meet(w.continues[len(w.continues)-1], in)
		return nil
	case *core.Block:
		return w.block(s, in)
	case *core.If:
		yes, no := w.assume(s.X, true, maps.Clone(in)), w.assume(s.X, false, maps.Clone(in))
		return w.meet(w.block(s.Then, yes), w.block(s.Else, no))
	case *core.Loop:
		return w.loop(s, in)
	case *core.Switch:
		w.breaks, w.heads = append(w.breaks, nil), append(w.heads, in)
		out := w.meet(w.block(s.Body, nil), w.breaks[len(w.breaks)-1])
		w.breaks, w.heads = w.breaks[:len(w.breaks)-1], w.heads[:len(w.heads)-1]
		return w.meet(out, in)
	case *core.Assign:
		w.set(s.Dst, s.Src, in, s.At)
	case *core.Declare:
		delete(in, s.Var)
		if x, ok := s.Init.(*core.ExprInit); ok {
			w.set(&core.VarPlace{Var: s.Var}, x.X, in, s.At)
		} else if s.Init == nil && w.mine(s.Var) && s.Var.Storage == core.Auto { // a trap has it be null
			in[s.Var] = isNothing
		} else {
			core.InitParts(s.Init, func(at *core.Expr) { w.hand(*at, in) }, func(core.Place) {})
		}
	case *core.Call:
		return w.call(s, in)
	case *core.Eval, *core.Remark:
	default:
		core.Parts(s, func(at *core.Expr) { w.hand(*at, in) }, func(core.Place) {})
		dst := map[*core.Var]bool{}
		(&walker{}).dst(s, dst)
		for v := range dst {
			delete(in, v)
		}
	}
	return in
}

// loop looks for what holds in each round, and then at a round.
func (w *lostWalker) loop(s *core.Loop, in owned) owned {
	round := func(begin owned) (end, out owned) {
		w.breaks, w.continues = append(w.breaks, nil), append(w.continues, nil)
		end = w.block(s.Body, maps.Clone(begin))
		n := len(w.continues) - 1
		end = w.meet(end, w.continues[n])
		w.continues = w.continues[:n]
		end = w.block(s.Step, end)
		out = w.breaks[len(w.breaks)-1]
		w.breaks = w.breaks[:len(w.breaks)-1]
		return end, out
	}
	begin := in
	w.quiet++
	for n := 0; ; n++ {
		end, _ := round(begin)
		next := w.meet(maps.Clone(in), end)
		if maps.Equal(next, begin) {
			break
		}
		if begin = next; n == 3 {
			begin = owned{}
			break
		}
	}
	w.quiet--
	_, out := round(begin)
	return out
}

// returns notes what is lost where the function returns, and what it gives.
func (w *lostWalker) returns(s *core.Return, in owned) {
	w.others = w.others || s.X == nil || !w.gave(s.X, in)
	w.hand(s.X, in)
	for _, call := range w.calls(in) {
		w.leave(in, call, s.At)
	}
}

// gave tells whether a value is null, or all that leads to what a call has given.
func (w *lostWalker) gave(x core.Expr, in owned) bool {
	if null(x) {
		w.fails = true
		return true
	}
	l, ok := core.Unconverted(x).(*core.Load)
	if !ok {
		return false
	}
	v, ok := l.X.(*core.VarPlace)
	if !ok {
		return false
	}
	call, known := in[v.Var]
	for _, call := range append(w.either[call], call) {
		if by := w.by[call]; by != "" && !slices.Contains(w.gives, by) {
			w.gives = append(w.gives, by)
		}
	}
	w.fails = w.fails || call == isNothing || !w.tried[call]
	return known && (call == isNothing || w.by[call] != "")
}

// call is what holds behind a call.
func (w *lostWalker) call(s *core.Call, in owned) owned {
	name := Leads(s.Fun)
	for i, a := range s.Args {
		if w.keeps(name, i) {
			w.hand(a, in)
		}
	}
	if f := core.Called(s.Fun); f != nil && (f.NoReturn || slices.Contains([]string{"exit", "_exit", "abort", "longjmp"}, name)) {
		return nil
	}
	v, ok := s.Dst.(*core.VarPlace)
	switch {
	case s.Dst == nil || w.bodies[name] != nil || len(s.Args) == 0:
	case slices.Contains(handers, name):
		w.set(s.Dst, s.Args[0], in, s.At)
		return in
	case slices.Contains(finders, name):
		w.hand(s.Args[0], in)
	}
	if !ok {
		return in
	}
	w.over(v.Var, in, s.At)
	delete(in, v.Var)
	w.again(s.At, in)
	if f := w.bodies[name]; name == "" || !w.mine(v.Var) || f != nil && w.Callees.gives(f) == nil {
		return in
	}
	if w.by[s.At] == "" {
		w.order = append(w.order, s.At)
	}
	in[v.Var], w.by[s.At] = s.At, name
	return in
}

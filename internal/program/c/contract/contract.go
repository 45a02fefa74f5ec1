// Package contract puts what contracts say of functions where it has to hold, from core to core. What a function requires is taken for granted where it is the one that
// the program is about; calls from elsewhere, also those of the function by itself, are errors if it does not hold. What it ensures is checked where
// it is left. Clauses are evaluated without the goals of other properties.
package contract

import (
	"cmp"
	"slices"

	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// Config says what is asked.
type Config struct {
	Verified string // the function that the program is about
	Goals    bool   // clauses that do not hold are errors
	Variants bool   // what says why something ends is written to variables, for those who look for reasons
	Replace  bool   // calls of functions with contracts do what these say
	// Surroundings, if not nil, tells whether a function is one of the surroundings of the entry, whose calls are those that are verified.
	Surroundings func(*core.Func) bool
	Given        map[string]int64 // the parameters of Verified that lead to so many bytes at least
}

// Remark tells what is left out of the contracts of a program, and what that means.
type Remark struct {
	At   core.Pos
	Text string
}

// Apply puts the contracts of a program where they have to hold. What it cannot put there it leaves out.
func Apply(conf Config, prog *core.Program) (left []Remark) {
	defs := map[*core.Var]*core.Func{}
	for _, u := range prog.Units {
		for _, g := range u.Globals {
			if d, ok := g.(*core.FuncDef); ok {
				defs[d.Func.Var] = d.Func
			}
		}
	}
	measures, instead := map[*core.Var]*measure{}, map[*core.Var]*core.Var{}
	made, left := standIns(conf, prog, defs, measures, instead)
	var placers []*placer
	of := map[*core.Func]*placer{}
	for _, c := range prog.Contracts {
		f := defs[c.Func]
		if f == nil {
			continue // calls do what it says
		}
		p := of[f]
		if p == nil {
			p = &placer{conf: conf, prog: prog, f: f, verified: f.Var.Name == conf.Verified, kept: map[*core.Var]*core.Var{}, measures: measures}
			of[f] = p
			placers = append(placers, p)
		}
		p.contract(c)
	}
	for _, p := range placers {
		left = append(left, p.left...)
		p.finish()
	}
	for _, u := range prog.Units {
		for _, g := range slices.Clone(u.Globals) {
			d, ok := g.(*core.FuncDef)
			if !ok {
				continue
			}
			(&descent{conf, prog, d.Func, measures}).loops(d.Func.Body)
			left = append(left, loops(d.Func, d.Func.Body)...)
			if len(instead) > 0 && !slices.Contains(made, d.Func) && (conf.Surroundings == nil || !conf.Surroundings(d.Func)) {
				made = append(made, d.Func)
			}
		}
	}
	for _, f := range made {
		redirect(prog.Types, f.Body, instead)
		redirect(prog.Types, f.Leave, instead)
	}
	slices.SortFunc(left, func(a, b Remark) int { return cmp.Compare(a.At.Used, b.At.Used) })
	return left
}

// placer puts the contracts of one function into it.
type placer struct {
	conf     Config
	prog     *core.Program
	f        *core.Func
	verified bool

	provided, requires, together, old []core.Stmt
	ensures                           []core.Stmt
	measured, leave                   []core.Stmt // what has to get smaller in recursion, see descent
	left                              []Remark
	frames                            []*core.Frame
	asked                             []core.Stmt             // which say that no question has been asked
	mine                              *core.Var               // whether this call has chosen an address, see core.Fresh; nil: it does not
	kept                              map[*core.Var]*core.Var // the parameters as they were in the beginning
	entered                           *core.Var
	measures                          map[*core.Var]*measure
}

func (p *placer) truth() *types.Type { return p.prog.Types.Basic(types.Int) }

// temp is a new variable of the function.
func (p *placer) temp(t *types.Type, at core.Pos) *core.Var {
	v := &core.Var{Type: t.Unqual(), Pos: at, Unit: p.f.Var.Unit, Temp: true}
	p.f.Temps = append(p.f.Temps, v)
	return v
}

func load(v *core.Var, at core.Pos) core.Expr {
	return &core.Load{At: at, X: &core.VarPlace{At: at, Var: v}}
}

func block(at core.Pos, list ...core.Stmt) *core.Block {
	return &core.Block{At: at, List: list, End: at}
}

// contract adds what a contract says.
func (p *placer) contract(c *core.Contract) {
	own := func(v *core.Var) *core.Var { // the function's own parameter
		if i := slices.Index(c.Params, v); i >= 0 && i < len(p.f.Params) {
			return p.f.Params[i]
		}
		return nil
	}
	if !c.Own {
		for _, v := range c.Temps {
			if v != c.Result && !slices.Contains(p.f.Temps, v) {
				p.f.Temps = append(p.f.Temps, v)
			}
		}
	}
	if c.Result != nil {
		switch {
		case p.f.Result == nil:
			p.f.Result = c.Result
			if !c.Own {
				p.f.Temps = append(p.f.Temps, c.Result)
			}
		case c.Own && c.Result != p.f.Result: // the first one came from a declaration
			own = p.and(own, c.Result)
		case c.Result != p.f.Result:
			own = p.and(own, c.Result)
		}
	}
	here := func(x core.Expr) core.Expr { return core.Substitute(x, own, none) }
	if c.Assigns && p.conf.Goals {
		f := &core.Frame{Name: p.f.Var.Name, Said: c.Said, Vars: p.f.Params}
		for _, t := range c.Targets {
			f.Targets = append(f.Targets, core.SubstituteIn(t, own))
		}
		p.frames = append(p.frames, f)
	}
	if v := c.Variant; v != nil && p.measured == nil {
		own := *v
		own.Measures = nil
		for _, m := range v.Measures {
			own.Measures = append(own.Measures, here(m))
		}
		p.measured, p.leave, p.left = (&descent{p.conf, p.prog, p.f, p.measures}).function(&own)
	}
	for _, k := range c.Clauses {
		switch {
		case k.Ensures:
			if !p.conf.Goals {
				continue
			}
			for _, s := range k.Old {
				p.old = append(p.old, s.Substitute(own).Stmt(k.At))
			}
			x := core.Substitute(here(k.X), p.before, none)
			core.Questions(x, p.newer)
			pre := core.SubstituteBlock(core.SubstituteBlock(k.Pre, own), p.before)
			p.ensures = append(p.ensures, &core.Claim{At: k.At, Pre: pre, X: x, Why: p.f.Var.Name + " is left without what it ensures: " + k.Said})
		case k.Together:
			if p.conf.Goals {
				p.together = append(p.together, &core.Claim{At: k.At, Pre: core.SubstituteBlock(k.Pre, own), X: here(k.X), Why: "it is not so that the contract of " + p.f.Var.Name + " has " + k.Said})
			}
		default:
			for _, s := range k.Old { // it is the value now
				p.requires = append(p.requires, s.Substitute(own).Stmt(k.At))
			}
			if p.verified {
				for _, w := range k.Wants {
					p.provide(core.Room{X: here(w.X), Size: here(w.Size)}, k.At)
				}
			}
			x := here(k.X)
			p.asked = append(p.asked, unasked(x, k.At, p.truth())...)
			p.require(k, x, core.SubstituteBlock(k.Pre, own))
		}
	}
}

func none(*core.Var) core.Expr { return nil }

// and has the function's variable with the result stand for another one, too.
func (p *placer) and(own func(*core.Var) *core.Var, result *core.Var) func(*core.Var) *core.Var {
	return func(v *core.Var) *core.Var {
		if v == result {
			return p.f.Result
		}
		return own(v)
	}
}

// before is the variable with the value that a parameter had in the beginning; nil if v is none.
func (p *placer) before(v *core.Var) *core.Var {
	if !slices.Contains(p.f.Params, v) {
		return nil
	}
	if p.kept[v] == nil {
		p.kept[v] = p.temp(v.Type, v.Pos)
		p.kept[v].Name = v.Name
	}
	return p.kept[v]
}

// require adds a condition that the function requires: of the one that is verified it is taken for granted in the first call.
func (p *placer) require(k core.Clause, x core.Expr, pre *core.Block) {
	goal := &core.Claim{At: k.At, Pre: pre, X: x, Why: "the call does not meet what " + p.f.Var.Name + " requires: " + k.Said}
	if !p.verified {
		if p.conf.Goals {
			p.requires = append(p.requires, goal)
		}
		return
	}
	if p.conf.Surroundings != nil && asksForMore(x) {
		p.requires = append(p.requires, said(p.prog, p.f.Var.Name+" is given no larger objects than its surroundings have: "+k.Said, k.At))
	}
	assumed := &core.Claim{At: k.At, Kind: core.Assumed, Pre: pre, X: x, Why: p.f.Var.Name + " is called as its contract requires"}
	if !p.again() {
		p.requires = append(p.requires, assumed)
		return
	}
	var otherwise []core.Stmt
	if p.conf.Goals {
		other := *goal
		other.X = core.Substitute(x, func(*core.Var) *core.Var { return nil }, none)
		other.Pre = core.SubstituteBlock(pre, func(*core.Var) *core.Var { return nil })
		otherwise = append(otherwise, &other)
	}
	p.requires = append(p.requires, &core.If{At: k.At, X: load(p.entered, k.At), Then: block(k.At, otherwise...), Else: block(k.At, assumed)})
}

// asksForMore tells whether a condition asks how many bytes there are where a pointer leads that is no variable: surroundings make objects of that
// size for parameters only.
func asksForMore(x core.Expr) (found bool) {
	core.Questions(x, func(q *core.Question) {
		if q.What != core.Readable {
			return
		}
		at := q.Args[0]
		for c, ok := at.(*core.Convert); ok; c, ok = at.(*core.Convert) {
			at = c.X
		}
		if l, ok := at.(*core.Load); ok {
			_, variable := l.X.(*core.VarPlace)
			found = found || !variable
		}
	})
	return found
}

// again tells whether the function may be called from elsewhere in the program than the surroundings; then there is a variable that tells whether it has been.
func (p *placer) again() bool {
	if p.entered == nil {
		v := &core.Var{Name: "__craig_entered", Type: p.prog.Types.Basic(types.Bool), Pos: p.f.Pos, Unit: p.f.Var.Unit, Storage: core.Static, Linkage: core.NoLinkage, Local: true, Defined: true, Temp: true}
		unit := p.prog.Units[p.f.Var.Unit]
		unit.Globals = append([]core.Global{&core.VarDef{Var: v}}, unit.Globals...)
		p.entered = v
	}
	return true
}

// provide lets a pointer that leads to less than a clause wants lead to a block of that size. Of pointers that are no variables, the surroundings decide.
func (p *placer) provide(w core.Room, at core.Pos) {
	l, ok := core.Unconverted(w.X).(*core.Load)
	if !ok {
		return
	}
	dst, ok := l.X.(*core.VarPlace)
	if !ok || dst.Var.Type.Kind != types.Pointer {
		return
	}
	if n, ok := core.Unconverted(w.Size).(*core.IntConst); ok && slices.Contains(p.f.Params, dst.Var) && n.Value.Cmp(types.IntOf(p.conf.Given[dst.Var.Name])) <= 0 {
		return
	}
	tt := p.prog.Types
	void := func(x core.Expr) core.Expr { return &core.Convert{At: at, X: x, Typ: tt.VoidPtr} }
	enough := &core.Question{At: at, What: core.Readable, Args: []core.Expr{void(load(dst.Var, at)), w.Size}, Typ: p.truth()}
	chosen := p.temp(p.truth(), at)
	choose := p.external("__VERIFIER_nondet_int", tt.Function(types.Sig{Result: p.truth(), Proto: true}))
	malloc := p.external("__builtin_malloc", tt.Function(types.Sig{Result: tt.VoidPtr, Params: []types.Param{{Type: tt.Size}}, Proto: true}))
	made := p.temp(tt.VoidPtr, at)
	call := func(v, to *core.Var, args ...core.Expr) core.Stmt {
		return &core.Call{At: at, Dst: &core.VarPlace{At: at, Var: to}, Fun: &core.AddrOf{At: at, X: &core.VarPlace{At: at, Var: v}, Typ: tt.Pointer(v.Type)}, Args: args}
	}
	size := core.Substitute(w.Size, func(*core.Var) *core.Var { return nil }, none)
	p.provided = append(p.provided, &core.Claim{At: at, Kind: core.Assumed, Pre: block(at, &core.If{
		At: at, X: &core.Unary{At: at, Op: core.Not, X: enough, Typ: p.truth()}, Then: block(at, call(choose, chosen), &core.If{
			At: at, X: load(chosen, at), Then: block(at, call(malloc, made, size), &core.Assign{
				At: at, Dst: &core.VarPlace{At: at, Var: dst.Var}, Src: &core.Convert{At: at, X: load(made, at), Typ: dst.Var.Type.Main()}})})}),
		X: &core.IntConst{At: at, Value: types.IntOf(1), Typ: p.truth()}})
}

// external is a function of the library, as the program may have declared it.
func (p *placer) external(name string, t *types.Type) *core.Var {
	for _, u := range p.prog.Units {
		for _, g := range u.Globals {
			if d, ok := g.(*core.VarDef); ok && d.Var.Name == name && d.Var.Linkage == core.External && d.Var.Type.Kind == types.Func && d.Var.Type.Sig.Proto {
				return d.Var
			}
		}
	}
	v := &core.Var{Name: name, Type: t, Linkage: core.External, Storage: core.Static}
	u := p.prog.Units[p.f.Var.Unit]
	u.Globals = append([]core.Global{&core.VarDef{Var: v}}, u.Globals...)
	return v
}

// finish puts what has been added into the function.
func (p *placer) finish() {
	at := p.f.Body.At
	for _, s := range p.ensures {
		p.asked = append(p.asked, unasked(s.(*core.Claim).X, at, p.truth())...)
	}
	list := slices.Concat(p.provided, p.asked, p.requires, p.together, p.measured)
	ends := append(slices.Clip(p.ensures), p.leave...)
	for _, f := range p.frames {
		list = append(list, &core.FrameBegin{At: at, Frame: f})
		ends = append(ends, &core.FrameEnd{At: p.f.End, Frame: f})
	}
	if p.verified {
		list = append(list, &core.Claim{At: at, Kind: core.Held})
	}
	if p.entered != nil {
		list = append(list, &core.Assign{At: at, Dst: &core.VarPlace{At: at, Var: p.entered}, Src: &core.IntConst{At: at, Value: types.IntOf(1), Typ: p.entered.Type.Main()}})
	}
	if p.mine != nil {
		list = append(list, p.choose(at)...)
		done := &core.Keep{At: p.f.End, Saved: core.Saved{Var: p.prog.Older, X: p.null(p.f.End)}}
		ends = append(ends, &core.If{At: p.f.End, X: load(p.mine, p.f.End), Then: block(p.f.End, done)})
	}
	for _, v := range p.f.Params {
		if q := p.kept[v]; q != nil {
			list = append(list, &core.Keep{At: v.Pos, Saved: core.Saved{Var: q, X: load(v, v.Pos)}})
		}
	}
	p.f.Body.List = slices.Concat(list, p.old, p.f.Body.List)
	if len(ends) > 0 {
		p.f.Leave = block(p.f.End, ends...)
	}
	if len(p.ensures) == 0 {
		p.f.Result = nil
	}
	p.keepStructure()
}

// keepStructure has each return of a structure go by way of the variable that the ensures clauses read. What calls pass structures in is in memory that all of them share, of
// which it is not known to which objects pointers in it lead.
func (p *placer) keepStructure() {
	v := p.f.Result
	if v == nil || !v.Type.IsRecord() {
		return
	}
	core.Replace(p.f.Body, func(s core.Stmt) []core.Stmt {
		r, ok := s.(*core.Return)
		if !ok || r.X == nil {
			return []core.Stmt{s}
		}
		keep := &core.Assign{At: r.At, Dst: &core.VarPlace{At: r.At, Var: v}, Src: r.X}
		return []core.Stmt{keep, &core.Return{At: r.At, X: load(v, r.At)}}
	})
	p.f.Result = nil
}

package cfront

import (
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"craig/internal/program/ir"
	"craig/logic/num"
)

// Contracts in the place of functions. Package source has made a function of each contract (standin.go there). A
// call that comes to it is checked against what the contract requires; what it assigns gets any value, and so
// does the result; and what it ensures is assumed. That is done for functions without a body, and for all calls,
// those of a function by itself among them, where Options.Contracts says so.

const (
	contractPrefix = "__craig_contract_"
	loosePrefix    = "__craig_loose_"
	promisePrefix  = "__craig_promise_"
)

// isStandIn tells whether a name is that of a function that package source has made of a contract.
func isStandIn(name string) bool {
	return strings.HasPrefix(name, contractPrefix) || strings.HasPrefix(name, loosePrefix) || strings.HasPrefix(name, promisePrefix)
}

// contracted is the function that a contract belongs to.
func contracted(name string) string {
	for _, p := range []string{contractPrefix, loosePrefix, promisePrefix} {
		name = strings.TrimPrefix(name, p)
	}
	return name
}

// named finds a function that was made of the contract of g: of g's own file, or of any other if g has external
// linkage.
func (r *reader) contractNamed(prefix string, g *function) *function {
	if g.unit != nil {
		if f, ok := g.unit.statics[prefix+g.cname].(*function); ok && f.def != nil {
			return f
		}
	}
	if r.externs[g.cname] != any(g) {
		return nil
	}
	for _, u := range r.units {
		if f, ok := u.statics[prefix+g.cname].(*function); ok && f.def != nil {
			return f
		}
	}
	return nil
}

// replacement is what is called in the place of g by the call x: g itself, or its contract.
func (r *reader) replacement(x *cc.PostfixExpression, g *function) *function {
	if g == nil || g.cname == "" || isStandIn(g.cname) || r.fromEnvironment(x) {
		return g
	}
	if r.opts.Contracts == ReplaceContracts || g.def == nil {
		if f := r.contractNamed(contractPrefix, g); f != nil {
			return f
		}
	}
	if loose := r.contractNamed(loosePrefix, g); loose != nil {
		if g.def == nil {
			return loose
		}
		if r.opts.Contracts == ReplaceContracts {
			r.note(ir.Assumption, loose.pos, "calls of %s do what it does: its contract has no assigns clause that would say what changes", g.cname)
		}
	}
	return g
}

func (r *reader) fromEnvironment(x *cc.PostfixExpression) bool {
	e := r.prog.Environment
	return e != nil && r.pos(x).File == e.Name()
}

// promised is the contract of a declaration of g, which has a body without one.
func (r *reader) promised(g *function) *function {
	if g == nil || g.def == nil || isStandIn(g.cname) || len(r.units) == 0 {
		return nil
	}
	if l := g.def.CompoundStatement.BlockItemList; l != nil && l.BlockItem.Case == cc.BlockItemDecl {
		if d := l.BlockItem.Declaration.InitDeclaratorList; d != nil && d.InitDeclarator.Declarator.Name() == "__craig_entered" {
			return nil
		}
	}
	p := r.contractNamed(promisePrefix, g)
	if p == nil || len(p.params) != len(g.params) {
		return nil
	}
	return p
}

// promises puts the contract of the declaration at the beginning of the body.
func (f *fn) promises() {
	p := f.r.promised(f.f)
	if p == nil {
		return
	}
	f.standIn = map[*variable]place{}
	for i, v := range p.params {
		f.standIn[v] = f.r.placeOf(f, f.f.params[i])
	}
	f.contract = p
	f.compound(p.def.CompoundStatement)
	f.standIn = nil
}

// replaces tells whether the function is a contract in the place of a function.
func (f *fn) replaces() bool { return f.f != nil && isStandIn(f.f.cname) }

// change is a place that a contract assigns.
type change struct {
	does  *ir.Var // whether it does
	place place
	base  *ir.Expr // of a range: where it begins
	size  *ir.Expr // of a range, in bytes
	elem  *ctype   // of a range
	pos   ir.Pos
}

// contractReplaced gives what is assigned, and the result, any value, if its argument is 0; then it assumes what is
// ensured, and returns.
func (f *fn) contractReplaced(c *callSite) value {
	none := f.number(f.r.types.intT, num.I(0))
	if !f.replaces() {
		return none
	}
	name := contracted(f.f.cname)
	second, _ := f.r.constant(f.unit, c.args[0])
	var result *variable
	if list := f.contractResults(); len(list) > 0 {
		result = list[0]
	}
	if second == 0 {
		f.assumesContract(c)
		for _, x := range f.changes {
			f.forget(x, name)
		}
		if result != nil {
			f.forgetPlace(f.r.placeOf(f, result), name, c.pos)
		}
		return none
	}
	if to := f.resultPlace(); to.t.kind != kVoid {
		from := place{t: to.t}
		if result != nil {
			from = f.r.placeOf(f, result)
		}
		switch {
		case result == nil:
			f.forgetPlace(to, name, c.pos)
		case to.t.isAgg():
			f.copyAggregate(to, from, c.pos)
		case to.v != nil:
			f.store(to, f.load(from, c.pos), c.pos)
		}
	}
	if f.promise != nil {
		unchecked := f.unchecked
		f.unchecked, f.fresh.kind = true, "ensures"
		for _, e := range f.promise.clauses {
			f.emit(&ir.Assume{Cond: f.truth(f.rvalue(e.args[0]), e.pos)}, e.pos)
		}
		f.unchecked = unchecked
		f.promise = nil
	}
	f.jump(f.out, c.pos)
	return none
}

// assumesContract notes that the contract is relied on.
func (f *fn) assumesContract(c *callSite) {
	name := contracted(f.f.cname)
	if f.r.verified() == name {
		return // which this run checks
	}
	if g, ok := f.r.externs[name].(*function); ok && g.def == nil {
		f.r.note(ir.Assumption, f.f.pos, "%s has no body here: it does what its contract says", name)
		return
	}
	f.r.note(ir.Assumption, f.f.pos, "%s does what its contract says, which is not verified here", name)
}

// contractResults are the variables that stand for the result in the contracts, of which a declaration may have one and the definition another.
func (f *fn) contractResults() []*variable {
	locals := f.f.locals
	if f.contract != nil {
		locals = append(slices.Clone(locals), f.contract.locals...)
	}
	var list []*variable
	for _, v := range locals {
		if v.name == "__craig_result" && v.used {
			list = append(list, v)
		}
	}
	return list
}

// noteChange keeps a place for contractReplaced; conditionally evaluates the condition.
func (f *fn) noteChange(c *callSite, is func() change) value {
	chosen := f.temp(f.r.types.boolT.ir(), c.pos)
	f.emit(&ir.Assign{Var: chosen, Expr: ir.ConstInt(chosen.Type, 0)}, c.pos)
	return f.conditionally(c, func() {
		x := is()
		x.does, x.pos = chosen, c.pos
		f.emit(&ir.Assign{Var: chosen, Expr: ir.ConstInt(chosen.Type, 1)}, c.pos)
		f.changes = append(f.changes, x)
	})
}

// forget gives a place any value, where the contract assigns it.
func (f *fn) forget(x change, name string) {
	yes, end := f.node(x.pos), f.node(x.pos)
	f.branch(ir.ToBool(ir.VarExpr(x.does)), yes, end, x.pos)
	f.cur = yes
	if x.base == nil {
		f.forgetPlace(x.place, name, x.pos)
	} else {
		f.forgetRange(x, name)
	}
	f.jump(end, x.pos)
	f.cur = end
}

func (f *fn) forgetPlace(p place, name string, pos ir.Pos) {
	switch {
	case p.v != nil:
		f.emit(&ir.Havoc{Var: p.v, Source: ir.FromEffect, Name: name}, pos)
	case p.cells != nil:
		f.havocAggregate(p, ir.FromEffect, name, pos)
	case p.addr == nil:
	case p.t.kind == kArray && p.t.len >= 0:
		e := f.r.types.elem(p.t)
		f.forEach(p.t.len, pos, func(i *ir.Expr) {
			off := f.fold(ir.Binary(ir.OpMul, i, ir.ConstInt(i.Type, e.size)))
			f.forgetPlace(place{t: e, addr: ir.PtrAdd(p.addr, off), direct: p.direct}, name, pos)
		})
	case p.t.isAgg():
		f.havocAggregate(p, ir.FromEffect, name, pos)
	default:
		f.store(p, f.unknown(p.t, ir.FromEffect, name, pos), pos)
	}
}

// forgetRange is a loop over the elements.
func (f *fn) forgetRange(x change, name string) {
	size := f.r.types.size.ir()
	elem := x.elem
	if elem == nil || elem.size <= 0 {
		elem = f.r.types.char
	}
	i := f.temp(size, x.pos)
	f.emit(&ir.Assign{Var: i, Expr: ir.ConstInt(size, 0)}, x.pos)
	head, body, end := f.node(x.pos), f.node(x.pos), f.node(x.pos)
	f.jump(head, x.pos)
	f.cur = head
	f.branch(ir.Compare(ir.OpLt, ir.VarExpr(i), x.size), body, end, x.pos)
	f.cur = body
	f.forgetPlace(place{t: elem, addr: ir.PtrAdd(x.base, ir.VarExpr(i))}, name, x.pos)
	f.emit(&ir.Assign{Var: i, Expr: f.fold(ir.Binary(ir.OpAdd, ir.VarExpr(i), ir.ConstInt(size, elem.size)))}, x.pos)
	f.jump(head, x.pos)
	f.cur = end
}

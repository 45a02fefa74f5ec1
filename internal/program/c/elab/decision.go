package elab

// The list of the decisions, for those who ask with which values of their conditions they are evaluated. What is elaborated for a
// decision is an if for each && and ||, as for operands with effects, with the values in temporaries: 0 where nothing was
// evaluated, and otherwise 1 for false and 2 for true.

import (
	"strings"

	"craig/internal/program/c/core"
	"craig/internal/program/c/syntax"
	"craig/internal/program/c/types"
)

// isDecision tells whether an expression that is a decision by its form is listed: not where it is not evaluated, has to be a constant
// or is one, or is in a contract or another file.
func (u *unit) isDecision(x syntax.Expr) bool {
	if u.conf.Decisions == core.NoDecisions || u.conf.Statements || u.fn == nil || u.unevaluated > 0 || u.required > 0 || u.list.static > 0 || u.saying != nil {
		return false
	}
	if u.prog.Place(u.pos(syntax.Start(x))).File != u.core.Name {
		return false
	}
	if !u.onlyConstants(x) {
		return true
	}
	constant := false
	u.quiet(func() { _, constant = u.known(u.scalar(u.expr(x), syntax.Start(x), "a condition")) })
	return !constant
}

// onlyConstants tells whether an expression has nothing in it but constants and operators.
func (u *unit) onlyConstants(x syntax.Expr) bool {
	switch x := x.(type) {
	case *syntax.Ident:
		o := u.scope.lookup(x.Sym)
		return o != nil && o.kind == enumerator
	case *syntax.Literal, *syntax.String, *syntax.SizeOf, *syntax.OffsetOf, *syntax.TypesCompatible:
		return true
	case *syntax.Paren:
		return u.onlyConstants(x.X)
	case *syntax.Cast:
		return u.onlyConstants(x.X)
	case *syntax.Unary:
		return x.Op != syntax.Inc && x.Op != syntax.Dec && x.Op != syntax.Addr && x.Op != syntax.LabelAddr && u.onlyConstants(x.X)
	case *syntax.Binary:
		return u.onlyConstants(x.X) && u.onlyConstants(x.Y)
	case *syntax.Cond:
		return u.onlyConstants(x.X) && (x.Then == nil || u.onlyConstants(x.Then)) && u.onlyConstants(x.Else)
	}
	return false
}

// controlling is the value of what decides where control goes; what names it in messages.
func (u *unit) controlling(x syntax.Expr, what string) core.Expr {
	if u.isDecision(x) {
		return u.decide(x)
	}
	return u.scalar(u.expr(x), syntax.Start(x), what)
}

// deciding is a decision that is elaborated.
type deciding struct {
	*core.Decision
	unit       *unit
	at         core.Pos
	conditions []*core.Var                 // their values
	effects    []func(core.Expr) core.Expr // of each condition, what has to hold besides so that nothing masks it
}

// operation is an operator of a decision, with the value that it has before it is negated.
type operation struct {
	*core.Operator
	leaf syntax.Expr
	at   core.Pos
	x, y *operation
	v    *core.Var
}

// decide elaborates a decision. The value is an int, 0 or 1.
func (u *unit) decide(x syntax.Expr) core.Expr {
	at := u.pos(syntax.Start(x))
	d := &deciding{Decision: &core.Decision{At: at, Func: u.fn.core, Text: u.textOf(x)}, unit: u, at: at}
	u.prog.Decisions = append(u.prog.Decisions, d.Decision) // in front of those in it
	root := d.operation(x)
	d.Root = root.Operator
	d.clear(root, false)
	d.evaluate(root)
	d.mask(root, func(x core.Expr) core.Expr { return x })
	d.words()
	mark := func(condition int, is bool, x core.Expr) {
		s := &core.If{At: at, X: x, Then: u.block(at, func() { d.Marks = append(d.Marks, core.Mark{Condition: condition, Value: is, Statement: u.mark(at)}) })}
		u.emit(s)
	}
	for _, is := range []bool{true, false} {
		switch u.conf.Decisions {
		case core.Outcomes:
			mark(-1, is, d.has(root, is))
		default:
			for i, v := range d.conditions {
				test := d.is(v, is)
				if u.conf.Decisions == core.Effects {
					test = d.effects[i](test)
				}
				mark(i, is, test)
			}
		}
	}
	return d.has(root, true)
}

// mark makes a mark and emits it.
func (u *unit) mark(at core.Pos) int {
	u.prog.Statements = append(u.prog.Statements, &core.Statement{At: at, Funcs: []*core.Func{u.fn.core}})
	n := len(u.prog.Statements)
	u.emit(&core.Remark{At: at, Statement: n})
	return n
}

// operation finds the operators of a decision and lists its conditions.
func (d *deciding) operation(x syntax.Expr) *operation {
	u := d.unit
	switch y := x.(type) {
	case *syntax.Paren:
		return d.operation(y.X)
	case *syntax.Unary:
		switch y.Op {
		case syntax.Extension:
			return d.operation(y.X)
		case syntax.Not:
			o := d.operation(y.X)
			o.Not = !o.Not
			return o
		}
	case *syntax.Binary:
		if y.Op == syntax.LAnd || y.Op == syntax.LOr {
			l, r := d.operation(y.X), d.operation(y.Y)
			at := u.pos(y.OpPos)
			return &operation{Operator: &core.Operator{Or: y.Op == syntax.LOr, X: l.Operator, Y: r.Operator}, at: at, x: l, y: r, v: u.temp(u.tt.Basic(types.Int), at)}
		}
	}
	at := u.pos(syntax.Start(x))
	o := &operation{Operator: &core.Operator{Condition: len(d.Conditions)}, leaf: x, at: at, v: u.temp(u.tt.Basic(types.Int), at)}
	d.Conditions = append(d.Conditions, core.Condition{At: at, Text: u.textOf(x)})
	d.conditions, d.effects = append(d.conditions, o.v), append(d.effects, nil)
	return o
}

// clear has nothing been evaluated of what may not be.
func (d *deciding) clear(o *operation, perhaps bool) {
	if perhaps {
		d.set(o.v, d.unit.smallInt(0, d.at))
	}
	if o.x != nil {
		d.clear(o.x, perhaps)
		d.clear(o.y, true)
	}
}

// evaluate evaluates an operator, or a condition.
func (d *deciding) evaluate(o *operation) {
	u := d.unit
	if o.x == nil {
		d.set(o.v, d.plusOne(u.isTrue(u.scalar(u.expr(o.leaf), syntax.Start(o.leaf), "a condition"), o.at)))
		return
	}
	d.evaluate(o.x)
	decided := int64(1)
	if o.Or {
		decided = 2
	}
	u.emit(&core.If{At: o.at, X: d.has(o.x, !o.Or),
		Then: u.block(o.at, func() { d.evaluate(o.y); d.set(o.v, d.plusOne(d.has(o.y, true))) }),
		Else: u.block(o.at, func() { d.set(o.v, u.smallInt(decided, o.at)) })})
}

// mask finds what masks each condition below an operator: an operand to the right of it that was evaluated, and decided alone. Where that was not
// evaluated, or is to the left, the condition has decided.
func (d *deciding) mask(o *operation, unmasked func(core.Expr) core.Expr) {
	if o.x == nil {
		d.effects[o.Condition] = unmasked
		return
	}
	d.mask(o.y, unmasked)
	d.mask(o.x, func(x core.Expr) core.Expr {
		decides := d.has(o.y, o.Or) // true for ||, false for &&
		return d.both(unmasked(x), &core.Unary{At: d.at, Op: core.Not, X: decides, Typ: d.unit.tt.Basic(types.Int)})
	})
}

// words says which values the conditions had.
func (d *deciding) words() {
	const most = 15 // conditions in a word, which is an int
	u, in := d.unit, d.unit.tt.Basic(types.Int)
	for i := 0; i < len(d.conditions); i += most {
		w := core.Word{First: i, End: min(i+most, len(d.conditions))}
		sum := load(d.conditions[i], d.at)
		for k, v := range d.conditions[i+1 : w.End] {
			x := &core.Binary{At: d.at, Op: core.Mul, X: load(v, d.at), Y: u.smallInt(4<<(2*k), d.at), Typ: in}
			sum = &core.Binary{At: d.at, Op: core.Add, X: sum, Y: x, Typ: in}
		}
		w.Statement = u.mark(d.at)
		d.Words = append(d.Words, w)
		d.set(u.temp(in, d.at), sum)
	}
}

func (d *deciding) set(v *core.Var, x core.Expr) {
	d.unit.emit(&core.Assign{At: d.at, Dst: d.unit.varPlace(v, d.at), Src: x})
}

func (d *deciding) plusOne(x core.Expr) core.Expr {
	return &core.Binary{At: d.at, Op: core.Add, X: x, Y: d.unit.smallInt(1, d.at), Typ: d.unit.tt.Basic(types.Int)}
}

// is tells whether v has a value.
func (d *deciding) is(v *core.Var, value bool) core.Expr {
	n := int64(1)
	if value {
		n = 2
	}
	return &core.Binary{At: d.at, Op: core.Eq, X: load(v, d.at), Y: d.unit.smallInt(n, d.at), Typ: d.unit.tt.Basic(types.Int)}
}

// has tells whether an operator, which may be negated, was evaluated and has a value.
func (d *deciding) has(o *operation, value bool) core.Expr { return d.is(o.v, value != o.Not) }

func (d *deciding) both(x, y core.Expr) core.Expr {
	return &core.Logical{At: d.at, X: x, Y: y, Typ: d.unit.tt.Basic(types.Int)}
}

// mostText bounds the text of an expression that is shown.
const mostText = 200

// textOf is how an expression is written; of one in a macro, the use of the macro and the text in it.
func (u *unit) textOf(x syntax.Expr) string {
	ends := ";,?:&|"
	switch y := x.(type) {
	case *syntax.Assign, *syntax.Cond: // in brackets of its own
		ends = ";"
	case *syntax.Binary:
		switch y.Op {
		case syntax.LAnd, syntax.LOr:
			ends = ";,?:"
		case syntax.Comma:
			ends = ";"
		}
	}
	at := syntax.Start(x)
	text := upTo(u.source.Rest(at.Used, mostText), ends)
	if at.Written != at.Used {
		if in := upTo(u.source.Rest(at.Written, mostText), ends+"\n"); in != text {
			text += ": " + in
		}
	}
	return text
}

// upTo is the part of a text that belongs to the expression at its beginning, on one line and without comments: up to a bracket that is not
// opened in it, or one of ends, where & and | are the operators && and ||.
func upTo(text, ends string) string {
	var out strings.Builder
	depth := 0
	quote := byte(0)
	for i := 0; i < len(text); i++ {
		c, next := text[i], byte(0)
		if i+1 < len(text) {
			next = text[i+1]
		}
		switch {
		case quote != 0:
			if c == '\\' && next != 0 {
				out.WriteByte(c)
				i, c = i+1, next
			} else if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '/' && (next == '*' || next == '/'):
			end := "*/"
			if next == '/' {
				end = "\n"
			}
			n := strings.Index(text[i+2:], end)
			if n < 0 {
				return clean(out.String())
			}
			i, c = i+1+n+len(end), ' '
		case strings.IndexByte("([{", c) >= 0:
			depth++
		case strings.IndexByte(")]}", c) >= 0:
			if depth--; depth < 0 {
				return clean(out.String())
			}
		case depth == 0 && strings.IndexByte(ends, c) >= 0 && ((c != '&' && c != '|') || next == c):
			return clean(out.String())
		}
		out.WriteByte(c)
	}
	return clean(out.String())
}

func clean(text string) string { return strings.Join(strings.Fields(text), " ") }

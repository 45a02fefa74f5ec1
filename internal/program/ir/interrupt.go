package ir

// Interrupts says which functions interrupt the program that it is of, as long as they do so only where the
// program begins. See package interrupt. Not part of the text form.
type Interrupts struct {
	// Point is what is called where interrupts may come: it calls the handlers any number of times. The front
	// end has made it, with NewPoint, and a call of it where the program begins.
	Point    *Func
	Handlers []*Func
	// Nested: a handler may be interrupted by those after it. Otherwise none is interrupted.
	Nested bool
	// Masked is a global variable that is 1 while interrupts are switched off; nil if they never are.
	Masked *Var
	// WordBits is how much of memory is accessed at once; what is wider is accessed in several words.
	WordBits uint8
}

// InterruptFile is the name of the file in positions of what has interrupts come. There, a line is that of the handler.
const InterruptFile = "<craig>/interrupts"

// NewPoint adds a function that calls each of handlers any number of times, in any order, unless masked, which may be
// nil, is 1. It is 0 again after each call.
func (p *Program) NewPoint(name string, handlers []*Func, masked *Var) *Func {
	inPoint := func(h *Func) Pos { return Pos{File: InterruptFile, Line: h.Pos.Line, Col: h.Pos.Col} }
	at := inPoint(handlers[0])
	f := p.NewFunc(name, at)
	f.Defined = true
	f.Entry, f.Exit = p.NewLoc(f, at), p.NewLoc(f, at)
	head := p.NewLoc(f, at)
	p.Locs[head].Loop, p.Locs[head].LoopPos = true, at
	aux := func(from, to Loc, s Stmt) { p.NewEdge(from, to, s, at).Aux = true }
	if masked == nil {
		aux(f.Entry, head, &Skip{})
	} else {
		on := Compare(OpEq, VarExpr(masked), ConstInt(masked.Type, 0))
		aux(f.Entry, head, &Assume{Cond: on})
		aux(f.Entry, f.Exit, &Assume{Cond: Not(on)})
	}
	from := head
	for _, h := range handlers {
		pos := inPoint(h)
		comes := p.NewTemp(f, Int(1, false), pos)
		asked, call, next := p.NewLoc(f, pos), p.NewLoc(f, pos), p.NewLoc(f, pos)
		p.NewEdge(from, asked, &Havoc{Var: comes, Source: FromInterrupt, Name: h.Name}, pos).Aux = true
		is := Compare(OpNe, VarExpr(comes), ConstInt(comes.Type, 0))
		aux(asked, call, &Assume{Cond: is})
		aux(asked, next, &Assume{Cond: Not(is)})
		if masked == nil {
			p.NewEdge(call, head, &Call{Callee: h}, pos)
		} else {
			back := p.NewLoc(f, pos)
			p.NewEdge(call, back, &Call{Callee: h}, pos)
			aux(back, head, &Assign{Var: masked, Expr: ConstInt(masked.Type, 0)})
		}
		from = next
	}
	aux(from, f.Exit, &Skip{})
	return f
}

package syntax

import "slices"

// ByBehavior are clauses that count where those of a behavior do: where what it assumes holds, when the function is called. That behaviors are complete or
// disjoint are clauses of the kind Complete. Where what a behavior assumes is left out, so are all its clauses. wrong is what is wrong; nil if nothing is.
func ByBehavior(list []Clause) (all []Clause, wrong *Error) {
	conditions := map[string]Expr{}
	unknown := map[string]bool{} // behaviors of which it is not known when they count
	var names []string
	for _, c := range list {
		if c.Behavior == "" {
			continue
		}
		if _, ok := conditions[c.Behavior]; !ok {
			names = append(names, c.Behavior)
			conditions[c.Behavior] = nil
		}
		if c.Kind == Assumes {
			unknown[c.Behavior] = unknown[c.Behavior] || c.Left != nil
			conditions[c.Behavior] = both(conditions[c.Behavior], c.X, LAnd)
		}
	}
	for _, c := range list {
		switch {
		case c.Kind == Assumes && c.Behavior == "":
			return nil, &Error{Pos: c.At, Msg: "assumes outside a behavior", Hint: "write behavior NAME: in front of it"}
		case c.Left != nil || c.Kind == Assumes:
			all = append(all, c)
			continue
		case c.Kind == Complete || c.Kind == Disjoint:
			t, ok := together(c, names, unknown, conditions)
			if !ok {
				what := map[ClauseKind]string{Complete: "complete", Disjoint: "disjoint"}[c.Kind]
				return nil, &Error{Pos: c.At, Msg: what + " of behaviors that there are not", Hint: "name behaviors that the contract has"}
			}
			all = append(all, t)
			continue
		case unknown[c.Behavior]:
			c.Left = notKnown(c.Behavior)
		}
		if x := conditions[c.Behavior]; x != nil && c.Kind == Assigns {
			c.Places = slices.Clone(c.Places)
			for i, p := range c.Places {
				c.Places[i].If = both(p.If, x, LAnd)
			}
		}
		if c.Behavior != "" && c.X != nil {
			if x := conditions[c.Behavior]; x != nil {
				at := Start(x)
				if c.Kind == Ensures {
					x = &Call{Fun: &Ident{NamePos: at, Name: `\old`}, Lparen: at, Args: []Expr{x}, Rparen: at}
				}
				c.X = &Binary{X: &Unary{OpPos: at, Op: Not, X: x}, OpPos: at, Op: LOr, Y: c.X}
			}
			c.Said = "behavior " + c.Behavior + ": " + c.Said
		}
		all = append(all, c)
	}
	return all, nil
}

// both joins two conditions, the first of which may be nil.
func both(x, y Expr, op Op) Expr {
	if x == nil {
		return y
	}
	return &Binary{X: x, OpPos: Start(y), Op: op, Y: y}
}

func notKnown(behavior string) *LeftOut {
	return &LeftOut{Why: "what the behavior " + behavior + " assumes is not known"}
}

// together is that behaviors are complete or disjoint.
func together(c Clause, names []string, unknown map[string]bool, conditions map[string]Expr) (with Clause, ok bool) {
	if len(c.Names) > 0 {
		names = c.Names
	}
	truth := func(s string) Expr { return &Literal{LitPos: c.At, Text: s} }
	var list []Expr
	for _, n := range names {
		x, ok := conditions[n]
		if !ok {
			return c, false
		}
		if unknown[n] {
			c.Kind, c.Left = Complete, notKnown(n)
			return c, true
		}
		if x == nil {
			x = truth("1")
		}
		list = append(list, x)
	}
	if len(list) == 0 {
		return c, false
	}
	var all Expr
	for i, x := range list {
		if c.Kind == Complete {
			all = both(all, x, LOr)
			continue
		}
		for _, y := range list[:i] {
			all = both(all, &Unary{OpPos: c.At, Op: Not, X: both(x, y, LAnd)}, LAnd)
		}
	}
	if all == nil {
		all = truth("1")
	}
	c.Kind, c.X = Complete, all
	return c, true
}

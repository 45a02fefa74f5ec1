package smtlib

import "craig/logic/term"

// theoryOperator is the operator of that name: one of the theories, or a floating-point operation
// on patterns as craig itself writes it.
func theoryOperator(symbol string) operator {
	if op := operators[symbol]; op != nil {
		return op
	}
	o, ok := term.ParseFloatOp(symbol)
	if !ok {
		return nil
	}
	return func(r *Reader, e SExpr, a []term.Term) term.Term {
		need(e, a, o.NumArgs(), o.NumArgs(), term.Int)
		return r.st.Float(o, a...)
	}
}

func isFloatOperation(symbol string) bool {
	_, ok := term.ParseFloatOp(symbol)
	return ok
}

package ir

// ResultBound says of each call of a function that returns that its result is at least, or at most, By more than what a parameter was at first, as exact integers; without a
// parameter, at least or at most By. Both are integers of up to 32 bits.
type ResultBound struct {
	Func  string `json:"function"`
	Param string `json:"parameter,omitempty"` // its name in the program
	Least bool   `json:"least,omitempty"`
	By    int64  `json:"by"`
}

// maxBy bounds By, so that 64 bits are enough for the sum.
const maxBy = 1 << 40

// Of is the index of the parameter of f that b speaks of, -1 for none; ok is false if it does not speak of f, or cannot be a bound of its result.
func (b ResultBound) Of(f *Func) (param int, ok bool) {
	small := func(v *Var) bool { return v != nil && v.Type.Kind == Integer && v.Type.Bits <= 32 }
	if b.Func != f.Name || !small(f.Result) || b.By < -maxBy || b.By > maxBy {
		return -1, false
	}
	if b.Param == "" {
		return -1, true
	}
	for i, v := range f.Params {
		if v.Name == b.Param {
			return i, small(v)
		}
	}
	return -1, false
}

// Holds is the condition that b is, of a result, and what the parameter was.
func (b ResultBound) Holds(result, param *Var) *Expr {
	wide := Int(64, true)
	limit := ConstInt(wide, b.By)
	if param != nil {
		limit = Binary(OpAdd, Cast(wide, VarExpr(param)), limit)
	}
	op := OpLe
	if b.Least {
		op = OpGe
	}
	return Compare(op, Cast(wide, VarExpr(result)), limit)
}

package trap

import (
	"cmp"
	"slices"
	"strconv"

	"craig/internal/pattern"
	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// A trap whose Pointer is "keeps CONDITION" or "makes CONDITION" is in a function, at its name: where the function is left, each structure of the type that a parameter led to when it was
// called, or that its result leads to, meets the condition. With keeps, executions count in which what parameters lead to has met it before. A condition is TYPE.MEMBER OP MEMBER or
// TYPE.MEMBER OP NUMBER.
var condition = pattern.New(`^(keeps|makes) (.+)\.(\w+) (!=|==|<=|<|>=|>) (-?\w+)$`)

// Keeps and Makes are the Pointer of traps for a condition.
func Keeps(condition string) string { return "keeps " + condition }

// Makes is that of traps for functions that do not rely on it.
func Makes(condition string) string { return "makes " + condition }

var operators = map[string]core.BinaryOp{"!=": core.Ne, "==": core.Eq, "<=": core.Le, "<": core.Lt, ">=": core.Ge, ">": core.Gt}

// invariant sets the trap in a function.
func (s *setter) invariant(f *core.Func) {
	m := condition.FindStringSubmatch(s.Pointer)
	if m == nil || !s.is(f.Pos, s.At) {
		return
	}
	truth := s.Types.Basic(types.Int)
	holds := func(pointer func() core.Expr, at core.Pos) core.Expr { // nil if it is none of the type
		t := pointer().Type()
		if t.Kind != types.Pointer || !t.Elem.IsRecord() || t.Elem.Unqual().String() != m[2] {
			return nil
		}
		member := func(name string) core.Expr {
			for i := range t.Elem.Unqual().Record.Fields {
				if field := &t.Elem.Unqual().Record.Fields[i]; field.Name == name && field.Type.IsScalar() {
					return &core.Load{At: at, X: &core.FieldPlace{At: at, X: &core.DerefPlace{At: at, X: pointer(), Typ: t.Elem}, Field: field, Typ: field.Type}}
				}
			}
			return nil
		}
		left := member(m[3])
		if left == nil {
			return nil
		}
		var x core.Expr
		n, err := strconv.ParseInt(m[5], 10, 64)
		switch right := member(m[5]); {
		case right != nil && right.Type().IsInteger() && left.Type().IsInteger() && right.Type().IsSigned() == left.Type().IsSigned():
			wide := s.wide(left)
			x = &core.Binary{At: at, Op: operators[m[4]], X: &core.Convert{At: at, X: left, Typ: wide}, Y: &core.Convert{At: at, X: right, Typ: wide}, Typ: truth}
		case err != nil:
			return nil
		case left.Type().Kind == types.Pointer && n == 0 && m[4] == "!=":
			x = &core.Unary{At: at, Op: core.Not, X: &core.Unary{At: at, Op: core.Not, X: left, Typ: truth}, Typ: truth}
		case left.Type().Kind == types.Pointer && n == 0 && m[4] == "==":
			x = &core.Unary{At: at, Op: core.Not, X: left, Typ: truth}
		case left.Type().IsInteger() && (n >= 0 || left.Type().IsSigned()):
			wide := s.wide(left)
			x = &core.Binary{At: at, Op: operators[m[4]], X: &core.Convert{At: at, X: left, Typ: wide}, Y: &core.IntConst{At: at, Value: types.IntOf(n), Typ: wide}, Typ: truth}
		default:
			return nil
		}
		null := &core.Unary{At: at, Op: core.Not, X: pointer(), Typ: truth}
		return &core.Logical{At: at, Or: true, X: null, Y: x, Typ: truth}
	}
	var begin, end []core.Stmt
	claim := func(pointer func() core.Expr) {
		if x := holds(pointer, f.End); x != nil {
			end = append(end, &core.Claim{At: f.End, X: x, Why: "the function does not keep what holds of " + m[2]})
		}
	}
	load := func(v *core.Var) func() core.Expr {
		return func() core.Expr { return &core.Load{At: f.Pos, X: &core.VarPlace{At: f.Pos, Var: v}} }
	}
	for _, v := range slices.Clone(f.Params) {
		if holds(load(v), f.Pos) == nil {
			continue
		}
		kept := &core.Var{Type: v.Type.Unqual(), Pos: v.Pos, Unit: f.Var.Unit, Temp: true}
		f.Temps = append(f.Temps, kept)
		begin = append(begin, &core.Assign{At: f.Pos, Dst: &core.VarPlace{At: f.Pos, Var: kept}, Src: load(v)()})
		if m[1] == "keeps" {
			begin = append(begin, &core.Claim{At: f.Pos, Kind: core.Assumed, X: holds(load(v), f.Pos), Why: "what " + v.Name + " leads to is as functions leave it"})
		}
		claim(load(kept))
	}
	if t := f.Var.Type.Sig.Result; t.Kind == types.Pointer && t.Elem.IsRecord() && t.Elem.Unqual().String() == m[2] {
		if f.Result == nil {
			f.Result = &core.Var{Type: t.Unqual(), Pos: f.Pos, Unit: f.Var.Unit, Temp: true}
			f.Temps = append(f.Temps, f.Result)
		}
		claim(load(f.Result))
	}
	f.Body.List = append(begin, f.Body.List...)
	f.Leave = cmp.Or(f.Leave, &core.Block{At: f.End, End: f.End})
	f.Leave.List = append(f.Leave.List, end...)
}

// wide is the type in which an integer is compared.
func (s *setter) wide(x core.Expr) *types.Type {
	if x.Type().IsSigned() {
		return s.Types.Basic(types.LongLong)
	}
	return s.Types.Basic(types.ULongLong)
}

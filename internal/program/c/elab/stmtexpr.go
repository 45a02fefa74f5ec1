package elab

// GNU's statement expressions.

import (
	"craig/internal/program/c/core"
	"craig/internal/program/c/syntax"
	"craig/internal/program/c/types"
)

func (u *unit) stmtExpr(x *syntax.StmtExpr) operand {
	at := u.pos(x.Lparen)
	if u.fn == nil {
		u.fail(x.Lparen, "", "({ … }) outside of functions")
	}
	var last operand
	b := &core.Block{At: at, End: u.pos(x.Body.Rbrace)}
	b.List = u.scratch(func() {
		u.scope.enter()
		u.fn.enter(x.Body)
		list := x.Body.List
		var tail syntax.Expr
		if n := len(list); n > 0 {
			tail = tailExpr(list[n-1])
		}
		if tail == nil {
			u.unlisted(func() { u.items(list) })
		} else {
			u.unlisted(func() { u.items(list[:len(list)-1]) })
			u.labels(list[len(list)-1])
			last = u.rvalue(u.expr(tail))
			switch {
			case last.x == nil:
			case last.typ.Kind == types.Void:
				u.emit(&core.Eval{At: at, X: last.x})
			default:
				last.x = u.outer(last, at)
			}
		}
		u.fn.leave(x.Body)
		u.scope.leave()
	})
	u.emit(b)
	if last.typ == nil || last.typ.Kind == types.Void {
		return operand{typ: u.tt.Basic(types.Void)}
	}
	return operand{typ: last.x.Type(), x: last.x}
}

// outer is a value of a block for what follows the block.
func (u *unit) outer(o operand, at core.Pos) core.Expr {
	if !u.depends(o.x) && !o.typ.IsVariablyModified() {
		if _, ok := o.x.(*core.AddrOf); !ok {
			if _, ok := o.x.(*core.Decay); !ok {
				return o.x
			}
		}
	}
	if o.typ.IsVariablyModified() {
		u.refuseAt(at, "statement expression of variable type", "the value of ({ … }) has a type of variable size")
	}
	return u.saved(o.x, at)
}

// tailExpr is the expression whose value a statement expression has, if s is its last statement; labels may be before it.
func tailExpr(s syntax.Stmt) syntax.Expr {
	for {
		switch x := s.(type) {
		case *syntax.ExprStmt:
			return x.X
		case *syntax.Labeled:
			s = x.Stmt
		default:
			return nil
		}
	}
}

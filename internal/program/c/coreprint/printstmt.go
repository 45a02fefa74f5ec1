package coreprint

import (
	"fmt"
	"strings"

	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// list writes the statements of a block.
func (pr *printer) list(b *strings.Builder, list []core.Stmt) {
	for _, s := range list {
		pr.stmt(b, s)
	}
}

// block writes a block with its braces, and more statements at its end.
func (pr *printer) block(b *strings.Builder, s *core.Block) {
	b.WriteString("{\n")
	pr.indent++
	pr.list(b, s.List)
	pr.indent--
	b.WriteString(strings.Repeat("\t", pr.indent) + "}")
}

func (pr *printer) label(l *core.Label) string {
	if s, ok := pr.fn.labels[l]; ok {
		return s
	}
	s := pr.fn.jumps.fresh(l.Name, "L", nil)
	pr.fn.labels[l] = s
	return s
}

func (pr *printer) stmt(b *strings.Builder, s core.Stmt) {
	tabs := strings.Repeat("\t", pr.indent)
	line := func(text string) { b.WriteString(tabs + text + "\n") }
	switch s := s.(type) {
	case *core.Assign:
		line(pr.place(s.Dst, precUnary) + " = " + pr.stored(s.Dst, s.Src) + ";")
	case *core.Call:
		line(pr.result(s.Dst) + pr.call(s) + ";")
	case *core.Builtin:
		var args []string
		for _, a := range s.Args {
			switch {
			case a.X != nil:
				args = append(args, pr.expr(a.X, precCond))
			case a.Place != nil:
				args = append(args, pr.place(a.Place, precCond))
			default:
				args = append(args, pr.typeText(a.Type))
			}
		}
		line(pr.result(s.Dst) + s.Name + "(" + strings.Join(args, ", ") + ");")
	case *core.Eval:
		line("(void)" + pr.expr(s.X, precUnary) + ";")
	case *core.Declare:
		line(pr.declare(s))
	case *core.Block:
		b.WriteString(tabs)
		pr.block(b, s)
		b.WriteString("\n")
	case *core.If:
		b.WriteString(tabs + "if (" + pr.expr(s.X, precLowest) + ") ")
		pr.block(b, s.Then)
		if s.Else != nil {
			b.WriteString(" else ")
			pr.block(b, s.Else)
		}
		b.WriteString("\n")
	case *core.Loop:
		pr.loop(b, s)
	case *core.Switch:
		b.WriteString(tabs + "switch (" + pr.expr(s.X, precLowest) + ") ")
		pr.block(b, s.Body)
		b.WriteString("\n")
	case *core.Case:
		switch {
		case s.Default:
			line("default:;")
		case s.Low == s.High:
			line("case " + pr.caseValue(s.Low) + ":;")
		default:
			line("case " + pr.caseValue(s.Low) + " ... " + pr.caseValue(s.High) + ":;")
		}
	case *core.Labeled:
		line(pr.label(s.Label) + ":;")
	case *core.Goto:
		line("goto " + pr.label(s.Label) + ";")
	case *core.GotoPtr:
		line("goto *" + pr.expr(s.X, precUnary) + ";")
	case *core.Break:
		line("break;")
	case *core.Continue:
		if step := pr.fn.steps[len(pr.fn.steps)-1]; step != "" {
			line("goto " + step + ";")
		} else {
			line("continue;")
		}
	case *core.Return:
		if s.X == nil {
			line("return;")
		} else {
			line("return " + pr.expr(s.X, precLowest) + ";")
		}
	case *core.Asm:
		line(pr.asm(s))
	case *core.Remark:
	case *core.Opaque:
		panic(&OpaqueError{Pos: s.At, Why: s.Why})
	case *core.Claim, *core.Keep, *core.Variant, *core.Forget, *core.FrameBegin, *core.FrameEnd, *core.FrameGrown:
		panic(&OpaqueError{s.Pos(), "contract"})
	default:
		panic(fmt.Sprintf("core: statement %T", s))
	}
}

// result is what stands before a call.
func (pr *printer) result(dst core.Place) string {
	if dst == nil {
		return ""
	}
	return pr.place(dst, precUnary) + " = "
}

func (pr *printer) call(s *core.Call) string {
	var args []string
	sig := s.Fun.Type().Elem.Sig
	for i, a := range s.Args {
		if c, ok := a.(*core.Convert); ok && i < len(sig.Params) && sig.Params[i].Type.IsVariablyModified() {
			a = c.X // the size in the parameter's type is known in the function alone, and the parameter is printed as a void *
		}
		args = append(args, pr.expr(a, precCond))
	}
	fun := ""
	if a, ok := s.Fun.(*core.AddrOf); ok {
		fun = pr.place(a.X, precPostfix)
	} else {
		fun = pr.expr(s.Fun, precPostfix)
	}
	return fun + "(" + strings.Join(args, ", ") + ")"
}

// declare is a declaration in a block.
func (pr *printer) declare(s *core.Declare) string {
	v := s.Var
	name := pr.local(v)
	text := ""
	t := writable(v.Type)
	switch {
	case v.Storage == core.Static:
		text, t = "static ", v.Type
	case v.Storage == core.Thread:
		text, t = "static __thread ", v.Type
	case v.Register != "":
		text = "register "
	}
	text += pr.naming(nil).Declare(t, name)
	if v.Register != "" {
		text += " __asm__(" + quote(v.Register) + ")"
	}
	if v.Align > 0 {
		text += fmt.Sprintf(" __attribute__((aligned(%d)))", v.Align)
	}
	text += pr.attrs(v.Attrs)
	init := s.Init
	if init == nil && v.Storage != core.Auto {
		init = v.Init
	}
	if init != nil {
		text += " = " + pr.init(init)
	}
	return text + ";"
}

// loop writes a loop for ever; where it has a step, continue becomes a jump to that.
func (pr *printer) loop(b *strings.Builder, s *core.Loop) {
	tabs := strings.Repeat("\t", pr.indent)
	if s.Step == nil || len(s.Step.List) == 0 {
		pr.fn.steps = append(pr.fn.steps, "")
		b.WriteString(tabs + "for (;;) ")
		pr.block(b, s.Body)
		b.WriteString("\n")
	} else {
		step := pr.fn.jumps.fresh("", "step", nil)
		pr.fn.steps = append(pr.fn.steps, step)
		b.WriteString(tabs + "for (;;) {\n")
		pr.indent++
		pr.stmt(b, s.Body)
		b.WriteString(tabs + "\t" + step + ":;\n")
		pr.list(b, s.Step.List)
		pr.indent--
		b.WriteString(tabs + "}\n")
	}
	pr.fn.steps = pr.fn.steps[:len(pr.fn.steps)-1]
}

// caseValue is the value of a case, which the type of the switch's operand holds.
func (pr *printer) caseValue(v types.Integer) string {
	for _, k := range []types.Kind{types.Int, types.Long, types.LongLong, types.ULongLong} {
		if t := pr.p.Types.Basic(k); pr.p.Types.Fits(t, v) {
			return integerText(pr, t, v)
		}
	}
	return integerText(pr, pr.p.Types.Basic(types.Int128), v)
}

// asm is an asm statement.
func (pr *printer) asm(s *core.Asm) string {
	text := "__asm__ "
	if s.Volatile {
		text += "volatile "
	}
	if len(s.Labels) > 0 {
		text += "goto "
	}
	text += "(" + s.Text
	if s.Operands || len(s.Labels) > 0 {
		operands := func(list []core.AsmOperand) string {
			var parts []string
			for _, o := range list {
				part := o.Constraint + " ("
				if o.Name != "" {
					part = "[" + o.Name + "] " + part
				}
				if o.Place != nil {
					part += pr.place(o.Place, precLowest)
				} else {
					part += pr.expr(o.X, precLowest)
				}
				parts = append(parts, part+")")
			}
			return strings.Join(parts, ", ")
		}
		text += " : " + operands(s.Outputs) + " : " + operands(s.Inputs) + " : " + strings.Join(s.Clobbers, ", ")
		if len(s.Labels) > 0 {
			var names []string
			for _, l := range s.Labels {
				names = append(names, pr.label(l))
			}
			text += " : " + strings.Join(names, ", ")
		}
	}
	return text + ");"
}

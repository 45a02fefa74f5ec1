// Package assembly says of statements of assembly, from core to core, what they do as far as that is known: what one without instructions does, which
// evaluates its operands; that the outputs of one with instructions have any values; and that nothing is known of one that may write memory.
package assembly

import (
	"slices"
	"strconv"
	"strings"

	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// Program puts in the place of each statement of assembly of a program what it does. Of instructions that idle is true of, if there are no outputs, that
// is nothing.
func Program(prog *core.Program, idle func(code string) bool) {
	p := &pass{tt: prog.Types, idle: idle}
	var files []string
	for i, u := range prog.Units {
		p.unit = i
		kept := u.Globals[:0]
		for _, g := range u.Globals {
			switch g := g.(type) {
			case *core.FileAsm:
				files = append(files, g.Text)
				continue
			case *core.FuncDef:
				p.fn = g.Func
				for _, b := range []*core.Block{g.Func.Body, g.Func.Leave} {
					core.Replace(b, p.stmt)
				}
			}
			kept = append(kept, g)
		}
		u.Globals = kept
	}
	if files != nil {
		symbols(prog, files)
	}
}

// pass is the state of Program.
type pass struct {
	tt   *types.Table
	idle func(code string) bool
	unit int
	fn   *core.Func
}

func (p *pass) stmt(s core.Stmt) []core.Stmt {
	a, ok := s.(*core.Asm)
	if !ok {
		return []core.Stmt{s}
	}
	text := Code(a)
	code := text != "" && (len(a.Outputs) > 0 || !p.idle(text))
	memory := slices.Contains(a.Clobbers, `"memory"`)
	switch {
	case len(a.Labels) > 0:
		return []core.Stmt{&core.Opaque{At: a.At, Why: "asm goto"}}
	case code && (memory || !a.Operands && !waits(text)): // gcc takes it that assembly without colons may write memory
		return []core.Stmt{&core.Opaque{At: a.At, Why: "assembly that may write memory"}}
	}
	var list []core.Stmt
	var from []core.Expr // what an output that may be a pointer may have been computed from
	values := make([]core.Expr, len(a.Inputs))
	for i, in := range a.Inputs {
		x := in.X
		if in.Place != nil {
			if in.Place.Type().Kind == types.Array || in.Place.Type().IsRecord() {
				continue
			}
			x = &core.Load{At: in.Place.Pos(), X: in.Place}
		}
		if len(a.Outputs) == 0 && in.Place == nil {
			list = append(list, &core.Eval{At: a.At, X: x})
			continue
		}
		t := p.temp(x.Type(), a.At)
		list = append(list, &core.Assign{At: a.At, Dst: t, Src: x})
		values[i] = &core.Load{At: a.At, X: t}
		if p.mayLead(x.Type()) {
			from = append(from, values[i])
		}
	}
	for _, out := range a.Outputs {
		if t := out.Place.Type(); code && strings.HasPrefix(constraint(out), "+") && t.IsScalar() && p.mayLead(t) {
			from = append(from, &core.Load{At: a.At, X: out.Place})
		}
	}
	for i, out := range a.Outputs {
		if code || !strings.HasPrefix(constraint(out), "+") { // which keeps its value
			list = append(list, p.output(a, i, values, from, code)...)
		}
	}
	if len(a.Outputs) == 0 && code {
		list = append(list, p.unknown(p.temp(p.tt.Basic(types.Int), a.At)))
	}
	return append(list, &core.Asm{At: a.At, Volatile: a.Volatile, Operands: a.Operands, Text: `""`})
}

// Code are the instructions of a statement: "" if there are none.
func Code(a *core.Asm) string {
	return strings.TrimSpace(strings.ReplaceAll(strings.Trim(a.Text, `"`), `" "`, ""))
}

// unknown gives a place any value.
func (p *pass) unknown(x core.Place) *core.Forget {
	return &core.Forget{At: x.Pos(), Place: x, Approximates: "what assembly computes is unknown"}
}

// output gives one of the outputs a value. Without instructions it is that of the input that shares its register.
func (p *pass) output(a *core.Asm, i int, values, from []core.Expr, code bool) []core.Stmt {
	out := a.Outputs[i].Place
	if t := out.Type(); !t.IsScalar() { // "=m" may name an array
		return []core.Stmt{p.unknown(out)}
	}
	to := p.temp((&core.Load{X: out}).Type(), a.At)
	value := core.Expr(&core.Load{At: a.At, X: to})
	k := slices.IndexFunc(a.Inputs, func(in core.AsmOperand) bool { return !code && constraint(in) == strconv.Itoa(i) })
	if k >= 0 && values[k] != nil {
		if from, t := values[k].Type(), to.Type(); from.IsScalar() && from.SizeOf() == t.SizeOf() {
			value = values[k]
			if from != t {
				value = &core.Convert{At: a.At, X: value, Typ: t}
			}
			return []core.Stmt{&core.Assign{At: a.At, Dst: out, Src: value}}
		}
	}
	f := p.unknown(to)
	if p.mayLead(to.Type()) {
		f.Leads, f.From = true, from
	}
	return []core.Stmt{f, &core.Assign{At: a.At, Dst: out, Src: value}}
}

// constraint is the constraint of an operand, without quotes.
func constraint(x core.AsmOperand) string { return strings.Trim(x.Constraint, `"`) }

// mayLead tells whether a value of a type may be a pointer.
func (p *pass) mayLead(t *types.Type) bool {
	return t.Kind == types.Pointer || t.IsInteger() && t.SizeOf() >= p.tt.VoidPtr.SizeOf()
}

// temp is a new temporary of the function.
func (p *pass) temp(t *types.Type, at core.Pos) core.Place {
	v := &core.Var{Type: t.Main(), Pos: at, Unit: p.unit, Temp: true}
	p.fn.Temps = append(p.fn.Temps, v)
	return &core.VarPlace{At: at, Var: v}
}

// waits says that assembly has no instructions but those that wait, or that order accesses to memory.
func waits(code string) bool {
	code = strings.NewReplacer(`\n`, "\n", `\t`, " ", ";", "\n").Replace(code)
	for _, line := range strings.Split(strings.ToLower(code), "\n") {
		words := strings.Fields(line)
		if len(words) > 0 && words[0] == "rep" { // the prefix of nop, for one
			words = words[1:]
		}
		if len(words) > 0 && !slices.Contains(idleInstructions, words[0]) {
			return false
		}
	}
	return true
}

var idleInstructions = []string{
	"nop", "pause", "hlt", "mfence", "lfence", "sfence", // of x86
	"yield", "wfi", "wfe", "sev", "isb", "dsb", "dmb", // of ARM
	"fence", "fence.i", "sync", "isync", "lwsync", "eieio", "sleep", "wdr", // of others
}

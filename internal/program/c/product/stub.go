package product

import (
	"fmt"
	"strings"

	"craig/internal/program/c/core"
	"craig/internal/program/c/harness"
	"craig/internal/program/c/types"
)

// stubs defines the functions without a body. What the n-th call has to be, and what it gives, is chosen before: the old side assumes that its calls are
// those, and the new side has to make them. One that is given a pointer does nothing with it: there is such a function, so that a difference is one.
func (d *driver) stubs(second *string) {
	p := d.p
	var list []*core.Var
	seen := map[*core.Var]bool{}
	for _, s := range p.sides {
		for _, v := range s.calls {
			if k := p.conf.Library(v.Name); !seen[v] && k == Unknown {
				list = append(list, v)
				seen[v] = true
			} else if k == Leaves && s == p.sides[1] && !seen[v] && !strings.HasPrefix(v.Name, "__VERIFIER_assume") {
				seen[v] = true
				p.refuse(v.Pos, "the new function may call %s", v.Name)
			}
		}
	}
	if len(list) == 0 {
		return
	}
	var b, other strings.Builder
	var begin strings.Builder
	log := Prefix + "log"
	fmt.Fprintf(&d.head, "extern unsigned long __VERIFIER_nondet_ulong(void);\nunsigned long %s_n, %s_old, %s_new;\nint *%s_which;\n", log, log, log, log)
	fmt.Fprintf(&begin, "  %[1]s_n = __VERIFIER_nondet_ulong();\n  __VERIFIER_assume(%[1]s_n <= __PTRDIFF_MAX__ / 16);\n  %[1]s_which = __builtin_malloc(%[1]s_n * sizeof(int));\n  __VERIFIER_assume(%[1]s_which != 0);\n", log)
	queued := p.conf.Plan.Lockstep() && !p.conf.Probe
	if queued {
		fmt.Fprintf(&d.head, "int %sn, %sw[%d];\n", queue, queue, queueLength)
	}
	for i, v := range list {
		p.Calls = append(p.Calls, v.Name)
		sig := v.Type.Sig
		if sig.Variadic || !sig.Proto {
			p.refuse(v.Pos, "calls of %s, which has no prototype or variable arguments, are not compared", v.Name)
		}
		if hasPointers(sig.Result) || sig.Result.IsRecord() {
			p.refuse(v.Pos, "what %s returns is not compared", v.Name)
		}
		var params, conds []string
		for j, q := range sig.Params {
			pointer := q.Type.Kind == types.Pointer
			if !q.Type.IsArithmetic() && !pointer || q.Type.Kind == types.Complex {
				p.refuse(v.Pos, "arguments of %s are not compared: %v", v.Name, q.Type)
			}
			name := fmt.Sprint("a", j)
			text, ok := harness.Spell(q.Type, name)
			if !ok {
				p.refuse(v.Pos, "arguments of %s are not compared: %v", v.Name, q.Type)
			}
			params = append(params, text)
			if pointer {
				p.OnlyDiffer = fmt.Sprintf("arguments of %s are not compared: %v", v.Name, q.Type)
				continue
			}
			array := fmt.Sprintf("%s_%d_%d", log, i, j)
			of, _ := harness.Spell(p.tt.Pointer(q.Type.Unqual()), array)
			elem, _ := harness.Spell(q.Type, "")
			fmt.Fprintf(&b, "%s;\n", of)
			fmt.Fprintf(&begin, "  %[1]s = __builtin_malloc(%[2]s_n * sizeof(%[3]s));\n  __VERIFIER_assume(%[1]s != 0);\n", array, log, elem)
			conds = append(conds, equals(q.Type, array+"[n]", name))
		}
		for j, g := range d.visible() {
			array := fmt.Sprintf("%s_%d_g%d", log, i, j)
			t := g.old.Type.Unqual()
			of, _ := harness.Spell(p.tt.Pointer(t), array)
			elem, _ := harness.Spell(t, "")
			fmt.Fprintf(&b, "%s;\n", of)
			fmt.Fprintf(&begin, "  %[1]s = __builtin_malloc(%[2]s_n * sizeof(%[3]s));\n  __VERIFIER_assume(%[1]s != 0);\n", array, log, elem)
			conds = append(conds, equals(t, array+"[n]", d.current(g)))
		}
		if len(params) == 0 {
			params = []string{"void"}
		}
		conds = append([]string{fmt.Sprintf("%s_which[n] == %d", log, i)}, conds...)
		head, ok := harness.Spell(sig.Result, fmt.Sprintf("%s(%s)", v.Name, strings.Join(params, ", ")))
		if sig.Result.Kind == types.Void {
			head, ok = fmt.Sprintf("void %s(%s)", v.Name, strings.Join(params, ", ")), true
		}
		if !ok {
			p.refuse(v.Pos, "what %s returns is not compared", v.Name)
		}
		if !p.sides[0].seen[v] { // a call of it is a difference
			out := &other
			body := "reach_error();"
			if sig.Result.Kind != types.Void {
				r, _ := harness.Spell(sig.Result, "r")
				body += " " + r + "; return r;"
			}
			fmt.Fprintf(out, "%s { %s }\n", head, body)
			continue
		}
		if v.NoReturn { // the old side has not returned then, or has not called it
			fmt.Fprintf(&b, "%s {\n  if (%s) %s();\n  __VERIFIER_assume(0);\n}\n", head, Side, Differ)
			continue
		}
		give := ""
		if sig.Result.Kind != types.Void {
			array := fmt.Sprintf("%s_%d_r", log, i)
			of, _ := harness.Spell(p.tt.Pointer(sig.Result.Unqual()), array)
			elem, _ := harness.Spell(sig.Result, "")
			fmt.Fprintf(&b, "%s;\n", of)
			fmt.Fprintf(&begin, "  %[1]s = __builtin_malloc(%[2]s_n * sizeof(%[3]s));\n  __VERIFIER_assume(%[1]s != 0);\n", array, log, elem)
			give = " return " + array + "[n];"
		}
		cond := strings.Join(conds, " && ")
		if queued {
			d.queued(&b, i, v, head, params)
			continue
		}
		if p.conf.Probe {
			fmt.Fprintf(&b, "%s {\n  unsigned long n = %s ? %s_new++ : %s_old++;\n  __VERIFIER_assume(n < %s_n);\n %s\n}\n", head, Side, log, log, log, give)
			continue
		}
		fmt.Fprintf(&b, "%s {\n  unsigned long n = %s ? %s_new++ : %s_old++;\n  __VERIFIER_assume(n < %s_n);\n  if (%s) {\n    if (!(%s)) %s();\n  } else __VERIFIER_assume(%s);\n %s\n}\n",
			head, Side, log, log, log, Side, cond, Differ, cond, give)
	}
	d.head.WriteString(b.String())
	text := d.before.String()
	d.before.Reset()
	d.before.WriteString(begin.String() + text)
	if queued {
		d.line("if (%sn != 0) %s();", queue, Differ)
		begin.Reset()
	} else {
		d.line("if (%s_old != %s_new) %s();", log, log, Differ)
	}
	if other.Len() > 0 {
		*second = "extern void reach_error(void);\n" + other.String()
	}
}

// visible are the numbers of both sides that a function without a body can read by their names: a call of it is not the same if they are not.
func (d *driver) visible() (list []pair) {
	for _, g := range d.p.globals {
		if t := g.old.Type; g.old.Linkage == core.External && t.IsArithmetic() && t.Kind != types.Complex {
			list = append(list, g)
		}
	}
	return list
}

// current is the value of a variable of both sides, of the one that runs.
func (d *driver) current(g pair) string {
	return fmt.Sprintf("(%s ? %s : %s)", Side, placeholder(g.new), g.old.Name)
}

// What the calls of the old side are kept in until the new side makes the same, where the two are merged. If there are more, the product is of no use, and
// goes wrong.
const (
	queue       = Prefix + "queue_"
	queueLength = 4
)

// queued defines the i-th function without a body where the sides are merged: a call of the old side gives anything, and the next call of the new side has to
// be the same, and gives the same.
func (d *driver) queued(b *strings.Builder, i int, v *core.Var, head string, params []string) {
	result := v.Type.Sig.Result
	name := func(what string, k int) string { return fmt.Sprintf("%s%d_%s_%d", queue, i, what, k) }
	var puts, takes, shifts, same []string
	slot := func(t *types.Type, what string, value string) {
		for k := range queueLength {
			text, _ := harness.Spell(t, name(what, k))
			fmt.Fprintf(&d.head, "%s;\n", text)
			puts = append(puts, fmt.Sprintf("if (%sn == %d) %s = %s;", queue, k, name(what, k), value))
			if k > 0 {
				shifts = append(shifts, fmt.Sprintf("%s = %s;", name(what, k-1), name(what, k)))
			}
		}
	}
	for j, q := range v.Type.Sig.Params {
		if q.Type.Kind == types.Pointer {
			continue
		}
		a := fmt.Sprint("a", j)
		slot(q.Type, a, a)
		same = append(same, equals(q.Type, name(a, 0), a))
	}
	for j, g := range d.visible() {
		x := fmt.Sprint("g", j)
		slot(g.old.Type.Unqual(), x, g.old.Name)
		same = append(same, equals(g.old.Type, name(x, 0), placeholder(g.new)))
	}
	give, unknown := "", ""
	if result.Kind != types.Void {
		unknown, _ = harness.Spell(result, "r")
		unknown += ";"
		slot(result, "r", "r")
		takes = append(takes, "r = "+name("r", 0)+";")
		give = "return r;"
	}
	same = append([]string{fmt.Sprintf("%sn > 0 && %sw[0] == %d", queue, queue, i)}, same...)
	for k := range queueLength {
		puts = append(puts, fmt.Sprintf("if (%sn == %d) %sw[%d] = %d;", queue, k, queue, k, i))
		if k > 0 {
			shifts = append(shifts, fmt.Sprintf("%sw[%d] = %sw[%d];", queue, k-1, queue, k))
		}
	}
	fmt.Fprintf(b, "%s {\n  %s\n  if (%s) {\n    if (!(%s)) %s();\n    %s\n    %s\n    %sn--;\n  } else {\n    if (%sn >= %d) %s();\n    %s\n    %sn++;\n  }\n  %s\n}\n",
		head, unknown, Side, strings.Join(same, " && "), Differ, strings.Join(takes, "\n    "), strings.Join(shifts, "\n    "), queue,
		queue, queueLength, Differ, strings.Join(puts, "\n    "), queue, give)
}

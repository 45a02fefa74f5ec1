package product

import (
	"fmt"
	"slices"
	"strings"

	"craig/internal/pattern"
	"craig/internal/program/c/core"
	"craig/internal/program/c/harness"
	"craig/internal/program/c/types"
)

// A stub is a function that the driver defines: one without a body, or what a pointer leads to.
type stub struct {
	name     string
	sig      *types.Sig
	noReturn bool
	old      bool     // the old side may call it
	static   bool     // a pointer leads to it
	body     []string // what makes the pointers that it returns; nil: it returns none
	result   string   // the variable that the body returns
	at       core.Pos
}

// stubHead is the first line of a function of the surroundings, and stubResult the last one.
var (
	stubHead   = pattern.New(`^(static )?(.*[ *(])(\w+)\)?(\(.*\)) \{$`)
	stubResult = pattern.New(`^  return (\w+);$`)
)

// functions takes the functions that the text of the surroundings defines out of it.
func (d *driver) functions(declarations string) string {
	var kept []string
	var f *stub
	for _, l := range strings.Split(declarations, "\n") {
		switch m := stubHead.FindStringSubmatch(l); {
		case f == nil && m != nil && !strings.HasPrefix(l, "typedef"):
			f = &stub{name: m[3], static: m[1] != ""}
		case f == nil:
			kept = append(kept, l)
		case l == "}":
			d.stubbed = append(d.stubbed, *f)
			f = nil
		default:
			if m := stubResult.FindStringSubmatch(l); m != nil {
				f.result = m[1]
			} else {
				f.body = append(f.body, l)
			}
		}
	}
	return strings.Join(kept, "\n")
}

// called are the functions that the driver defines.
func (d *driver) called() (list []stub) {
	p := d.p
	seen := map[*core.Var]bool{}
	made := map[string]stub{}
	for _, f := range d.stubbed {
		made[f.name] = f
	}
	for i, s := range p.sides {
		for _, v := range s.calls {
			k := p.conf.Library(v.Name)
			if seen[v] || strings.HasPrefix(v.Name, "__VERIFIER_assume") {
				continue
			}
			seen[v] = true
			f := stub{name: v.Name, sig: v.Type.Sig, noReturn: v.NoReturn, old: p.sides[0].seen[v], body: made[v.Name].body, result: made[v.Name].result, at: v.Pos}
			switch {
			case k == Unknown:
				list = append(list, f)
			case k == Leaves && (i == 1 || p.sides[1].seen[v]): // the old side has not returned
				p.instead[v.Name] = Prefix + v.Name
				f.name, f.noReturn, f.old = Prefix+v.Name, true, true
				list = append(list, f)
			}
		}
	}
	for _, f := range d.stubbed {
		if !f.static {
			continue
		}
		t := d.twins.types[f.name]
		if t == nil || t.Kind != types.Func {
			p.refuse(p.old.Pos, "the type of %s is not known", f.name)
		}
		f.sig, f.old, f.at = t.Sig, true, p.old.Pos
		list = append(list, f)
	}
	if slices.ContainsFunc(list, func(f stub) bool { return f.static }) {
		p.Notes = append(p.Notes, "pointers to functions that they are given lead to different ones")
	}
	return list
}

// stubs defines the functions without a body. What the n-th call has to be, and what it gives, is chosen before: the old side assumes that its calls are
// those, and the new side has to make them; or, in a loose product, calls of the old side are entered as they come. One that is given a pointer does nothing
// with it: there is such a function, so that a difference is one.
func (d *driver) stubs(second *string) {
	p := d.p
	list := d.called()
	if len(list) == 0 {
		return
	}
	var b, other strings.Builder
	var begin strings.Builder
	const log, many = Prefix + "log", "__PTRDIFF_MAX__ / 16"
	fmt.Fprintf(&d.head, "extern unsigned long __VERIFIER_nondet_ulong(void);\nunsigned long %s_n, %s_old, %s_new;\nint *%s_which;\n", log, log, log, log)
	number := "__VERIFIER_nondet_ulong()"
	if p.loose { // few calls are as good as many
		number = "64"
	}
	fmt.Fprintf(&begin, "  %[1]s_n = %[3]s;\n  __VERIFIER_assume(%[1]s_n <= %[2]s);\n  %[1]s_which = __builtin_malloc(%[1]s_n * sizeof(int));\n  __VERIFIER_assume(%[1]s_which != 0);\n", log, many, number)
	queued := p.conf.Plan.Lockstep() && !p.conf.Probe
	if queued {
		fmt.Fprintf(&d.head, "int %sn, %sw[%d];\n", queue, queue, queueLength)
	}
	// array declares one with an element for each call.
	array := func(name string, t *types.Type) bool {
		of, ok := harness.Spell(p.tt.Pointer(t.Unqual()), name)
		fmt.Fprintf(&b, "%s;\n", of)
		fmt.Fprintf(&begin, "  %[1]s = __builtin_malloc(%[2]s_n * sizeof *%[1]s);\n  __VERIFIER_assume(%[1]s != 0);\n", name, log)
		return ok
	}
	most := 0 // parameters that may be string literals
	for i, f := range list {
		if !f.noReturn || !strings.HasPrefix(f.name, Prefix) {
			p.Calls = append(p.Calls, f.name)
		}
		p.stubs[f.name] = true
		if f.sig.Variadic || !f.sig.Proto {
			p.only("arguments of %s, which has no prototype or variable arguments, are not compared", f.name)
		}
		var params, conds, literals, enter []string
		for j, q := range f.sig.Params {
			text, ok := harness.SpellParam(q.Type, fmt.Sprint("a", j))
			if !ok {
				p.refuse(f.at, "arguments of %s are not compared: %v", f.name, q.Type)
			}
			params = append(params, text)
			name, a := fmt.Sprintf("%s_%d_%d", log, i, j), fmt.Sprint("a", j)
			switch {
			case q.Type.IsArithmetic() && q.Type.Kind != types.Complex:
				if !array(name, q.Type) {
					p.refuse(f.at, "arguments of %s are not compared: %v", f.name, q.Type)
				}
				conds = append(conds, equals(q.Type, name+"[n]", a))
				enter = append(enter, name+"[n] = "+a+";")
				continue
			case q.Type.Kind == types.Pointer && f.old && !f.noReturn:
				literals = append(literals, fmt.Sprintf("%s_%d", literalLog(i), j))
				most = max(most, j+1)
				array(fmt.Sprintf("%s_%d", literalLog(i), j), p.tt.Basic(types.UInt))
				d.given(i, f.name, fmt.Sprint(name, "_p"), q.Type, &b, &begin)
			}
			p.only("arguments of %s are not compared: %v", f.name, q.Type)
		}
		for j, g := range d.visible() {
			name := fmt.Sprintf("%s_%d_g%d", log, i, j)
			array(name, g.old.Type)
			conds = append(conds, equals(g.old.Type, name+"[n]", d.current(g)))
			enter = append(enter, name+"[n] = "+d.current(g)+";")
		}
		switch {
		case f.sig.Variadic:
			params = append(params, "...")
		case len(params) == 0 && f.sig.Proto:
			params = []string{"void"}
		}
		conds = append([]string{fmt.Sprintf("%s_which[n] == %d", log, i)}, conds...)
		result, isVoid := f.sig.Result, f.sig.Result.Kind == types.Void
		head, ok := harness.SpellParam(result, fmt.Sprintf("(%s)(%s)", f.name, strings.Join(params, ", ")))
		if f.static {
			head = "static " + head
		}
		if !ok {
			p.refuse(f.at, "what %s returns is not compared", f.name)
		}
		if !f.old { // a call of it is a difference
			body := "reach_error();"
			if !isVoid {
				r, _ := harness.Spell(result, "r")
				body += " " + r + "; return r;"
			}
			fmt.Fprintf(&other, "%s { %s }\n", head, body)
			continue
		}
		if f.noReturn { // the old side has not returned then, or has not called it
			fmt.Fprintf(&b, "%s {\n  if (%s) %s();\n  __VERIFIER_assume(0);\n}\n", head, Side, Differ)
			continue
		}
		give, make := "", ""
		switch {
		case isVoid:
		case hasPointers(result):
			if f.result == "" || queued || p.conf.Probe {
				p.refuse(f.at, "what %s returns is not compared", f.name)
			}
			p.only("what %s returns is not followed", f.name)
			name := fmt.Sprintf("%s_%d_r", log, i)
			array(name, result)
			make = d.pair(f, name)
			give = fmt.Sprintf(" return %s[n];", name)
		default:
			name := fmt.Sprintf("%s_%d_r", log, i)
			array(name, result)
			give = fmt.Sprintf(" return %s[n];", name)
		}
		cond := strings.Join(conds, " && ")
		if queued {
			d.queued(&b, i, f.sig, head, params)
			continue
		}
		if p.conf.Probe {
			fmt.Fprintf(&b, "%s {\n  unsigned long n = %s ? %s_new++ : %s_old++;\n  __VERIFIER_assume(n < %s_n);\n %s\n}\n", head, Side, log, log, log, give)
			continue
		}
		more := ""
		for j, q := range f.sig.Params {
			if q.Type.Kind == types.Pointer {
				more += fmt.Sprintf("    %s_%d_%d_p_new[n] = a%[3]d;\n", log, i, j)
			}
		}
		for _, name := range literals {
			k := name[strings.LastIndexByte(name, '_')+1:]
			more += fmt.Sprintf("    if (%[1]s[n] && %[2]s%[3]s && %[1]s[n] != %[2]s%[3]s) %[4]s();\n", name, literal, k, Differ)
			make = fmt.Sprintf("    %s[n] = %s%s;\n    %s_%d_%[3]s_p_old[n] = a%[3]s;\n", name, literal, k, log, i) + make
		}
		before := fmt.Sprintf("__VERIFIER_assume(%s);", cond)
		if p.loose {
			before = strings.Join(append(enter, fmt.Sprintf("%s_which[n] = %d;", log, i)), " ")
		}
		fmt.Fprintf(&b, "%s {\n  unsigned long n = %s ? %s_new++ : %s_old++;\n  __VERIFIER_assume(n < %s_n);\n  if (%s) {\n    if (n >= %[4]s_old || !(%[7]s)) %[8]s();\n%[9]s  } else {\n    %[12]s\n%[10]s  }\n %[11]s\n}\n",
			head, Side, log, log, log, Side, cond, Differ, more, make, give, before)
	}
	for j := range most {
		fmt.Fprintf(&d.head, "unsigned int %s%d;\n", literal, j)
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

// literalLog is how arrays are called that have the numbers of string literals with which the i-th function is called.
func literalLog(i int) string { return fmt.Sprintf("%slog_%d_literal", Prefix, i) }

// given compares a pointer that both sides give a function: it is a difference if one alone is null, or if they lead to different objects of those that both
// were given.
func (d *driver) given(i int, function, name string, t *types.Type, b, begin *strings.Builder) {
	for _, side := range []string{"_old", "_new"} {
		fmt.Fprintf(b, "const void **%s%s;\n", name, side)
		fmt.Fprintf(begin, "  %[1]s%[2]s = __builtin_malloc(%[3]slog_n * sizeof *%[1]s%[2]s);\n  __VERIFIER_assume(%[1]s%[2]s != 0);\n", name, side, Prefix)
	}
	d.count++
	d.nondet = true
	k := fmt.Sprint(Prefix, "k", d.count)
	d.line("{")
	d.line("unsigned long %s = __VERIFIER_nondet_ulong();", k)
	d.line("if (%[1]s < %[2]slog_old && %[1]s < %[2]slog_new && %[2]slog_which[%[1]s] == %[3]d) {", k, Prefix, i)
	d.line("const void *%[1]sgo = %[2]s_old[%[3]s], *%[1]sgn = %[2]s_new[%[3]s];", Prefix, name, k)
	d.line("if (!%[1]sgo != !%[1]sgn) %[2]s();", Prefix, Differ)
	var o, n string
	for j, x := range d.objects {
		o += fmt.Sprintf("%sgo == (const void *)%s ? %d : ", Prefix, x.old, j+1)
		n += fmt.Sprintf("%sgn == (const void *)%s ? %d : ", Prefix, x.new, j+1)
	}
	if o != "" {
		d.line("int %[1]sio = !%[1]sgo ? 0 : %[2]s0, %[1]sin = !%[1]sgn ? 0 : %[3]s0;", Prefix, o, n)
		d.line("if (%[1]sio && %[1]sin && %[1]sio != %[1]sin) %[2]s();", Prefix, Differ)
	}
	d.line("}")
	d.line("}")
}

// pair is the body of a function without a body that returns pointers, where the old side calls it: what it returns, and the same for the new side.
func (d *driver) pair(f stub, name string) string {
	w := d.newTwins(f.body)
	w.types[f.result] = f.sig.Result
	w.take(f.result)
	lines := w.text(f.body, f.at)
	for j := range f.sig.Params {
		lines = append([]string{fmt.Sprintf("  __typeof__(a%[1]d) p%[1]d = a%[1]d;", j)}, lines...)
	}
	return strings.Join(lines, "\n") + fmt.Sprintf("\n    %s[n] = %s;\n    return %s;\n", name, w.own[f.result], f.result)
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
func (d *driver) queued(b *strings.Builder, i int, sig *types.Sig, head string, params []string) {
	result := sig.Result
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
	for j, q := range sig.Params {
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

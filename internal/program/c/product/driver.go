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

// driver is the text that calls both functions, made of the surroundings of the old one.
type driver struct {
	p       *Product
	head    strings.Builder // declarations
	before  strings.Builder // before the calls
	after   strings.Builder // comparisons
	to      *strings.Builder
	made    map[string]string
	objects []object // what parameters lead to
	count   int
	nondet  bool
}

// largest is the greatest size of an object where sizes have 64 bits: no machine has as much for one object, and where two may each fill half of all
// addresses there is little to be proved of where they lie.
const largest = "0xffffffffffL"

// object is what both sides were given to begin with: how it is called in the text, and how many bytes it has.
type object struct{ old, new, size string }

func (d *driver) line(format string, args ...any) { fmt.Fprintf(d.to, "  "+format+"\n", args...) }

// Patterns of what package harness writes.
var (
	blockLine  = pattern.New(`^  (.*[ *])(\w+)(_block|_text) = __builtin_malloc\((.*)\);$`)
	assignLine = pattern.New(`^  (?:[\w ]+\*+ ?)?(\w+) = (&?)(\w+)(?: \+ (\w+))?;$`)
)

// Drive makes of the text of the surroundings of the old function, in which entry calls it, a text that calls both, and of the files that the new function
// needs. made are the objects that the text makes, as ir.Environment.Paths has them. second is what is to be read behind the second file. The error is a *Problem.
func (p *Product) Drive(text, entry string, made map[string]string) (first, second string, err error) {
	defer catch(&err)
	p.prune()
	d := &driver{p: p, made: made}
	fmt.Fprintf(&d.head, "int %s;\nextern void reach_error(void);\nvoid %s(void) { reach_error(); }\n", Side, Differ)
	if p.conf.Definite {
		fmt.Fprintf(&d.head, "void %s(void) { __VERIFIER_assume(0); }\n", Open)
	} else {
		fmt.Fprintf(&d.head, "void %s(void) { reach_error(); }\n", Open)
	}
	begin := "\n/* One call of " + p.old.Var.Name + ". */\nvoid " + entry + "(void) {\n"
	declarations, body, ok := strings.Cut(text, begin)
	if !ok {
		p.refuse(p.old.Pos, "the surroundings are not read")
	}
	if strings.Contains(declarations, "{") {
		p.refuse(p.old.Pos, "functions that pointers lead to are not compared")
	}
	var args []string
	var lines []string
	for _, l := range strings.Split(strings.TrimSuffix(body, "}\n"), "\n") {
		if rest, ok := strings.CutPrefix(l, "  "+p.old.Var.Name+"("); ok && strings.HasSuffix(rest, ");") {
			if rest = strings.TrimSuffix(rest, ");"); rest != "" {
				args = strings.Split(rest, ", ")
			}
			continue
		}
		if strings.HasPrefix(l, "  /* "+p.old.Var.Name+" requires: ") {
			p.refuse(p.old.Pos, "a clause of the contract is not C: %s", strings.TrimSpace(l))
		}
		if p.tt.Size.SizeOf() == 8 && strings.Contains(l, "__PTRDIFF_MAX__") {
			l = strings.ReplaceAll(l, "__PTRDIFF_MAX__", largest)
			p.bounded = true
		}
		if l != "" {
			lines = append(lines, l)
		}
	}
	if len(args) != len(p.old.Params) {
		p.refuse(p.old.Pos, "the call is not read")
	}
	d.to = &d.before
	news := d.memory(lines, args)
	d.globals(lines)
	for _, r := range p.conf.Requires {
		d.line("__VERIFIER_assume(%s);", r)
	}
	result := p.old.Var.Type.Sig.Result.Kind != types.Void
	call := fmt.Sprintf("%s(%s)", p.old.Var.Name, strings.Join(args, ", "))
	var a, b string
	if result {
		a, b = Prefix+"result_old", Prefix+"result_new"
		d.line("__typeof__(%s) %s, %s;", call, a, b)
		a, b = a+" = ", b+" = "
	}
	d.line("%s = 0;", Side)
	d.line("%s%s;", a, call)
	d.line("%s = 1;", Side)
	d.line("%s%s(%s);", b, newF, strings.Join(news, ", "))
	d.to = &d.after
	if result {
		d.compare(p.old.Var.Type.Sig.Result, Prefix+"result_old", Prefix+"result_new", p.old.Pos)
	}
	for _, o := range d.changed(lines, args, news) {
		o()
	}
	for _, g := range p.globals {
		d.compare(g.old.Type, d.placeOf(g), placeholder(g.new), g.new.Pos)
	}
	pointer := func(v *core.Var) bool { return v.Type.Kind == types.Pointer }
	variables := len(p.globals) > 0 || p.Writes() && len(p.sides[1].objects)+len(p.shared) > 0
	if variables && slices.ContainsFunc(p.old.Params, pointer) {
		p.Notes = append(p.Notes, "no pointer that they are given leads to a variable that they use")
	}
	if p.bounded {
		p.Notes = append(p.Notes, "no object that a parameter leads to has 2^40 bytes or more")
	}
	d.stubs(&second)
	fmt.Fprintf(&d.head, "extern __typeof__(%s) %s;\n", p.old.Var.Name, newF)
	if d.nondet && !strings.Contains(declarations, "__VERIFIER_nondet_ulong(") {
		declarations = "extern unsigned long __VERIFIER_nondet_ulong(void);\n" + declarations
	}
	return declarations + d.head.String() + "void " + entry + "(void) {\n" + strings.Join(lines, "\n") + "\n" + d.before.String() + d.after.String() + "}\n", second, nil
}

// memory gives the new side what it is called with: the same, but for memory that is written, of which it has its own. It returns the arguments.
func (d *driver) memory(lines, args []string) []string {
	p := d.p
	news := slices.Clone(args)
	blocks := map[string]string{} // their sizes
	for _, l := range lines {
		if m := blockLine.FindStringSubmatch(l); m != nil {
			blocks[m[2]+m[3]] = m[4]
		}
	}
	values := map[string][]string{} // what pointers are set to
	for _, l := range lines {
		if m := assignLine.FindStringSubmatch(l); m != nil {
			values[m[1]] = m[2:]
		}
	}
	copies := p.Writes()
	known := map[string]bool{} // the objects that parameters lead to
	for i, name := range args {
		v := p.old.Params[i]
		t := v.Type
		if t.Kind != types.Pointer {
			if hasPointers(t) && copies {
				p.refuse(v.Pos, "pointers in %s lead to memory that may be written", name)
			}
			continue
		}
		set := values[name]
		if set != nil && set[2] == "" {
			known[set[1]] = true
		}
		own := copies && (t.Elem.Quals&types.Const == 0 || p.new.Params[i].Type.Elem.Quals&types.Const == 0 || p.strips())
		size, isBlock := "", false
		if set != nil {
			size, isBlock = blocks[set[1]]
		}
		switch {
		case set == nil && own:
			p.refuse(v.Pos, "what %s leads to is not copied", name)
		case set == nil:
			continue
		case set[2] != "": // the end of another one
			j := slices.Index(args[:i], set[1])
			if j < 0 || own != (news[j] != args[j]) {
				p.refuse(v.Pos, "what %s leads to is not copied", name)
			}
			if !own {
				continue
			}
			news[i] = d.own(name)
			d.line("__typeof__(%s) %s = %s + %s;", name, news[i], news[j], set[2])
		case isBlock && !own:
			d.objects = append(d.objects, object{name, name, size})
		case isBlock:
			if hasPointers(t.Elem) {
				p.refuse(v.Pos, "what %s leads to has pointers, and memory is written", name)
			}
			old, new := set[1], d.own(set[1])
			k := new + "_k"
			d.line("__typeof__(%s) %s = __builtin_malloc(%s);", old, new, size)
			d.line("__VERIFIER_assume(%s != 0);", new)
			d.line("for (unsigned long %[1]s = 0; %[1]s < (%[2]s) / sizeof *%[3]s; %[1]s++) %[4]s[%[1]s] = %[3]s[%[1]s];", k, size, old, new)
			news[i] = d.own(name)
			d.line("__typeof__(%s) %s = %s;", name, news[i], new)
			d.objects = append(d.objects, object{old, new, size})
		case set[0] == "&" && !own:
			d.objects = append(d.objects, object{"&" + set[1], "&" + set[1], "sizeof " + set[1]})
		case set[0] == "&":
			if hasPointers(t.Elem) {
				p.refuse(v.Pos, "what %s leads to has pointers, and memory is written", name)
			}
			new := d.own(set[1])
			d.line("__typeof__(%s) %s = %s;", set[1], new, set[1])
			news[i] = d.own(name)
			d.line("__typeof__(%s) %s = &%s;", name, news[i], new)
			d.objects = append(d.objects, object{"&" + set[1], "&" + new, "sizeof " + set[1]})
		case own:
			p.refuse(v.Pos, "what %s leads to is not copied", name)
		}
	}
	if copies && d.indirect(known) {
		p.refuse(p.old.Pos, "memory that pointers in objects lead to may be written")
	}
	return news
}

// indirect tells whether pointers lead to other objects than those.
func (d *driver) indirect(known map[string]bool) bool {
	for name := range d.made {
		if !known[strings.TrimSuffix(strings.TrimPrefix(name, "(*"), ")")] {
			return true
		}
	}
	return false
}

// own is the name for what the new side has for itself.
func (d *driver) own(name string) string { return Prefix + "new_" + name }

// changed compares the memory of which both sides have their own.
func (d *driver) changed(lines, args, news []string) (list []func()) {
	for _, o := range d.objects {
		if o.old == o.new {
			continue
		}
		list = append(list, func() {
			t := d.elementOf(o, args)
			if name, ok := strings.CutPrefix(o.old, "&"); ok {
				d.compare(t, name, strings.TrimPrefix(o.new, "&"), d.p.old.Pos)
				return
			}
			d.compareAny(t, "("+o.size+") / sizeof *"+o.old, o.old, o.new, d.p.old.Pos)
		})
	}
	return list
}

// elementOf is the type of what an object consists of.
func (d *driver) elementOf(o object, args []string) *types.Type {
	name := strings.TrimPrefix(o.old, "&")
	for i, a := range args {
		for _, suffix := range []string{"_block", "_text", "_object"} {
			if a+suffix == name || strings.HasPrefix(name, a+suffix+"_") {
				t := d.p.old.Params[i].Type.Elem
				if t.Kind == types.Void {
					return d.p.tt.Basic(types.Char)
				}
				return t
			}
		}
	}
	d.p.refuse(d.p.old.Pos, "what a parameter leads to is not compared: %s", name)
	return nil
}

// placeOf is what the text calls a variable of the old side.
func (d *driver) placeOf(g pair) string {
	if g.old.Local {
		return Prefix + "old_" + g.old.Name
	}
	return g.old.Name
}

// globals has the variables that both sides have for themselves begin alike.
func (d *driver) globals(lines []string) {
	p := d.p
	text := strings.Join(lines, "\n")
	for _, g := range p.globals {
		t, name, other := g.old.Type, g.old.Name, placeholder(g.new)
		if hasPointers(t) {
			p.refuse(g.new.Pos, "%s has pointers, and is written", name)
		}
		place := d.placeOf(g)
		if g.old.Local { // the text has no name for it
			for _, x := range []string{place, other} {
				text, ok := harness.Spell(t, x)
				if !ok {
					p.refuse(g.new.Pos, "%s has a type without a name", name)
				}
				fmt.Fprintf(&d.head, "extern %s;\n", text)
			}
		} else {
			fmt.Fprintf(&d.head, "extern __typeof__(%s) %s;\n", name, other)
		}
		d.any(g, place, text)
		switch {
		case t.Kind == types.Array && t.Elem.IsArithmetic():
			n := fmt.Sprint(Prefix, name, "_k")
			d.line("for (unsigned long %[1]s = 0; %[1]s < %[2]d; %[1]s++) %[3]s[%[1]s] = %[4]s[%[1]s];", n, t.Len, other, place)
		case t.Kind == types.Array || t.IsRecord():
			d.line("__builtin_memcpy(&%s, &%s, sizeof %s);", other, place, place)
		default:
			d.line("%s = %s;", other, place)
		}
	}
	for _, g := range p.shared {
		switch {
		case g.old.Local || !p.changes(g.old) && !p.changes(g.new):
		case !hasPointers(g.old.Type):
			d.any(g, g.old.Name, text)
		case !p.sides[0].seen[g.old]:
			p.refuse(g.new.Pos, "%s, which the old function does not use, has pointers", g.new.Name)
		}
	}
}

// any has a variable begin with any value, if the surroundings do not say with which.
func (d *driver) any(g pair, place, text string) {
	for _, set := range []string{"  %s = ", "memcpy(%s,", "memcpy(&%s,"} {
		if strings.Contains(text, fmt.Sprintf(set, place)) {
			return
		}
	}
	if !g.old.Defined || d.p.conf.Initial {
		return
	}
	d.line("__typeof__(%[1]s) %[2]s%[1]s_any;", place, Prefix)
	if g.old.Type.IsArithmetic() {
		d.line("%[1]s = %[2]s%[1]s_any;", place, Prefix)
	} else {
		d.line("__builtin_memcpy(&%[1]s, &%[2]s%[1]s_any, sizeof %[1]s);", place, Prefix)
	}
	d.p.Any = append(d.p.Any, g.old.Name)
}

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
	linked  bool     // there are pointers in some of them
	count   int
	nondet  bool
}

// largest is the greatest size of an object where sizes have 64 bits: no machine has as much for one object, and where two may each fill half of all
// addresses there is little to be proved of where they lie.
const largest = "0xffffffffffL"

// more is how many more elements there are where Config.Wide is set.
const more = 4

// object is what both sides were given to begin with: how it is called in the text, how many bytes it has, and of which type it, or each of its elements, is.
type object struct {
	old, new, size string
	t              *types.Type
}

func (d *driver) line(format string, args ...any) { fmt.Fprintf(d.to, "  "+format+"\n", args...) }

// Patterns of what package harness writes.
var (
	blockLine  = pattern.New(`^  (.*[ *])(\w+)(_block|_text) = __builtin_malloc\((.*)\);$`)
	assignLine = pattern.New(`^  (?:[\w ]+\*+ ?)?([\w.\[\]]+) = (__VERIFIER_nondet_bool\(\) \? )?(&?)(\w+)(?: \+ (\w+))?(?: : 0)?;$`)
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
		if m := blockLine.FindStringSubmatch(l); m != nil && p.conf.Wide {
			l = fmt.Sprintf("  %s%s%s = __builtin_malloc((%s) + %d * sizeof *%[2]s%[3]s);", m[1], m[2], m[3], m[4], more)
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
	for _, o := range d.changed() {
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
	values := map[string]value{} // what pointers are set to
	var places []string          // these pointers, in their order
	for _, l := range lines {
		if m := assignLine.FindStringSubmatch(l); m != nil {
			places = append(places, m[1])
			if m[4] != "0" {
				values[m[1]] = value{object: m[4], address: m[3] != "", behind: m[5], null: m[2] != ""}
			}
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
		set, isSet := values[name]
		if isSet && set.behind == "" {
			known[set.object] = true
		}
		own := copies && (t.Elem.Quals&types.Const == 0 || p.new.Params[i].Type.Elem.Quals&types.Const == 0 || p.strips())
		size, isBlock := "", false
		if isSet {
			size, isBlock = blocks[set.object]
		}
		// give has the new side called with a pointer, or with null where the old one is.
		give := func(value string) {
			news[i] = d.own(name)
			if set.null {
				value = fmt.Sprintf("%s ? %s : 0", name, value)
			}
			d.line("__typeof__(%s) %s = %s;", name, news[i], value)
		}
		switch {
		case !isSet && own:
			p.refuse(v.Pos, "what %s leads to is not copied", name)
		case !isSet:
			continue
		case copies && hasPointers(t.Elem) && set.behind == "":
			deep := &deep{d: d, lines: lines, values: values, places: places, blocks: blocks, types: map[string]*types.Type{}}
			deep.copy(set.object, t.Elem, v.Pos)
			give(set.of(d.own(set.object)))
			for o := range deep.types {
				known[o] = true
			}
		case set.behind != "": // the end of another one
			j := slices.Index(args[:i], set.object)
			if j < 0 || set.null || own != (news[j] != args[j]) {
				p.refuse(v.Pos, "what %s leads to is not copied", name)
			}
			if !own {
				continue
			}
			news[i] = d.own(name)
			d.line("__typeof__(%s) %s = %s + %s;", name, news[i], news[j], set.behind)
		case isBlock && !own:
			d.objects = append(d.objects, object{set.object, set.object, size, t.Elem})
		case isBlock:
			d.block(set.object, size, t.Elem)
			give(d.own(set.object))
		case set.address && !own:
			d.objects = append(d.objects, object{"&" + set.object, "&" + set.object, "sizeof " + set.object, t.Elem})
		case set.address:
			d.variable(set.object, t.Elem)
			give("&" + d.own(set.object))
		case own:
			p.refuse(v.Pos, "what %s leads to is not copied", name)
		}
	}
	if copies && d.indirect(known) {
		p.refuse(p.old.Pos, "memory that pointers in objects lead to may be written")
	}
	return news
}

// block gives the new side a block with the contents of another one.
func (d *driver) block(old, size string, t *types.Type) {
	new := d.own(old)
	d.line("__typeof__(%s) %s = __builtin_malloc(%s);", old, new, size)
	d.line("__VERIFIER_assume(%s != 0);", new)
	// Loops without a step are printed without a label, behind which variables would have no value once more.
	d.line("{ unsigned long %[1]s_k = 0; while (%[1]s_k < (%[2]s) / sizeof *%[3]s) { %[1]s[%[1]s_k] = %[3]s[%[1]s_k]; %[1]s_k++; } }", new, size, old)
	d.objects = append(d.objects, object{old, new, size, t})
}

// variable gives the new side a variable with the value of another one.
func (d *driver) variable(old string, t *types.Type) {
	new := d.own(old)
	d.line("__typeof__(%s) %s = %s;", old, new, old)
	d.objects = append(d.objects, object{"&" + old, "&" + new, "sizeof " + old, t})
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
func (d *driver) changed() (list []func()) {
	for _, o := range d.objects {
		if o.old == o.new {
			continue
		}
		list = append(list, func() {
			t := o.t
			if t.Kind == types.Void {
				t = d.p.tt.Basic(types.Char)
			}
			if name, ok := strings.CutPrefix(o.old, "&"); ok {
				d.compare(t, name, strings.TrimPrefix(o.new, "&"), d.p.old.Pos)
				return
			}
			d.compareAny(t, "("+o.size+") / sizeof *"+o.old, o.old, o.new, d.p.old.Pos)
		})
	}
	return list
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
			d.line("{ unsigned long %[1]s = 0; while (%[1]s < %[2]d) { %[3]s[%[1]s] = %[4]s[%[1]s]; %[1]s++; } }", n, t.Len, other, place)
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

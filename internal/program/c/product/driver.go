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
	objects []object // what parameters lead to
	linked  bool     // there are pointers in some of them
	twins   *twins
	stubbed []stub // functions that pointers lead to, and those that return pointers, as the text defines them
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
	t              *types.Type // nil if it is not known
	heap           bool        // it may be freed
	perhaps        bool        // there may be none: then its name is a null pointer
}

func (d *driver) line(format string, args ...any) { fmt.Fprintf(d.to, "  "+format+"\n", args...) }

// endOfText is what the surroundings say of the end of a string.
var endOfText = pattern.New(`^(\s*)__VERIFIER_assume\((\w+_text\[\w+\]) == 0\);$`)

// chosenLimit is what the surroundings require of a number that they have chosen.
var chosenLimit = pattern.New(`^\s*__VERIFIER_assume\((([A-Za-z_][\w.]*|\(\*\w+\)\.\w+) (?:<|>=|>) .*)\);$`)

// Drive makes of the text of the surroundings of the old function, in which entry calls it, a text that calls both, and of the files that the new function
// needs. second is what is to be read behind the second file. The error is a *Problem.
func (p *Product) Drive(text, entry string) (first, second string, err error) {
	defer catch(&err)
	notes := len(p.Notes)
	p.loose = p.conf.Loose
	if first, second = p.drive(text, entry); p.OnlyDiffer != "" && !p.loose {
		p.loose, p.Notes, p.Calls, p.Any = true, p.Notes[:notes], nil, nil
		first, second = p.drive(text, entry)
	}
	if p.loose {
		p.only("it is made for executions by chance")
	}
	return first, second, nil
}

func (p *Product) drive(text, entry string) (first, second string) {
	p.prune()
	d := &driver{p: p}
	fmt.Fprintf(&d.head, "int %s;\nextern void reach_error(void);\nvoid %s(void) { reach_error(); }\n", Side, Differ)
	if p.conf.Definite {
		fmt.Fprintf(&d.head, "void %s(void) { __VERIFIER_assume(0); }\n", Open)
	} else {
		fmt.Fprintf(&d.head, "void %s(void) { %s = 1; reach_error(); }\n", Open, Side) // also where the old function runs
	}
	begin := "\n/* One call of " + p.old.Var.Name + ". */\nvoid " + entry + "(void) {\n"
	declarations, body, ok := strings.Cut(text, begin)
	if !ok {
		p.refuse(p.old.Pos, "the surroundings are not read")
	}
	declarations = d.functions(declarations)
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
		if m := blockLine.FindStringSubmatch(l); m != nil && p.conf.Wide && (strings.HasSuffix(m[3], "_block") || strings.HasSuffix(m[3], "_text")) {
			l = fmt.Sprintf("%s%s%s = __builtin_malloc((%s) + %d * sizeof *%[3]s);", m[1], m[2], m[3], m[4], more)
		}
		if m := endOfText.FindStringSubmatch(l); m != nil && p.loose {
			l = m[1] + m[2] + " = 0;"
		}
		if m := chosenLimit.FindStringSubmatch(l); m != nil && p.loose {
			lines = append(lines, fmt.Sprintf("  if (!(%s)) {", m[1]), fmt.Sprintf("  %s = 1;", m[2]), "  }")
		}
		if l != "" {
			lines = append(lines, l)
		}
	}
	if len(args) != len(p.old.Params) {
		p.refuse(p.old.Pos, "the call is not read")
	}
	d.to = &d.before
	lines, news := d.memory(lines, args)
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
	d.frees()
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
	return declarations + d.head.String() + "void " + entry + "(void) {\n" + strings.Join(lines, "\n") + "\n" + d.before.String() + d.after.String() + "}\n", second
}

// memory gives the new side what it is called with: the same, but for memory that is written, of which it has its own. It returns the text with what makes
// that, and the arguments.
func (d *driver) memory(lines, args []string) (out, news []string) {
	p := d.p
	copies := p.Writes()
	news = slices.Clone(args)
	w := d.newTwins(lines)
	d.twins = w
	for _, g := range p.globals {
		if w.types[g.old.Name] = g.old.Type; !g.old.Local && g.old.Type.Kind == types.Pointer && w.set[g.old.Name] {
			w.own[g.old.Name] = placeholder(g.new)
			for _, to := range w.edges[g.old.Name] {
				w.take(to)
			}
		}
	}
	values := map[string]string{}
	for _, l := range lines {
		if place, value, ok := set(l); ok {
			values[place] = value
		}
	}
	for i, name := range args {
		v := p.old.Params[i]
		t := v.Type
		w.types[name] = t
		own := copies && hasPointers(t)
		if t.Kind == types.Pointer {
			own = copies && (t.Elem.Quals&types.Const == 0 || p.new.Params[i].Type.Elem.Quals&types.Const == 0 || p.strips() || hasPointers(t.Elem))
			for j := range i { // the end of another one
				own = own || news[j] != args[j] && slices.Contains(wordLine.FindAllString(values[name], -1), args[j])
			}
			if values[name] == "" && (own || t.Elem.Kind == types.Func) {
				p.refuse(v.Pos, "what %s leads to is not copied", name)
			}
			if t.Elem.Kind == types.Func {
				continue
			}
		}
		if own {
			w.take(name)
			news[i] = w.own[name]
		}
		w.unused(v.Pos, t)
	}
	for name, to := range w.edges {
		param := slices.Contains(args, name)
		if copies && !param && w.own[name] == "" && len(to) > 0 {
			p.refuse(p.old.Pos, "memory that pointers in objects lead to may be written")
		}
	}
	out = w.text(lines, p.old.Pos)
	for _, o := range w.objects(lines) {
		if !slices.Contains(args, strings.TrimPrefix(o.old, "&")) { // which are no objects
			d.objects = append(d.objects, o)
			d.linked = d.linked || o.t == nil || hasPointers(o.t)
		}
	}
	for i, name := range args {
		to, ok := target(values[name])
		if t := p.old.Params[i].Type; ok && t.Kind == types.Pointer && t.Elem.Kind != types.Func && w.own[name] == "" {
			if size, isBlock := w.sizes[to]; isBlock {
				d.objects = append(d.objects, object{old: to, new: to, size: sizeOf(to, size), t: t.Elem})
			} else if slices.Contains(w.edges[name], to) {
				d.objects = append(d.objects, object{old: "&" + to, new: "&" + to, size: "sizeof " + to, t: t.Elem})
			}
		}
	}
	return out, news
}

// own is the name for what the new side has for itself.
func (d *driver) own(name string) string { return Prefix + "new_" + name }

// changed compares the memory of which both sides have their own.
func (d *driver) changed() (list []func()) {
	for k, o := range d.objects {
		if o.old == o.new {
			continue
		}
		list = append(list, func() {
			p, t := d.p, o.t
			if o.perhaps {
				d.line("if (%s) {", o.old)
				defer d.line("}")
			}
			if o.heap && p.Frees() {
				d.line("if (%[1]s_old_%[2]d != %[1]s_new_%[2]d) %[3]s();", freed, k, Differ)
				d.line("else if (!%s_old_%d) {", freed, k)
				defer d.line("}")
			}
			if t == nil {
				p.only("what is left in %s is not compared", o.old)
				return
			}
			if t.Kind == types.Void {
				t = p.tt.Basic(types.Char)
			}
			if name, ok := strings.CutPrefix(o.old, "&"); ok {
				d.compare(t, name, strings.TrimPrefix(o.new, "&"), p.old.Pos)
				return
			}
			if strings.HasPrefix(o.size, "sizeof(") {
				d.compare(t, "(*"+o.old+")", "(*"+o.new+")", p.old.Pos)
				if m := openBlock.FindStringSubmatch(o.size); m != nil {
					if f := t.Record.Find(m[3]); f != nil {
						d.compareAny(f[len(f)-1].Type.Elem, m[2], o.old+"->"+m[3], o.new+"->"+m[3], p.old.Pos)
					}
				}
				return
			}
			d.compareAny(t, "("+o.size+") / sizeof *"+o.old, o.old, o.new, p.old.Pos)
		})
	}
	return list
}

// freed is how variables are called that say of objects whether a side has given them back.
const freed = Prefix + "freed"

// frees has both sides give memory back by functions that note which of the objects they were given it is.
func (d *driver) frees() {
	if !d.p.Frees() {
		return
	}
	var mark strings.Builder
	for k, o := range d.objects {
		if !o.heap || o.old == o.new {
			continue
		}
		for _, side := range [][2]string{{"old", o.old}, {"new", o.new}} {
			fmt.Fprintf(&d.head, "void *%[1]s_%[2]s_at_%[3]d;\nint %[1]s_%[2]s_%[3]d;\n", freed, side[0], k)
			fmt.Fprintf(&d.before, "  %s_%s_at_%d = (void *)%s;\n", freed, side[0], k, side[1])
		}
		fmt.Fprintf(&mark, "  if (%[2]s) { if (p == %[1]s_new_at_%[3]d) %[1]s_new_%[3]d = 1; } else if (p == %[1]s_old_at_%[3]d) %[1]s_old_%[3]d = 1;\n", freed, Side, k)
	}
	if mark.Len() == 0 {
		return
	}
	fmt.Fprintf(&d.head, "static void %smark(void *p) {\n  if (!p) return;\n%s}\n", Prefix, mark.String())
	fmt.Fprintf(&d.head, "static void %[1]sfree(void *p) {\n  %[1]smark(p);\n  __builtin_free(p);\n}\n", Prefix)
	fmt.Fprintf(&d.head, "static void *%[1]srealloc(void *p, __SIZE_TYPE__ n) {\n  void *q = __builtin_realloc(p, n);\n  if (q || !n) %[1]smark(p);\n  return q;\n}\n", Prefix)
	d.p.instead["free"], d.p.instead["realloc"] = Prefix+"free", Prefix+"realloc"
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
		if d.twins.own[name] != "" {
			fmt.Fprintf(&d.head, "extern __typeof__(%s) %s;\n", name, other)
			continue
		}
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
	for _, v := range p.sides[0].objects { // those that the old function alone reads
		if is := func(g pair) bool { return g.old == v }; !v.Defined && v.Linkage == core.External && !isConst(v.Type) && !hasPointers(v.Type) && !slices.ContainsFunc(p.globals, is) && !slices.ContainsFunc(p.shared, is) {
			d.any(pair{v, v}, v.Name, text)
		}
	}
}

// any has a variable begin with any value, also where another file has it, such as errno, if the surroundings do not say with which.
func (d *driver) any(g pair, place, text string) {
	for _, set := range []string{"  %s = ", "memcpy(%s,", "memcpy(&%s,"} {
		if strings.Contains(text, fmt.Sprintf(set, place)) {
			return
		}
	}
	if d.p.conf.Initial || !g.old.Defined && g.old.Type.SizeOf() <= 0 {
		return
	}
	d.line("__typeof__(%[1]s) %[2]s%[1]s_any;", place, Prefix)
	if g.old.Type.IsArithmetic() {
		d.line("%[1]s = %[2]s%[1]s_any;", place, Prefix)
	} else {
		d.line("__builtin_memcpy(&%[1]s, &%[2]s%[1]s_any, sizeof %[1]s);", place, Prefix)
	}
	if g.old.Defined {
		d.p.Any = append(d.p.Any, g.old.Name)
	}
}

package cfront

import (
	"fmt"
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"craig/internal/pattern"
	"craig/internal/program/ir"
)

const (
	defaultDepth = 2
	maxExplicit  = 24 // scalars of a structure that get their values one by one
	maxPointers  = 8  // elements of an array of pointers that lead to different objects
	maxCopied    = 32 // bytes of a member of a global variable that get the contents of another one
	maxObjects   = 40 // that pointers inside of objects lead to
)

// wantsEnvironment tells whether an environment is to be made for the entry.
func (r *reader) wantsEnvironment(entry *function) bool {
	if !r.opts.Environment.Valid {
		return false
	}
	if entry.cname != "main" {
		return true
	}
	// The parameters of main matter to properties of memory only; elsewhere any value will do.
	list := func(i int) bool { return len(entry.params) > i && entry.params[i].name != "" && entry.params[i].used }
	return (list(1) || list(2)) && (r.opts.Checks("bounds") || r.opts.Checks("null"))
}

// environment is the C text that calls entry in its surroundings, without definitions of other functions and of types if plain.
// The error says what cannot be made.
func (r *reader) environment(entry *function, plain bool) (*ir.Environment, error) {
	g := &environment{
		r: r, o: r.opts.Environment, entry: entry,
		undefinable: plain, names: map[string]bool{entry.cname: true}, nondet: map[string]string{}, declared: map[string]string{}, paths: map[string]string{}, sums: map[string]string{}, about: map[ir.Aspect][]string{},
	}
	for _, v := range r.globals {
		g.names[v.name] = true
	}
	for _, f := range r.functions {
		g.names[f.cname] = true
	}
	if entry.cname == "main" {
		g.mainParameters()
	} else {
		g.globals()
		g.call()
		if !plain {
			g.results()
		}
	}
	if g.problem != "" {
		return nil, &Error{Pos: entry.pos, Msg: fmt.Sprintf("no surroundings can be made for %s: %s", entry.cname, g.problem),
			Hint: "write a function that calls it and start there, or leave its parameters unknown with {Environment}"}
	}
	return &ir.Environment{File: entry.unit.file, Entry: EnvironmentEntry, Function: entry.cname, Text: g.text(), Notes: g.notes(), Paths: g.paths, Unset: g.unset, Results: g.defined}, nil
}

// environment is C text under construction.
type environment struct {
	r     *reader
	o     Environment
	entry *function

	b        strings.Builder // the body of the function that calls the entry
	types    strings.Builder // that another file defines
	stubs    strings.Builder // functions that pointers lead to
	indent   string
	names    map[string]bool   // that are taken
	nondet   map[string]string // the functions that give values, with their types
	stubOf   map[*ctype]string
	declared map[string]string // parameters that have no declaration yet, with it
	paths    map[string]string // the designators of the pointers that lead to objects, by their names
	sums     map[string]string // variables of the text that stand for sums, with what people call these
	objects  int
	problem  string

	typesDefined map[*ctype]bool // whether the definitions of types of other files can be written
	undefinable  bool            // they are not

	defined     []string // functions without a body that are given one
	returning   string   // the one whose definition is written
	outlives    bool     // objects that are made live until the end
	undefined   bool     // what gets values is a variable that no file defines
	everything  bool     // what is not written keeps a value that it has already
	initialised bool     // so that pointers to functions stay what they are
	unset       []string // global variables that begin with any value, without a statement

	about map[ir.Aspect][]string // what is assumed, by what it is about
}

func (g *environment) line(format string, args ...any) {
	fmt.Fprintf(&g.b, "  "+g.indent+format+"\n", args...)
}

func (g *environment) assume(a ir.Aspect, format string, args ...any) {
	if text := fmt.Sprintf(format, args...); !slices.Contains(g.about[a], text) {
		g.about[a] = append(g.about[a], text)
	}
}

// shown is how people call lv, which may lie in an object that the surroundings have made: p->next.
func (g *environment) shown(lv string) string {
	if name, rest, ok := strings.Cut(lv, resultSuffix); ok && name == g.returning {
		return name + "()" + rest
	}
	if sum, ok := g.sums[lv]; ok {
		return sum
	}
	return ir.Shown(g.paths, lv)
}

// name is an identifier that is not taken, made of a designator.
func (g *environment) name(designator, suffix string) string {
	base := strings.Trim(nonWord.ReplaceAllString(designator, "_"), "_")
	if base == "" {
		base = "value"
	}
	if len(base) > 60 {
		base = base[len(base)-60:]
	}
	if base[0] >= '0' && base[0] <= '9' { // where it was cut
		base = "_" + base
	}
	name := base + suffix
	for i := 2; g.names[name]; i++ {
		name = fmt.Sprintf("%s%s_%d", base, suffix, i)
	}
	g.names[name] = true
	return name
}

var nonWord = pattern.New(`[^A-Za-z_0-9]+`)

// unknown is an expression with any value of an arithmetic type.
func (g *environment) unknown(t *ctype) string {
	tt := g.r.types
	t = t.unaligned()
	if t.enum != nil {
		t = tt.ofWidth(t.bits, t.signed)
	}
	for _, n := range tt.arithmeticNames() {
		if n.t == t {
			typ := n.name
			if n.t == tt.schar || n.t == tt.ldouble { // there is no such function
				typ = map[*ctype]string{tt.schar: "char", tt.ldouble: "double"}[n.t]
			}
			g.nondet["__VERIFIER_nondet_"+n.nondet] = typ
			return "__VERIFIER_nondet_" + n.nondet + "()"
		}
	}
	g.nondet["__VERIFIER_nondet_longlong"] = "long long"
	return "__VERIFIER_nondet_longlong()"
}

// perhaps is a condition that may hold or not.
func (g *environment) perhaps() string { return g.unknown(g.r.types.boolT) }

// text puts the parts together.
func (g *environment) text() string {
	var b strings.Builder
	var names []string
	for n := range g.nondet {
		names = append(names, n)
	}
	slices.Sort(names)
	for _, n := range names {
		fmt.Fprintf(&b, "extern %s %s(void);\n", g.nondet[n], n)
	}
	b.WriteString("extern void __VERIFIER_assume(int);\n")
	b.WriteString(g.types.String())
	b.WriteString(g.stubs.String())
	fmt.Fprintf(&b, "\n/* One call of %s. */\nvoid %s(void) {\n", g.entry.cname, EnvironmentEntry)
	b.WriteString(g.b.String())
	b.WriteString("}\n")
	return b.String()
}

// notes say what is assumed.
func (g *environment) notes() []ir.Note {
	f := g.entry.cname
	var list []ir.Note
	for _, x := range []struct {
		about ir.Aspect
		text  string // before what is listed
	}{
		{ir.AboutMain, ""},
		{ir.AboutValid, f + " is called with pointers to objects: "},
		{ir.AboutNull, "these pointers are not null: "},
		{ir.AboutLengths, ""},
		{ir.AboutStrings, "these point to strings that have an end: "},
		{ir.AboutSeparate, "these point to different objects: "},
		{ir.AboutDepth, "these are null, being too far away: "},
		{ir.AboutUnions, "these are the members of unions that have a value: "},
		{ir.AboutCallbacks, "functions that are called through these do nothing but return any value: "},
		{ir.AboutGlobals, "these variables begin with any value: "},
		{ir.AboutInitial, "these variables begin as they are initialised: "},
	} {
		about := g.about[x.about]
		if len(about) == 0 {
			continue
		}
		text := strings.Join(about[:min(len(about), maxListed)], ", ")
		if n := len(about) - maxListed; n > 0 {
			text += fmt.Sprintf(" and %d more", n)
		}
		list = append(list, ir.Note{Pos: g.entry.pos, Kind: ir.Assumption, Text: x.text + text, Count: 1, Aspect: x.about})
	}
	return list
}

// maxListed bounds how many names a note lists.
const maxListed = 6

// leadsTo records that a pointer of type from, the value of n, is used as one to an object of type to.
func (s *scanner) leadsTo(n cc.ExpressionNode, from *ctype, to *ctype) {
	if from.kind != kPointer || to == nil {
		return
	}
	if to.kind != kStruct && to.kind != kUnion {
		s.leadsToScalar(n, to)
		return
	}
	if e := from.elemC; e.kind != kVoid && e.size >= 0 || s.unit.models {
		return
	}
	s.returnsTo(strip(n), to)
	switch x := strip(n).(type) {
	case *cc.PrimaryExpression:
		if v, ok := s.r.uses[x].(*variable); ok {
			s.leadsToLarger(v, to)
		}
	case *cc.PostfixExpression:
		if name := s.memberName(x); name != "" {
			s.leadsToLarger(name, to)
		}
	}
}

// leadsToLarger records that the pointer p leads to an object of type to, unless it is known to lead to a larger one: of several
// structures that it is converted to, each has room in the largest.
func (s *scanner) leadsToLarger(p any, to *ctype) {
	s.r.types.complete(to)
	if old := s.r.leads[p]; old == nil || to.size > old.size {
		s.r.leads[p] = to
	}
}

// memberName is the name of the member that an expression selects, or of such an element of one as data[3]; "" if it does neither.
func (s *scanner) memberName(x *cc.PostfixExpression) string {
	switch x.Case {
	case cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect:
		return x.Token2.SrcStr()
	case cc.PostfixExpressionIndex:
		of, ok := strip(x.PostfixExpression).(*cc.PostfixExpression)
		if !ok || of.Case == cc.PostfixExpressionIndex {
			return ""
		}
		i, constant := s.r.constant(s.unit, x.ExpressionList)
		if name := s.memberName(of); name != "" && constant {
			return fmt.Sprintf("%s[%d]", name, i)
		}
	}
	return ""
}

// memberElement matches the name of an element of a member, as memberName has it, at the end of a designator.
var memberElement = pattern.New(`\.([A-Za-z_][A-Za-z_0-9]*\[[0-9]+\])$`)

// element is what the pointer lv, which is no member itself, leads to.
func (g *environment) element(t *ctype, lv string) *ctype {
	if m := memberElement.FindStringSubmatch(lv); m != nil {
		return g.target(t, nil, m[1])
	}
	return g.completed(t.elemC)
}

// leadsToScalar is leadsTo where to is no structure. A variable that is converted to pointers of several types, or to bytes, leads
// to no scalar.
func (s *scanner) leadsToScalar(n cc.ExpressionNode, to *ctype) {
	x, ok := strip(n).(*cc.PrimaryExpression)
	if !ok || to.kind == kVoid {
		return
	}
	if v, ok := s.r.uses[x].(*variable); ok {
		if old, known := s.r.scalars[v]; known && old != to || to.size <= 1 || !to.isArith() && to.kind != kPointer {
			to = nil
		}
		s.r.scalars[v] = to
	}
}

// scalar is what a pointer to e, the parameter v, leads to if it points to void and is converted to pointers to a number
// or to a pointer alone, as the parameters of what qsort calls are.
func (g *environment) scalar(e *ctype, v *variable) *ctype {
	if to := g.r.scalars[v]; e.kind == kVoid && to != nil && v.t.elemC == e {
		return to
	}
	return e
}

// target is what a pointer, which is a parameter or global variable v, or a member of that name, leads to: a
// structure if it points to void and is converted to a pointer to one.
func (g *environment) target(t *ctype, v *variable, member string) *ctype {
	e := t.elemC
	g.r.types.complete(e)
	if e = g.completed(e); e.kind != kVoid && e.size >= 0 {
		return e
	}
	to := g.r.leads[any(member)]
	if v != nil {
		to = g.r.leads[any(v)]
	}
	if to == nil || to.size <= 0 || to.unaligned().record.unit != g.entry.unit {
		return e
	}
	if _, ok := g.r.types.spelled(to, ""); !ok {
		return e
	}
	return to
}

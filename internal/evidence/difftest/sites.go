package difftest

import (
	"fmt"
	"slices"
	"strings"

	"craig/internal/evidence/ctext"
	"craig/internal/evidence/native"
	"craig/internal/program/ir"
)

// site is a place of the program that gives unknown values. Its number is its index.
type site struct {
	name   string // the function, or the C designator of a variable
	pos    ir.Pos
	typ    ir.Type
	source ir.Source
	global bool
	memory bool // contents of a local variable in memory
	parts  bool // one of several values of one call: a structure
	placed bool // the copy asks there
}

// sitesOf lists the places of p that give unknown values.
func sitesOf(p *ir.Program) []*site {
	type key struct {
		pos    ir.Pos
		name   string
		source ir.Source
	}
	var list []*site
	fromLibrary := native.FromLibrary(p)
	known := map[key]*site{}
	from := map[key]ir.EdgeID{}
	for _, e := range p.Edges {
		if e == nil {
			continue
		}
		h, ok := e.Stmt.(*ir.Havoc)
		if !ok || h.Name == "" || h.Var.Type.Kind == ir.Memory || native.InModel(e.Pos) {
			continue
		}
		switch h.Source {
		case ir.FromCall:
			if fromLibrary(h.Name) && !native.Allocates(h.Name, h.Var.Type) {
				continue // the library's function is called
			}
		case ir.FromUninitialised, ir.FromParameter, ir.FromVolatile:
		default:
			continue
		}
		k := key{e.Pos, h.Name, h.Source}
		if s := known[k]; s != nil {
			s.parts = s.parts || e.Origin == from[k] && e.ID != from[k] && e.Origin == e.ID || s.typ != h.Var.Type
			continue
		}
		s := &site{name: h.Name, pos: e.Pos, typ: h.Var.Type, source: h.Source, global: h.Var.Func == nil}
		known[k], from[k] = s, e.Origin
		list = append(list, s)
	}
	seen := map[ir.Pos]bool{}
	for _, o := range p.Objects {
		if o.Kind == ir.LocalObject && o.Pos.Line > 0 && !seen[o.Pos] && !native.InModel(o.Pos) {
			seen[o.Pos] = true
			name := o.Name[strings.LastIndexByte(o.Name, ':')+1:]
			list = append(list, &site{name: name, pos: o.Pos, source: ir.FromUninitialised, memory: true})
		}
	}
	return list
}

// call is the C expression that gives the value of site number n.
func (s *site) call(n int) string {
	switch {
	case s.typ.Kind == ir.Pointer:
		return fmt.Sprintf("craig_pointer(%d)", n)
	case s.typ.Kind == ir.Float:
		return fmt.Sprintf("craig_float(%d)", n)
	}
	return fmt.Sprintf("craig_integer(%d)", n)
}

// describe is the row of the site in the runner's table.
func (s *site) describe() string {
	kind, signed, bits := 'i', 0, s.typ.Bits
	switch {
	case s.memory:
		kind = 'm'
	case s.typ.Kind == ir.Pointer:
		kind = 'p'
	case s.typ.Kind == ir.Float:
		kind = 'f'
	case s.typ.Signed:
		signed = 1
	}
	return fmt.Sprintf("{'%c', %d, %d}", kind, min(bits, 64), signed)
}

// copies edits copies of the program's files.
type copies struct {
	*native.Copy
	sites []*site
}

// detail says how much of the program asks for values. Less of it is for programs whose copy does not
// compile otherwise.
type detail uint8

const (
	everything detail = iota
	noLocals          // uninitialised variables are zero, and volatile objects keep their values
	noCalls           // functions without a body are defined outside
	leastDetail
)

// place has the copies ask for the values of the sites, as far as the places are found.
func (c *copies) place(d detail) {
	used := map[*ctext.Source]bool{}
	for n, s := range c.sites {
		var at *ctext.Source
		switch {
		case s.parts:
		case s.source == ir.FromCall && d < noCalls:
			at = c.ReplaceCall(s.pos, s.name, s.typ, fmt.Sprintf("craig_input_%d", n))
		case s.source == ir.FromUninitialised && d < noLocals:
			at = c.placeLocal(n, s)
		case s.source == ir.FromVolatile && d < noLocals:
			at = c.placeRead(n, s)
		case s.source == ir.FromParameter && s.global && !native.LibraryVariable(native.RootOf(s.name)):
			at = c.placeGlobal(n, s)
		}
		if at != nil {
			s.placed = true
			used[at] = true
		}
	}
	for _, f := range c.Files {
		if used[f] || c.Tails[f] != "" {
			f.Head("unsigned long long craig_integer(unsigned); double craig_float(unsigned); void *craig_pointer(unsigned); int craig_fill(); ")
		}
	}
}

// placeLocal initialises a local variable without an initialiser: in its declarator if it is a scalar,
// else after its declaration.
func (c *copies) placeLocal(n int, s *site) *ctext.Source {
	if !native.Designator.MatchString(s.name) {
		return nil
	}
	root := native.RootOf(s.name)
	f, at, ok := c.Declarator(s.pos, s.name)
	if !ok {
		return nil
	}
	for f.Word(at) != root {
		at = f.Skip(at + 1)
	}
	next := f.Skip(at + len(root))
	for strings.HasPrefix(f.Rest(next), "[") { // the dimensions
		end, ok := f.Find(next+1, "]")
		if !ok {
			return nil
		}
		next = f.Skip(end + 1)
	}
	rest := f.Rest(next)
	if !strings.HasPrefix(rest, ",") && !strings.HasPrefix(rest, ";") {
		return nil
	}
	if root == s.name && !s.memory {
		f.Edit(at+len(root), 0, " = "+s.call(n))
		return f
	}
	// Other declarators of the declaration may have written to the variable already.
	end, ok := f.Find(next, ";)}=")
	if !ok || f.Rest(end)[0] != ';' {
		return nil
	}
	if next, ok := f.Find(end+1, ")}"); ok && f.Rest(next)[0] == ')' {
		return nil // in the parentheses of for
	}
	if s.memory {
		f.Edit(end+1, 0, fmt.Sprintf(" craig_fill(%d, &%s, sizeof %s);", n, s.name, s.name))
	} else {
		f.Edit(end+1, 0, fmt.Sprintf(" %s = (__typeof__(%s))%s;", s.name, s.name, s.call(n)))
	}
	return f
}

// placeRead replaces what reads a volatile object.
func (c *copies) placeRead(n int, s *site) *ctext.Source {
	f, at, length, ok := c.Volatile(s.pos, s.name)
	if !ok {
		return nil
	}
	f.Replace(at, length, s.name, s.call(n))
	return f
}

// placeGlobal sets a variable of static storage before the program begins, from the end of its file.
func (c *copies) placeGlobal(n int, s *site) *ctext.Source {
	if !native.Designator.MatchString(s.name) {
		return nil
	}
	f, _, ok := c.Declarator(s.pos, s.name)
	if !ok {
		return nil
	}
	c.Tails[f] += fmt.Sprintf("__attribute__((used)) void craig_set_%d(void) { %s = (__typeof__(%s))%s; }\n", n, s.name, s.name, s.call(n))
	return f
}

// start has the file with the entry function call it, with unknown values for its parameters; false if
// that function is not found.
func (c *copies) start(entry string, at ir.Pos) bool {
	f, _, ok := ctext.Locate(c.Files, at, func(f *ctext.Source, at int) bool { return f.Word(at) == entry })
	if !ok {
		return false
	}
	var args []string
	var kinds []ir.TypeKind
	before := ""
	for n, s := range c.sites {
		if s.source == ir.FromParameter && !s.global {
			s.placed = true
			kinds = append(kinds, s.typ.Kind)
			switch call := s.call(n); {
			case entry == "main" && len(kinds) == 1:
				before, call = " int craig_count = "+call+";", "craig_count"
				args = append(args, call)
			case entry == "main" && kinds[0] == ir.Integer && s.typ.Kind == ir.Pointer:
				args = append(args, fmt.Sprintf("craig_arguments(%d, %s)", n, []string{"craig_count", "1"}[min(len(args)-1, 1)]))
			default:
				args = append(args, call)
			}
		}
	}
	if entry == "main" {
		entry = native.EntryMacro
		c.Tails[f] += "void *craig_arguments(unsigned, int); "
	}
	c.Tails[f] += fmt.Sprintf("void craig_start(void) {%s %s(%s); }\n", before, entry, strings.Join(args, ", "))
	return true
}

// mark has every function of the given names report the error at its beginning, if the program
// defines it, and every label of the given name.
func (c *copies) mark(functions []string, label string) {
	for _, f := range c.Files {
		marked := false
		f.Words(func(at int, word string) {
			isLabel, isFunction := word == label, slices.Contains(functions, word)
			if !isLabel && !isFunction {
				return
			}
			next := f.Skip(at + len(word))
			rest := f.Rest(next)
			switch {
			case isLabel && strings.HasPrefix(rest, ":") && begins(f.Before(at)):
				f.Edit(next+1, 0, " craig_error();")
				marked = true
			case isFunction && strings.HasPrefix(rest, "("):
				open, ok := f.Find(next, "{;,=)")
				if ok && f.Rest(open)[0] == '{' {
					f.Edit(open+1, 0, " craig_error();")
					marked = true
				}
			}
		})
		if marked {
			f.Head("int craig_error(); ")
		}
	}
}

// begins tells whether a statement may begin after a token.
func begins(before string) bool {
	switch before {
	case "", ";", "{", "}", ":", ")", "else", "do":
		return true
	}
	return false
}

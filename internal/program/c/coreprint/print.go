// Package coreprint writes the core of a program as C that does what the program does: for people, and for C compilers, which judge it.
// No verdict needs it.
package coreprint

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// PrintConfig says how a program is printed.
type PrintConfig struct {
	Layouts bool // assert the size of each structure and the offsets of its members
}

// OpaqueError says that a program has something that cannot be printed.
type OpaqueError struct {
	Pos core.Pos
	Why string
}

func (e *OpaqueError) Error() string { return "cannot be printed: " + e.Why }

// Print writes a program as C for GCC that does what the program does. It refuses, with an OpaqueError, programs that have an
// Opaque in a function that can be called. Each local name of the output is unique in its function and is not that of
// a global; variables of no linkage that live as long as the program are at file scope; enumerations are their integer
// types; const is left out where it would forbid an initialization that is written as an assignment.
func Print(w io.Writer, p *core.Program, conf PrintConfig) (err error) {
	pr := &printer{p: p, conf: conf, taken: newNames(), linked: map[string]*core.Var{}, names: map[*core.Var]string{},
		tags: map[*types.Record]string{}, tagTaken: newNames(),
		typed: map[*types.Type]string{}, used: map[*core.Var]bool{}}
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *OpaqueError:
			err = r
		default:
			panic(r)
		}
	}()
	pr.program()
	b := bufio.NewWriter(w)
	b.Write(pr.head.Bytes())
	b.Write(pr.tail.Bytes())
	return b.Flush()
}

// printer is the state of Print.
type printer struct {
	p    *core.Program
	conf PrintConfig
	head bytes.Buffer // types and declarations
	tail bytes.Buffer // definitions

	taken    *nameSet             // names of globals
	linked   map[string]*core.Var // by the name in the program
	names    map[*core.Var]string
	tags     map[*types.Record]string
	tagTaken *nameSet
	mention  []*types.Type // records, in the order of their first mention
	typed    map[*types.Type]string
	typedefs []*types.Type
	used     map[*core.Var]bool
	queue    []*core.Var // used and not yet followed

	fn     *function
	indent int
}

// function is what the printer knows of the function that it prints.
type function struct {
	taken  *nameSet
	labels map[*core.Label]string
	jumps  *nameSet // names of labels
	steps  []string // labels before the steps of the loops around; "" where continue will do
	params map[*core.Var]bool
}

func (pr *printer) program() {
	funcs, defs := map[*core.Var]*core.Func{}, map[*core.Var]bool{}
	var order []core.Global
	asm := false
	for _, u := range pr.p.Units {
		for _, g := range u.Globals {
			switch g := g.(type) {
			case *core.VarDef:
				if defs[g.Var] {
					continue
				}
				defs[g.Var] = true
			case *core.FuncDef:
				funcs[g.Func.Var] = g.Func
				if !defs[g.Func.Var] {
					defs[g.Func.Var] = true
					order = append(order, &core.VarDef{Var: g.Func.Var})
				}
			case *core.FileAsm:
				asm = true
			}
			order = append(order, g)
		}
	}
	pr.globalNames(order)
	for _, g := range order {
		if d, ok := g.(*core.VarDef); ok && pr.root(d.Var, asm) {
			pr.use(d.Var)
		}
	}
	// What is used is found by printing it.
	text := map[*core.Var]string{}
	for len(pr.queue) > 0 {
		v := pr.queue[0]
		pr.queue = pr.queue[1:]
		if f := funcs[v]; f != nil {
			text[v] = pr.function(f)
		} else if v.Init != nil {
			text[v] = pr.object(v, "") + " = " + pr.init(v.Init) + ";\n"
		}
		for _, a := range v.Attrs {
			if w := pr.named(a); w != nil {
				pr.use(w)
			}
		}
	}
	var decls bytes.Buffer
	for _, g := range order {
		switch g := g.(type) {
		case *core.VarDef:
			if pr.used[g.Var] {
				decls.WriteString(pr.declaration(g.Var, funcs[g.Var] != nil))
			}
			if funcs[g.Var] == nil {
				pr.tail.WriteString(text[g.Var])
			}
		case *core.FuncDef:
			pr.tail.WriteString(text[g.Func.Var])
		case *core.FileAsm:
			fmt.Fprintf(&pr.tail, "__asm__(%s);\n", quote(g.Text))
		}
	}
	pr.records()
	pr.head.Write(decls.Bytes())
}

// globalNames gives each global a name of its own: those with external linkage keep theirs.
func (pr *printer) globalNames(order []core.Global) {
	for _, g := range order {
		if d, ok := g.(*core.VarDef); ok && d.Var.Linkage == core.External {
			pr.taken.taken[d.Var.Name] = true
			pr.names[d.Var] = d.Var.Name
		}
	}
	for _, g := range order {
		d, ok := g.(*core.VarDef)
		if !ok {
			continue
		}
		if v := d.Var; v.Linkage != core.External {
			name, other := v.Name, "lit"
			if strings.HasPrefix(name, "__") { // such as __func__, which is no name to declare
				name, other = "", "name"
			}
			pr.names[v] = pr.taken.fresh(name, other, nil)
		}
		if d.Var.Linkage != core.NoLinkage {
			pr.linked[d.Var.Name] = d.Var
		}
	}
}

// nameSet is a set of names, which makes new ones.
type nameSet struct {
	taken map[string]bool
	next  map[string]int // of each prefix: the number to try next
}

func newNames() *nameSet { return &nameSet{map[string]bool{}, map[string]int{}} }

// fresh is a name that is neither in n nor in outer, which may be nil, and takes it: want, or want with a number, or a number behind
// other if want is "".
func (n *nameSet) fresh(want, other string, outer *nameSet) string {
	free := func(s string) bool {
		if n.taken[s] || outer != nil && outer.taken[s] {
			return false
		}
		n.taken[s] = true
		return true
	}
	if want != "" && free(want) {
		return want
	}
	if want != "" {
		other = want + "_"
	}
	for {
		n.next[other]++
		if s := fmt.Sprint(other, n.next[other]); free(s) {
			return s
		}
	}
}

// root tells whether a global is used from outside of what is printed.
func (pr *printer) root(v *core.Var, asm bool) bool {
	if !v.Defined {
		return false
	}
	if v.Linkage == core.External {
		return true
	}
	for _, a := range v.Attrs {
		switch a.Name {
		case "constructor", "destructor", "used", "section", "alias", "ifunc", "retain":
			return true
		}
	}
	return asm
}

func (pr *printer) use(v *core.Var) {
	if !pr.used[v] {
		pr.used[v] = true
		pr.queue = append(pr.queue, v)
	}
}

// declaration declares a global, with its attributes.
func (pr *printer) declaration(v *core.Var, isFunc bool) string {
	text := ""
	switch {
	case v.Type.Kind == types.Func:
		text = pr.head0(v)
		if v.Linkage == core.External && (!v.Inline || v.Extern) && !strings.Contains(text, "extern ") {
			text += "extern "
		}
		text += pr.naming(nil).Declare(pr.signature(v.Type), pr.names[v])
	case v.Init != nil && v.Linkage == core.External, !v.Defined && v.Linkage == core.External:
		text = pr.object(v, "extern ")
	default:
		text = pr.object(v, "")
	}
	if v.AsmName != "" {
		text += " __asm__(" + quote(v.AsmName) + ")"
	}
	return text + pr.attrs(v.Attrs) + ";\n"
}

// head0 are the words before the type of a function.
func (pr *printer) head0(v *core.Var) string {
	text := ""
	if slices.ContainsFunc(v.Attrs, func(a core.Attr) bool { return a.Name == "gnu_inline" }) { // each declaration must have it
		text += "__attribute__((gnu_inline)) "
		if v.Extern {
			text += "extern "
		}
	}
	if v.Linkage == core.Internal {
		text += "static "
	}
	if v.Inline {
		text += "inline "
	}
	if v.NoReturn {
		text += "_Noreturn "
	}
	return text
}

// object is the declarator of a variable that lives as long as the program or a thread, with its storage class.
func (pr *printer) object(v *core.Var, storage string) string {
	if v.Linkage != core.External {
		storage = "static "
	}
	if v.Storage == core.Thread {
		storage += "__thread "
	}
	text := storage + pr.naming(nil).Declare(v.Type, pr.names[v])
	if v.Align > 0 {
		text += fmt.Sprintf(" __attribute__((aligned(%d)))", v.Align)
	}
	return text
}

// attrs are attributes in C.
func (pr *printer) attrs(list []core.Attr) string {
	var b strings.Builder
	for _, a := range list {
		args := strings.Join(a.Args, ", ")
		if v := pr.named(a); v != nil && a.Name == "cleanup" {
			args = pr.variable(v)
		}
		b.WriteString(" __attribute__((" + a.Name)
		if args != "" {
			b.WriteString("(" + args + ")")
		}
		b.WriteString("))")
	}
	return b.String()
}

// named is the global that an attribute such as alias("f") names; nil if it names none.
func (pr *printer) named(a core.Attr) *core.Var {
	if len(a.Args) != 1 || a.Name != "alias" && a.Name != "ifunc" && a.Name != "weakref" && a.Name != "cleanup" {
		return nil
	}
	return pr.linked[strings.Trim(a.Args[0], `"`)]
}

// function is the definition of a function.
func (pr *printer) function(f *core.Func) string {
	pr.fn = &function{taken: newNames(), labels: map[*core.Label]string{}, jumps: newNames(), params: map[*core.Var]bool{}}
	pr.indent = 0
	var names []string
	for _, v := range f.Params {
		pr.fn.params[v] = true
		names = append(names, pr.local(v))
	}
	sig := f.Var.Type.Sig
	var b strings.Builder
	b.WriteString(pr.head0(f.Var))
	name := pr.names[f.Var]
	n := pr.naming(nil)
	if sig.Proto && !sig.Old {
		s := *pr.signature(f.Var.Type).Sig
		for i, v := range f.Params {
			s.Params[i].Type = pr.parameter(v.Type)
		}
		b.WriteString(n.Declare(sig.Result, name+"("+n.Params(&s, names)+")") + "\n")
	} else {
		b.WriteString(n.Declare(sig.Result, name+"("+strings.Join(names, ", ")+")") + "\n")
		for i, v := range f.Params {
			b.WriteString("\t" + n.Declare(pr.parameter(v.Type), names[i]) + ";\n")
		}
	}
	b.WriteString("{\n")
	pr.indent = 1
	var body strings.Builder
	pr.list(&body, f.Body.List)
	for _, v := range f.Temps {
		if _, ok := pr.names[v]; ok {
			b.WriteString("\t" + n.Declare(writable(v.Type), pr.names[v]) + ";\n")
		}
	}
	b.WriteString(body.String())
	b.WriteString("}\n")
	return b.String()
}

// signature is the type of a function with its parameters as they are printed.
func (pr *printer) signature(t *types.Type) *types.Type {
	s := *t.Sig
	s.Params = append([]types.Param(nil), s.Params...)
	for i := range s.Params {
		s.Params[i].Type = pr.parameter(s.Params[i].Type)
	}
	return pr.p.Types.Function(s)
}

// parameter is the type with which a parameter is declared: what it points to may have a size that is known in the body alone.
func (pr *printer) parameter(t *types.Type) *types.Type {
	if t.IsVariablyModified() {
		return pr.p.Types.VoidPtr
	}
	return t.Unqual().With(t.Quals &^ (types.Const | types.Restrict))
}

// writable is t without const, of its own or of its elements.
func writable(t *types.Type) *types.Type { return t.Without(types.Const) }

// local is the name of a variable of the function.
func (pr *printer) local(v *core.Var) string {
	if s, ok := pr.names[v]; ok {
		return s
	}
	s := pr.fn.taken.fresh(v.Name, "t", pr.taken)
	pr.names[v] = s
	return s
}

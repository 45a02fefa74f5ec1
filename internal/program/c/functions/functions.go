// Package functions lists the functions that a file defines, with hashes that say whether what one does may have changed.
package functions

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"slices"
	"strings"

	"craig/internal/program/c/belief"
	"craig/internal/program/c/core"
	"craig/internal/program/c/library"
	"craig/internal/program/c/pp"
	"craig/internal/program/c/syntax"
	"craig/internal/program/c/types"
	"craig/internal/program/ir"
)

// Function is a function that a file defines, in itself or by a header.
type Function struct {
	Name     string   `json:"name"`
	Pos      ir.Pos   `json:"pos"`                // of its name
	End      int      `json:"end"`                // the line of its closing brace
	Static   bool     `json:"static,omitempty"`   // it has internal linkage
	Inline   bool     `json:"inline,omitempty"`   // it is declared so
	Contract bool     `json:"contract,omitempty"` // there are clauses about it, or in it
	Uses     []string `json:"uses,omitempty"`     // functions that its body names, with a body or without, in order of their names
	// Reaches are the functions that a call may come to, as far as names tell, itself among them: by its body, by those of
	// what that names, and by initial values of variables.
	Reaches []string `json:"reaches,omitempty"`
	// Key is a hash of what decides what the function does, as far as the file says it: the tokens of the function and of
	// all that it may come to, of all types and variables, after preprocessing. Where they stand does not count.
	Key string `json:"key"`
	// Doubted are pointers that the body tests although an access takes them for granted.
	Doubted []Doubted `json:"doubted,omitempty"`
	// Results are pointers that calls in the body give, with what is done first with them.
	Results []Result `json:"results,omitempty"`
	// Unset are reads of variables that have no value yet.
	Unset []Unset `json:"unset,omitempty"`
	// Freed are uses of pointers that the body has freed before.
	Freed []Freed `json:"freed,omitempty"`
	// Indices are indices of arrays that depend on nothing that the function is given: package belief.
	Indices []Index `json:"indices,omitempty"`
	// Clamped are parameters that the body makes smaller where they are too large: package belief.
	Clamped []string `json:"clamped,omitempty"`
	// Lost are ways out on which nothing leads any more to what a call has given.
	Lost []Lost `json:"lost,omitempty"`
	// Gives are the functions, and pointers to functions, whose results the function hands to its caller; none if it may give anything else.
	Gives []string `json:"gives,omitempty"`
	// Fails: what it hands to its caller may be null.
	Fails bool `json:"fails,omitempty"`
	// Frees are the parameters, by their numbers, that the body frees wherever it ends.
	Frees []int `json:"frees,omitempty"`
	// FreesUnless is a pointer to a function that it may give them to instead.
	FreesUnless string `json:"freesUnless,omitempty"`
	// Handle is what the body has to do with structures: package belief.
	Handle belief.Handle `json:"handle,omitzero"`
	// Opaque: the core lacks something of the body, so that what it does not show may be there.
	Opaque bool `json:"opaque,omitempty"`
	// Wraps are comparisons that ask whether a signed number has overflowed: package belief.
	Wraps []Wrap `json:"wraps,omitempty"`
	// NullCalls are calls that pass null: package belief.
	NullCalls []NullCall `json:"nullCalls,omitempty"`
	// Flows say which functions pointers to functions lead to, as the body has it and, of the first function of a file, the initial values of variables.
	Flows []Flow `json:"flows,omitempty"`
}

// Index is an index of an array that depends on nothing that the function is given, or that it lets be too large: package belief.
type Index struct {
	At      ir.Pos `json:"at"`
	Outside bool   `json:"outside,omitempty"` // it is a constant outside of the array

	// Or a test, or an assignment, lets the variable be the length of the array, or more.
	Limit    ir.Pos `json:"limit,omitzero"`
	Variable string `json:"variable,omitempty"`
	Most     int64  `json:"most,omitempty"`

	Short string `json:"short,omitempty"` // or it is the address of what is shorter than what is accessed: why
}

// Lost is a way out of a function on which nothing leads any more to what a call has given: package belief.
type Lost struct {
	Pointer   string `json:"pointer"`
	By        string `json:"by"`
	Given     ir.Pos `json:"given"`
	Leave     ir.Pos `json:"leave"`
	Otherwise bool   `json:"otherwise,omitempty"` // on another way the function sees to it
	Sure      bool   `json:"sure,omitempty"`      // on each way there it was given
}

// Wrap is a sum, or a product, of signed numbers of which a comparison asks whether it has overflowed: package belief.
type Wrap struct {
	At   ir.Pos `json:"at"`
	Test ir.Pos `json:"test"`
}

// NullCall is a call that passes null, whatever the function is given.
type NullCall struct {
	Function string `json:"function"` // that is called, or where a pointer to it is
	Arg      int    `json:"arg"`
	At       ir.Pos `json:"at"` // the argument
}

// Flow says that a pointer to a function gets the value of another one, or leads to a function: package belief.
type Flow = belief.Flow

// Freed is a use of a pointer that a function has freed before, as its text says: package belief.
type Freed struct {
	Free    ir.Pos `json:"free"`
	Use     ir.Pos `json:"use"`
	By      string `json:"by,omitempty"`      // what is called to free it
	Pointer string `json:"pointer,omitempty"` // the argument
	Arg     int    `json:"arg,omitempty"`     // which one it is
	Access  bool   `json:"access,omitempty"`  // the use is an access, or frees it again, whenever the statement is executed
	Sure    bool   `json:"sure,omitempty"`    // on each way there it is freed
}

// Unset is a read of a variable of a function to which nothing has given a value: package belief.
type Unset struct {
	Variable string `json:"variable"`
	Read     ir.Pos `json:"read"`
	Always   bool   `json:"always,omitempty"` // it is read whenever its statement is executed
	Later    bool   `json:"later,omitempty"`  // in later rounds of a loop it has a value
	Some     bool   `json:"some,omitempty"`   // on other ways it has a value
}

// Result is a pointer that a call gives, or that the function is given, and that the body tests first, or takes for granted by an access.
type Result struct {
	Function string `json:"function,omitempty"` // that is called; "" of a parameter
	Param    string `json:"param,omitempty"`    // of a parameter: the structure that it leads to
	Tested   bool   `json:"tested,omitempty"`
	Access   ir.Pos `json:"access,omitzero"`
	Moved    ir.Pos `json:"moved,omitzero"` // an access in front of that by a function of the library
}

// Doubted is a pointer that is tested after an access by it, or before, and was found null: package belief.
type Doubted struct {
	Pointer string `json:"pointer"` // as the program may write it
	Access  ir.Pos `json:"access"`
	Test    ir.Pos `json:"test"`
	Null    bool   `json:"null,omitempty"`  // it was found null
	Fixed   bool   `json:"fixed,omitempty"` // that is a constant
	Edge    bool   `json:"edge,omitempty"`  // it is an index, or a pointer, that was found to be at most something
}

// List lists the functions that have a body in a file or in a header of it, in the order of the text. prog is the core of the file, which may lack
// what is refused; tree, source and tokens are what it was made of.
func List(prog *core.Program, tree *syntax.Unit, source *pp.Preprocessor, tokens []pp.Token) []Function {
	l := &lister{source: source, tokens: tokens, declared: map[string]*core.Var{}, bodies: map[string]*core.Func{}, byName: map[pp.Symbol][]*item{}, function: map[pp.Symbol]bool{}}
	var flows []Flow
	var initial []string
	for _, u := range prog.Units {
		for _, g := range u.Globals {
			var v *core.Var
			switch g := g.(type) {
			case *core.VarDef:
				v = g.Var
				flows, initial = append(flows, belief.FlowsOf(v)...), append(initial, belief.InitialOf(v)...)
			case *core.FuncDef:
				v = g.Func.Var
				l.bodies[v.Name] = g.Func
			}
			if v != nil && v.Type.Kind == types.Func && l.declared[v.Name] == nil {
				l.declared[v.Name] = v
				l.function[source.Intern(v.Name)] = true
			}
		}
	}
	l.callees = belief.NewCallees(l.bodies)
	last := map[string]*item{} // a definition takes the place of one before it
	for _, x := range l.itemsOf(tree) {
		for _, name := range x.names {
			l.byName[name] = append(l.byName[name], x)
		}
		if len(x.names) == 0 {
			l.always = append(l.always, x)
		}
		if x.def != nil {
			last[x.def.Decl.Name.Name] = x
			l.function[x.def.Decl.Name.Sym] = true
		}
		l.items = append(l.items, x)
	}
	var list []Function
	for _, x := range l.items {
		if x.def != nil && last[x.def.Decl.Name.Name] == x {
			list = append(list, l.of(x))
		}
	}
	if len(list) > 0 {
		list[0].Flows, list[0].Handle.Open = append(flows, list[0].Flows...), append(initial, list[0].Handle.Open...)
	}
	return list
}

// lister is a file.
type lister struct {
	source   *pp.Preprocessor
	tokens   []pp.Token
	declared map[string]*core.Var // the functions, with a body or without
	bodies   map[string]*core.Func
	callees  *belief.Callees
	function map[pp.Symbol]bool
	items    []*item
	byName   map[pp.Symbol][]*item
	always   []*item // that may matter to everything
}

// item is a declaration or a definition at file scope, with the contract before it.
type item struct {
	names    []pp.Symbol // that it may give a meaning to; none: it may matter to everything
	hash     [sha256.Size]byte
	mentions []pp.Symbol // all identifiers in it
	contract bool
	nonnull  bool            // an attribute says that parameters are not null
	def      *syntax.FuncDef // of a function that is listed
}

func (l *lister) itemsOf(tree *syntax.Unit) (list []*item) {
	begin := 0
	for i, d := range tree.Decls {
		end := tree.Ends[i]
		switch d := d.(type) {
		case *syntax.Annotation:
			if !l.defines(l.tokens[begin:end]) {
				continue // it is about the declaration after it
			}
		case *syntax.Pragma:
			if !strings.HasPrefix(d.Text, "pack") {
				begin = end
				continue
			}
		}
		list = append(list, l.newItem(d, l.tokens[begin:end]))
		begin = end
	}
	return list
}

// defines tells whether a contract comment gives names a meaning.
func (l *lister) defines(tokens []pp.Token) bool {
	return slices.ContainsFunc(tokens, func(t pp.Token) bool {
		text := l.source.Text(t)
		return text == "predicate" || text == "logic"
	})
}

// newItem is the item of a declaration.
func (l *lister) newItem(d syntax.Decl, tokens []pp.Token) *item {
	x := &item{}
	h := sha256.New()
	declaration, _ := d.(*syntax.Declaration)
	_, definitions := d.(*syntax.Annotation)
	enum := declaration != nil && slices.ContainsFunc(tokens, func(t pp.Token) bool { return l.source.Text(t) == "enum" })
	failing := 0 // depth of the arguments of a failing assertion, which say where it stands, and decide nothing
	note := false
	for i, t := range tokens {
		text := l.source.Plain(t)
		switch {
		case failing > 0 && text == "(":
			failing++
		case failing > 0 && text == ")":
			failing--
		case failing == 0 && text == "(" && i > 0 && strings.HasPrefix(l.source.Plain(tokens[i-1]), "__assert"):
			failing = 1
		}
		if failing == 0 {
			io.WriteString(h, text+"\n")
		}
		switch t.Kind {
		case pp.Annotation, pp.EndAnnotation:
			note = t.Kind == pp.Annotation
			continue
		case pp.Ident:
		default:
			continue
		}
		if syntax.Reserved(text) {
			continue
		}
		x.nonnull = x.nonnull || text == "nonnull" || text == "__nonnull__"
		x.contract = x.contract || note && (text == "requires" || text == "ensures") || text == "__CPROVER_requires" || text == "__CPROVER_ensures"
		x.mentions = append(x.mentions, t.Sym)
		if i+1 < len(tokens) && l.source.Plain(tokens[i+1]) == "{" || enum || definitions {
			x.names = append(x.names, t.Sym) // a tag, or perhaps an enumerator
		}
	}
	h.Sum(x.hash[:0])
	switch d := d.(type) {
	case *syntax.FuncDef:
		x.names = append(x.names, d.Decl.Name.Sym)
		if !onlyInlined(d) {
			x.def = d
		}
	case *syntax.Declaration:
		for _, i := range d.List {
			if i.Decl.Name != nil {
				x.names = append(x.names, i.Decl.Name.Sym)
			}
		}
	}
	slices.Sort(x.mentions)
	x.mentions = slices.Compact(x.mentions)
	return x
}

// onlyInlined tells whether a definition is one that the library's headers have for compilers that inline it.
func onlyInlined(d *syntax.FuncDef) bool {
	const both = syntax.Extern | syntax.Inline
	gnu := func(a syntax.Attr) bool { return a.Name == "gnu_inline" }
	return d.Specs.Storage&both == both && (slices.ContainsFunc(d.Specs.Attrs, gnu) || slices.ContainsFunc(d.Decl.Attrs, gnu)) && library.Lookup(d.Decl.Name.Name) != nil
}

// of is what is said of a function.
func (l *lister) of(x *item) Function {
	id := x.def.Decl.Name
	at := l.source.Place(id.NamePos.Used)
	f := Function{
		Name: id.Name, Pos: ir.Pos{File: at.File, Line: at.Line, Col: at.Col}, End: at.Line,
		Static: x.def.Specs.Storage&syntax.Static != 0, Inline: x.def.Specs.Storage&syntax.Inline != 0, Contract: x.contract,
	}
	if v := l.declared[id.Name]; v != nil {
		f.Static = v.Linkage == core.Internal
	}
	f.End = max(f.End, l.source.Place(x.def.Body.Rbrace.Used).Line)
	f.Uses = l.sorted(x.mentions, id.Sym)
	var reached []pp.Symbol
	reached, f.Key = l.reach(x)
	f.Reaches = l.sorted(reached, 0)
	if def := l.bodies[id.Name]; def != nil {
		doubted, results := belief.Of(def, l.callees)
		for _, c := range doubted {
			f.Doubted = append(f.Doubted, Doubted{Pointer: c.Pointer, Access: l.place(c.Access), Test: l.place(c.Test), Null: c.Null, Edge: c.Edge, Fixed: c.Fixed})
		}
		for _, u := range belief.UnsetIn(def) {
			f.Unset = append(f.Unset, Unset{u.Variable, l.place(u.Read), u.Always, u.Later, u.Some})
		}
		for _, x := range belief.FreedIn(def, l.callees) {
			f.Freed = append(f.Freed, Freed{l.place(x.Free), l.place(x.Use), x.By, x.Pointer, x.Arg, x.Access, x.Sure})
		}
		for _, x := range belief.IndicesIn(def, l.callees) {
			i := Index{At: l.place(x.At), Outside: x.Outside, Variable: x.Variable, Most: x.Most, Short: x.Short}
			if x.Variable != "" {
				i.Limit = l.place(x.Limit)
			}
			f.Indices = append(f.Indices, i)
		}
		for _, x := range belief.LostIn(def, l.callees) {
			f.Lost = append(f.Lost, Lost{x.Pointer, x.By, l.place(x.Given), l.place(x.Leave), x.Otherwise, x.Sure})
		}
		f.Gives, f.Flows, f.Clamped = belief.Gives(def, l.callees), belief.FlowsIn(def), belief.ClampedIn(def)
		f.Fails = belief.Fails(def, l.callees)
		f.Frees, f.FreesUnless = belief.FreesOf(def, l.callees)
		f.Handle = belief.HandleOf(def, l.callees)
		for _, x := range belief.WrapsIn(def) {
			f.Wraps = append(f.Wraps, Wrap{l.place(x.At), l.place(x.Test)})
		}
		for _, x := range belief.NullCallsIn(def) {
			f.NullCalls = append(f.NullCalls, NullCall{x.Function, x.Arg, l.place(x.At)})
		}
		nonnull := slices.ContainsFunc(l.byName[id.Sym], func(x *item) bool { return x.nonnull && slices.Contains(x.names, id.Sym) })
		for _, r := range results {
			x := Result{Function: r.Function, Tested: r.Tested}
			if r.Param != nil && nonnull { // which says it
				continue
			}
			if r.Param != nil {
				x.Param = r.Param.String()
			}
			if !r.Tested {
				x.Access = l.place(r.Access)
				if r.Moved != (core.Pos{}) {
					x.Moved = l.place(r.Moved)
				}
			}
			f.Results = append(f.Results, x)
		}
	}
	return f
}

// place is where something stands in the text.
func (l *lister) place(at core.Pos) ir.Pos {
	p := l.source.Place(at.Used)
	return ir.Pos{File: p.File, Line: p.Line, Col: p.Col}
}

// sorted are the names of those functions among some symbols that are not but.
func (l *lister) sorted(symbols []pp.Symbol, but pp.Symbol) (names []string) {
	for _, s := range symbols {
		if s != but && l.function[s] {
			names = append(names, l.source.Text(pp.Token{Sym: s}))
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// reach follows mentions from an item: what is mentioned, and a hash of all that is come to.
func (l *lister) reach(x *item) (mentioned []pp.Symbol, key string) {
	seen := map[*item]bool{}
	var hashes []string
	for next := append([]*item{x}, l.always...); len(next) > 0; next = next[1:] {
		x := next[0]
		if seen[x] {
			continue
		}
		seen[x] = true
		hashes = append(hashes, string(x.hash[:]))
		mentioned = append(mentioned, x.mentions...)
		for _, name := range x.mentions {
			for _, y := range l.byName[name] {
				if !seen[y] {
					next = append(next, y)
				}
			}
		}
	}
	slices.Sort(hashes)
	h := sha256.New()
	for _, x := range hashes {
		io.WriteString(h, x)
	}
	return mentioned, hex.EncodeToString(h.Sum(nil))
}

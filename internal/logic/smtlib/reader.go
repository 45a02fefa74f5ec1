package smtlib

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"craig/logic/term"
)

// Command is a command of a script.
type Command struct {
	Line, Col int
	Name      string // "assert", "check-sat", …
	Args      []SExpr
	// Terms are the arguments of assert (one), check-sat-assuming, get-value, get-interpolants
	// and get-interpolant as terms.
	Terms []term.Term
	// Subtree has, of get-interpolants, for each part the first part of the subtree of which it is
	// the root: the parts are a tree in postorder. All are 0 where they are a sequence.
	Subtree []int
	Label   string       // of assert: the name of its formula, if it has one
	Group   string       // of assert: its :interpolation-group
	Names   []Name       // given by annotations in this command
	Decl    *Declaration // of declare-fun and declare-const
	N       int          // of push and pop: how many levels
}

// Name is what (! t :named s) gave a name to.
type Name struct {
	Symbol string
	Term   term.Term
}

// Declaration is what a script's symbol stands for in the store: a variable, or a function.
type Declaration struct {
	Symbol string
	// Var is not valid: a function. Of a bit vector it is an integer, which modulo 2^n is its value; of an array of them an array
	// of integers; of a function of bit vectors, which has Args, an array too (see Point).
	Var    term.Term
	Func   string // its name in the store
	Args   []term.Sort
	Result term.Sort
}

// Reader reads a script command by command. It keeps track of declarations, definitions and
// names itself; everything else is up to the caller.
type Reader struct {
	// Quantify, if not nil, eliminates a quantifier: it returns a term without vars that is
	// equivalent to ∃ vars. f, or false. Without it quantifiers are errors.
	Quantify func(vars []term.Term, f term.Term) (term.Term, bool)
	// Differ, if not nil, makes a term that means ∃ index. f, where f says that the arrays a and b differ there. Without it the
	// equality of arrays of bit vectors is an error.
	Differ func(a, b, index, f term.Term) term.Term

	st         *term.Store
	in         *parser
	scope      map[string]meaning
	undo       []undo
	levels     []int                // lengths of undo at the pushes
	global     bool                 // :global-declarations
	reals      bool                 // the logic has no integers: numerals are Real
	numberless bool                 // the logic has no numbers
	names      map[string]term.Term // given by annotations in the current command
	named      []string             // their symbols in order
	size       int                  // arguments of the terms of the current command
	terms      int                  // of the store, before it
	began      int                  // where it begins in the input, in bytes
}

// meaning is what a symbol stands for.
type meaning struct {
	term   term.Term // a variable, a definition without parameters, a let, a name
	fn     *function
	sort   *sortDef
	letted bool
}

// function is declared, or defined by a body over params.
type function struct {
	name   string
	args   []term.Sort
	result term.Sort
	params []term.Term
	body   term.Term
	size   int // of the body: arguments of its terms

	array term.Term // what it is read as, if its arguments are bit vectors or truth values
}

type undo struct {
	symbol string
	before meaning
	had    bool
}

// NewReader reads from in and makes terms of st.
func NewReader(st *term.Store, in io.Reader) *Reader {
	return &Reader{st: st, in: newParser(in), scope: map[string]meaning{}, names: map[string]term.Term{}}
}

// SetStore has the reader make terms of another store from now on, without declarations.
func (r *Reader) SetStore(st *term.Store) {
	r.st, r.scope, r.undo, r.levels = st, map[string]meaning{}, nil, nil
}

// Next reads the next command. At the end it returns io.EOF; a mistake in the script is an
// *Error, after which reading may go on at the next command if the mistake was not one of
// parentheses.
func (r *Reader) Next() (c *Command, err error) {
	r.began = r.in.count
	e, err := r.in.next()
	if err != nil {
		return nil, err
	}
	mark := len(r.undo)
	defer func() {
		if x := recover(); x != nil {
			mistake, ok := x.(*Error)
			if !ok {
				panic(x)
			}
			r.unwind(mark)
			mistake.Command = e.Head()
			c, err = nil, mistake
		}
	}()
	r.dropNames()
	r.size, r.terms = 0, r.st.Len()
	c = r.command(e)
	for _, symbol := range r.named {
		c.Names = append(c.Names, Name{symbol, r.names[symbol]})
	}
	r.bindNames()
	return c, nil
}

// fail reports a mistake at e, or something that is not supported.
func fail(e SExpr, format string, args ...any) {
	panic(&Error{Line: e.Line, Col: e.Col, Msg: cut(fmt.Sprintf(format, args...))})
}

// cut shortens a message in which a name is very long.
func cut(msg string) string {
	const most = 300
	if len(msg) > most {
		return strings.ToValidUTF8(msg[:most], "") + "…"
	}
	return msg
}

// sortSpace keeps sorts apart from terms in scope.
const sortSpace = "\x00sort "

func (r *Reader) bind(symbol string, m meaning) {
	before, had := r.scope[symbol]
	r.undo = append(r.undo, undo{symbol: symbol, before: before, had: had})
	r.scope[symbol] = m
}

func (r *Reader) unwind(mark int) {
	for len(r.undo) > mark {
		u := r.undo[len(r.undo)-1]
		r.undo = r.undo[:len(r.undo)-1]
		if u.had {
			r.scope[u.symbol] = u.before
		} else {
			delete(r.scope, u.symbol)
		}
	}
}

func (r *Reader) command(e SExpr) *Command {
	name := e.Head()
	if name == "" {
		fail(e, "expected a command such as (check-sat)")
	}
	c := &Command{Line: e.Line, Col: e.Col, Name: name, Args: e.List[1:]}
	arity := func(least, most int) {
		switch n := len(c.Args); {
		case n < least:
			fail(e, "%s needs %d arguments, found %d", name, least, n)
		case n > most:
			fail(c.Args[most], "%s takes %d arguments, found %d", name, most, n)
		}
	}
	const many = 1 << 30
	switch name {
	case "check-sat", "exit", "get-model", "get-unsat-core", "get-unsat-assumptions", "get-assertions",
		"get-assignment":
		arity(0, 0)
	case "get-proof":
		arity(0, 1)
	case "echo":
		arity(1, 1)
		if c.Args[0].Kind != Text {
			fail(c.Args[0], "expected a string, found %s", brief(c.Args[0]))
		}
	case "get-info", "get-option":
		arity(1, 1)
		keyword(c.Args[0])
	case "set-info":
		arity(1, 2)
		keyword(c.Args[0])
	case "set-option":
		arity(2, 2)
		keyword(c.Args[0])
		if c.Args[0].Text == ":global-declarations" {
			r.global = c.Args[1].Is("true")
		}
	case "set-logic":
		arity(1, 1)
		r.setLogic(c.Args[0])
	case "reset":
		arity(0, 0)
		r.unwind(0)
		r.levels, r.global, r.reals, r.numberless = nil, false, false, false
	case "reset-assertions":
		arity(0, 0)
		if !r.global {
			r.unwind(0)
		}
		r.levels = nil
	case "push", "pop":
		arity(0, 1)
		r.pushPop(c, e)
	case "declare-sort":
		arity(1, 2)
		s := r.newSort(c.Args[0])
		d := &sortDef{constructor: term.NameOf(s)}
		if len(c.Args) == 2 {
			d.params = make([]string, small(c.Args[1], c.Name, maxParams))
		}
		if len(d.params) == 0 {
			d = &sortDef{sort: term.Uninterpreted(term.NameOf(s))}
		}
		r.bind(sortSpace+s, meaning{sort: d})
	case "define-sort":
		arity(3, 3)
		r.newSort(c.Args[0])
		d := &sortDef{body: c.Args[2]}
		for _, p := range r.list(c.Args[1]) {
			d.params = append(d.params, r.symbol(p))
		}
		if len(d.params) == 0 {
			d.sort = r.sort(d.body)
		}
		r.bind(sortSpace+r.symbol(c.Args[0]), meaning{sort: d})
	case "declare-const":
		arity(2, 2)
		c.Decl = r.declare(c.Args[0], nil, r.sort(c.Args[1]))
	case "declare-fun":
		arity(3, 3)
		var args []term.Sort
		for _, a := range r.list(c.Args[1]) {
			args = append(args, r.sort(a))
		}
		c.Decl = r.declare(c.Args[0], args, r.sort(c.Args[2]))
	case "define-const":
		arity(3, 3)
		r.define(c.Args[0], nil, c.Args[1], c.Args[2])
	case "define-fun":
		arity(4, 4)
		r.define(c.Args[0], r.list(c.Args[1]), c.Args[2], c.Args[3])
	case "assert":
		arity(1, 1)
		f := r.formula(c.Args[0])
		c.Terms = []term.Term{f}
		c.Label = attribute(c.Args[0], ":named")
		c.Group = attribute(c.Args[0], ":interpolation-group")
	case "check-sat-assuming":
		arity(1, 1)
		for _, a := range r.list(c.Args[0]) {
			c.Terms = append(c.Terms, r.formula(a))
		}
	case "get-value":
		arity(1, 1)
		for _, a := range r.list(c.Args[0]) {
			c.Terms = append(c.Terms, r.term(a))
		}
	case "simplify", "get-qe":
		arity(1, 1)
		c.Terms = []term.Term{r.term(c.Args[0])}
		if s := c.Terms[0].Sort(); Packed(s) {
			fail(c.Args[0], "%s of a term of sort %s is not supported", name, SortText(s))
		}
	case "get-interpolants":
		arity(2, many)
		for _, a := range c.Args {
			r.subtree(c, a)
		}
	case "get-interpolant":
		arity(1, 2)
		if len(c.Args) == 2 { // (get-interpolant name formula), as in cvc5
			r.symbol(c.Args[0])
			c.Terms = []term.Term{r.formula(c.Args[1])}
			break
		}
		for _, g := range r.list(c.Args[0]) { // (get-interpolant (group …)), as in MathSAT
			r.symbol(g)
		}
	case "declare-datatype", "declare-datatypes", "define-fun-rec", "define-funs-rec", "par", "get-abduct",
		"minimize", "maximize", "assert-soft", "apply", "eval", "block-model", "block-model-values", "check-synth":
		fail(e, "%s is not supported", name)
	default:
		fail(e, "unknown command %s", brief(e.List[0]))
	}
	return c
}

// subtree reads an argument of get-interpolants: a part, or, in parentheses, the parts of a
// subtree, its root last.
func (r *Reader) subtree(c *Command, e SExpr) {
	if e.Kind == List && len(e.List) > 0 && theoryOperator(e.Head()) == nil && !r.isFunction(e.Head()) && e.Head() != "!" && e.Head() != "let" {
		first := len(c.Terms)
		for _, x := range e.List {
			r.subtree(c, x)
		}
		// The parts of this subtree that continue its first branch begin where it does.
		for i := first; i < len(c.Subtree); i++ {
			c.Subtree[i] = max(c.Subtree[i], first)
		}
		return
	}
	c.Terms = append(c.Terms, r.formula(e))
	c.Subtree = append(c.Subtree, 0)
}

func (r *Reader) isFunction(symbol string) bool { return r.scope[symbol].fn != nil }

// attribute is the symbol that annotations around the whole of an assert give to a keyword.
func attribute(e SExpr, keyword string) string {
	for e.Head() == "!" && len(e.List) > 1 {
		for i := 2; i+1 < len(e.List); i++ {
			if e.List[i].Kind == Keyword && e.List[i].Text == keyword {
				return e.List[i+1].Text
			}
		}
		e = e.List[1]
	}
	return ""
}

func keyword(e SExpr) {
	if e.Kind != Keyword {
		fail(e, "expected a keyword such as :status, found %s", brief(e))
	}
}

// maxLevels bounds how many levels there may be.
const maxLevels = 100_000

// maxParams bounds the parameters of an uninterpreted sort.
const maxParams = 100

// small is the number that a command needs, up to a limit.
func small(e SExpr, command string, limit int) int {
	n, err := strconv.Atoi(e.Text)
	if e.Kind != Numeral || err != nil || n > limit {
		fail(e, "%s needs a small number", command)
	}
	return n
}

func (r *Reader) pushPop(c *Command, e SExpr) {
	c.N = 1
	if len(c.Args) == 1 {
		c.N = small(c.Args[0], c.Name, maxLevels)
	}
	if c.Name == "push" {
		if len(r.levels)+c.N > maxLevels {
			fail(e, "more than %d levels are not supported", maxLevels)
		}
		for range c.N {
			r.levels = append(r.levels, len(r.undo))
		}
		return
	}
	if c.N > len(r.levels) {
		fail(e, "pop %d with %d levels", c.N, len(r.levels))
	}
	if c.N > 0 {
		rest := len(r.levels) - c.N
		if !r.global {
			r.unwind(r.levels[rest])
		}
		r.levels = r.levels[:rest]
	}
}

func (r *Reader) symbol(e SExpr) string {
	if e.Kind != Symbol {
		fail(e, "expected a symbol, found %s", brief(e))
	}
	return e.Text
}

func (r *Reader) list(e SExpr) []SExpr {
	if e.Kind != List {
		fail(e, "expected a list in parentheses, found %s", brief(e))
	}
	return e.List
}

// brief is e for an error message.
func brief(e SExpr) string {
	switch e.Kind {
	case List:
		if len(e.List) == 0 {
			return "()"
		}
		first := e.List[0]
		if first.Kind == List {
			return "((…) …)"
		}
		return "(" + brief(first) + " …)"
	case Text:
		return "a string"
	}
	if len(e.Text) > 40 {
		return strings.ToValidUTF8(e.Text[:40], "") + "…"
	}
	return e.Text
}

// declare gives a symbol a variable or a function of the store. Where the store has that name
// with another sort already, from a level that was popped, it becomes a fresh one.
func (r *Reader) declare(e SExpr, args []term.Sort, result term.Sort) *Declaration {
	symbol := r.symbol(e)
	if m, ok := r.scope[symbol]; ok && !m.letted {
		fail(e, "%s is declared already", brief(e))
	}
	if theoryOperator(symbol) != nil {
		if bitOperators[symbol] || isFloatOperation(symbol) { // a script that declares what other solvers do not have
			return nil
		}
		fail(e, "%s is a symbol of the theories", symbol)
	}
	name := term.NameOf(symbol)
	for _, s := range args {
		if Packed(s) && vectorWidth(s) == 0 {
			fail(e, "functions with arguments of sort %s are not supported", SortText(s))
		}
	}
	joined := len(args) > 0 && joinable(args, result)
	if len(args) == 0 || joined {
		sort := Carrier(result)
		if joined {
			sort = term.Array(term.Int, term.Int)
		}
		v, ok := r.st.LookupVar(name)
		switch {
		case ok && v.Sort() != sort, strings.Contains(name, "!val!"), strings.HasPrefix(name, "@"): // models name elements so
			v = r.st.Fresh("declared "+name, sort)
		case !ok:
			v = r.st.Var(name, sort)
		}
		if joined {
			r.bind(symbol, meaning{fn: &function{args: args, result: result, array: v}})
		} else {
			r.bind(symbol, meaning{term: r.packed(result, v)})
		}
		return &Declaration{Symbol: symbol, Var: v, Args: args, Result: result}
	}
	carriers := make([]term.Sort, len(args))
	for i, s := range args {
		carriers[i] = Carrier(s)
	}
	for k := 0; !r.st.FuncFits(name, carriers, Carrier(result)); k++ {
		name = "declared " + term.NameOf(symbol) + "!" + strconv.Itoa(k)
	}
	r.bind(symbol, meaning{fn: &function{name: name, args: args, result: result}})
	return &Declaration{Symbol: symbol, Func: name, Args: args, Result: result}
}

// define-fun: the body is translated once, over fresh variables for the parameters.
func (r *Reader) define(e SExpr, params []SExpr, result, body SExpr) {
	symbol := r.symbol(e)
	if _, ok := r.scope[symbol]; ok || theoryOperator(symbol) != nil {
		fail(e, "%s is declared already", brief(e))
	}
	f := &function{name: symbol, result: r.sort(result)}
	mark := len(r.undo)
	for _, p := range params {
		l := r.list(p)
		if len(l) != 2 {
			fail(p, "expected a parameter as (name Sort)")
		}
		sort := r.sort(l[1])
		f.args = append(f.args, sort)
		v := r.st.Fresh(r.symbol(l[0]), Carrier(sort))
		f.params = append(f.params, v)
		if Packed(sort) {
			r.bind(l[0].Text, meaning{term: r.wrapped(sort, v), letted: true})
		} else {
			r.bind(l[0].Text, meaning{term: v, letted: true})
		}
	}
	f.body = r.coerce(r.term(body), f.result)
	if f.body.Sort() != f.result {
		fail(body, "%s is defined with sort %s as a term of sort %s", symbol, SortText(f.result), SortText(f.body.Sort()))
	}
	r.unwind(mark)
	if len(params) == 0 {
		r.bind(symbol, meaning{term: f.body})
		return
	}
	term.Walk(f.body, func(u term.Term) { f.size += u.NumArgs() })
	r.bind(symbol, meaning{fn: f})
}

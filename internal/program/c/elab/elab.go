// Package elab makes the core of a program of what the parser read: C11 6.2 to 6.9 with GNU's extensions. It finds what
// each name means, gives every expression its type, writes out every conversion, and turns expressions with side effects
// into statements, so that what is left in expressions neither writes nor calls.
//
//	prog, report := elab.Elaborate(elab.Config{Machine: types.MachineOf("", false)}, elab.File{Tree: tree, Source: source})
//
// A construct that the core does not have, or that is not understood, is a Refusal with its position and a reason that can
// be counted; what breaks the rules of C is a mistake. Where there is either, the program is incomplete.
//
//	elab.go        files, mistakes, refusals
//	scope.go       names
//	specifiers.go  declaration specifiers
//	declarator.go  declarators
//	tag.go         structures, unions, enumerations
//	attribute.go   attributes
//	declare.go     declarations: linkage, storage, tentative definitions
//	function.go    definitions of functions
//	remove.go      functions that are to have none
//	init.go        initializers
//	compound.go    compound literals
//	constant.go    constant expressions
//	operand.go     operands: lvalues, values, conversions
//	effects.go     statements that an expression leaves, and the order of evaluation
//	order.go       where the order matters
//	hint.go        what was meant
//	expr.go        expressions
//	sizeof.go      sizeof, _Alignof
//	stmtexpr.go    statement expressions
//	operator.go    operators
//	assign.go      assignments, ++ and --
//	vector.go      GNU's vectors
//	call.go        calls, variable arguments
//	builtin.go     gcc's built-in functions
//	nested.go      functions in functions
//	stmt.go        statements
//	control.go     loops, switch, labels
//	list.go        the list of the statements
//	decision.go    the list of the decisions
//
// The way of making effects explicit is that of CIL [Necula et al. 2002] and of CompCert's SimplExpr.
package elab

import (
	"fmt"

	"craig/internal/program/c/constant"
	"craig/internal/program/c/core"
	"craig/internal/program/c/pp"
	"craig/internal/program/c/syntax"
	"craig/internal/program/c/types"
)

// Order is the order in which arguments of a call are evaluated. C leaves it open. All other operands are evaluated from left
// to right, but for the right side of a compound assignment, which comes first if it has effects, as gcc has it.
type Order uint8

const (
	LeftToRight Order = iota
	RightToLeft       // as gcc on x86
)

// Config says what the program is for.
type Config struct {
	Machine      *types.Machine
	UnsignedChar bool
	Order        Order
	Contracts    bool // contracts are read: they were parsed
	Claims       bool // what they assert is an error where it does not hold; otherwise assertions are evaluated, and that is all
	Variants     bool // what says why loops and recursion end is kept, though nothing is asserted
	// WithoutBody are functions that are to have no definition, by their names; static ones too, which may be named as CBMC names those of one file. Of
	// several definitions in different files the first one stays.
	WithoutBody []string
	// Statements: the program has a list of the statements of the files.
	Statements bool
	// Decisions: it has a list of their decisions, with these marks, if it has none of the statements.
	Decisions core.Decisions
	Apart     func(name string, function bool) bool // whether each file has a name with external linkage for itself; nil: none
}

// File is one file of the program.
type File struct {
	Name   string
	Tree   *syntax.Unit
	Source *pp.Preprocessor // that the tree was read from
}

// Report is what is wrong with a program.
type Report struct {
	Mistakes []*Mistake
	Refusals []*Refusal
	Silent   bool // there may be mistakes behind the first refusal, outside of the function that it is in
	Remarks  []*Remark
}

// Mistake is a violation of the rules of C.
type Mistake struct {
	File int // index among the files
	syntax.Error
}

// Refusal is a construct that is not read. Reason is one of a few words; Msg says what it is about.
type Refusal struct {
	File        int
	Pos         syntax.Pos
	Reason, Msg string
	In          *core.Var // the function whose body it is in; nil: it is in none. The program is complete without that
}

// Remark is what the user should know of a program that is read.
type Remark struct {
	File int
	Pos  syntax.Pos
	Text string
}

// maxMistakes: no more mistakes of one program are reported.
const maxMistakes = 20

// Elaborate makes the core of a program. Where the report is not empty, the core lacks declarations or statements.
func Elaborate(conf Config, files ...File) (*core.Program, *Report) {
	e := Begin(conf, files...)
	return e.Program, e.Report
}

// Elaboration is a program whose files may get more declarations behind them.
type Elaboration struct {
	Program *core.Program
	Report  *Report
	units   []*unit
}

// More adds what is in a tree behind the file with that index, in which it has been read by the reader of the file. Config.WithoutBody does not concern it.
func (e *Elaboration) More(file int, tree *syntax.Unit) { e.units[file].elaborate(tree) }

// Begin is Elaborate of a program that may get more.
func Begin(conf Config, files ...File) *Elaboration {
	e := &program{conf: conf, tt: types.NewTable(conf.Machine, conf.UnsignedChar), globals: map[string]*global{}, builtinVars: map[string]*core.Var{}, leftOut: map[*core.Var]string{}, replaced: map[*core.Var]bool{}}
	e.fold = constant.Fold{Types: e.tt}
	e.prog = &core.Program{Types: e.tt}
	open := &Elaboration{Program: e.prog, Report: &e.report}
	for i := range files {
		u := &unit{program: e, file: i, source: files[i].Source, list: listing{at: map[pp.Place]int{}}, core: &core.Unit{Name: files[i].Name, Source: files[i].Source}}
		e.prog.Units = append(e.prog.Units, u.core)
		u.statics, u.externs = map[string]*global{}, map[string]*global{}
		open.units = append(open.units, u)
		u.elaborate(files[i].Tree)
	}
	e.removeBodies()
	return open
}

// program is what all files have in common.
type program struct {
	conf        Config
	tt          *types.Table
	fold        constant.Fold
	prog        *core.Program
	report      Report
	globals     map[string]*global     // names with external linkage
	builtins    map[string]*types.Type // of builtins.h
	builtinVars map[string]*core.Var   // those that are used
	claims      *core.Var              // the function that assertions of contracts call; nil if there are none
	replaced    map[*core.Var]bool     // functions of WithoutBody that have a further definition
	leftOut     map[*core.Var]string   // functions without their definition, by what it has that is not supported
}

// unit is one file.
type unit struct {
	*program
	file      int
	source    *pp.Preprocessor
	scope     scopes
	core      *core.Unit
	out       []core.Stmt        // where statements go
	depth     int                // of lists of statements that are being made
	statics   map[string]*global // names with internal linkage
	externs   map[string]*global // names with external linkage that the file has declared
	tentative []*global
	pack      int64 // #pragma pack in force, 0: none
	packs     []packing
	fn        *fn                // the open function
	pending   []syntax.Clause    // of the function that is declared next
	saying    *saying            // the open clause; nil if there is none
	bound     []*core.Quantifier // that are open
	lost      map[string]bool    // names that clauses which are left out would have given a meaning

	required    int // open expressions that have to be constants
	inPrototype int // open parameter lists that are no definition's
	unevaluated int // open operands of sizeof, typeof and the like
	list        listing
}

// bailout is thrown where the statement or declaration at hand is given up.
type bailout struct{}

// recovering runs f and reports whether it came to its end.
func (u *unit) recovering(f func()) (ok bool) {
	level, proto, uneval, required := u.scope.level(), u.inPrototype, u.unevaluated, u.required
	defer func() {
		if e := recover(); e != nil {
			if _, is := e.(bailout); !is {
				panic(e)
			}
			for u.scope.level() > level {
				u.scope.leave()
			}
			u.inPrototype, u.unevaluated, u.required = proto, uneval, required
			ok = false
		}
	}()
	f()
	return true
}

// mistake reports a violation and goes on. What comes behind something that is not supported may follow from that, and is not reported.
func (u *unit) mistake(at syntax.Pos, hint, format string, args ...any) *Mistake {
	m := &Mistake{u.file, syntax.Error{Pos: at, Hint: hint, Msg: fmt.Sprintf(format, args...)}}
	if n := len(u.report.Refusals); n > 0 {
		u.report.Silent = u.report.Silent || u.outermost() == nil || u.outermost() != u.report.Refusals[n-1].In
	} else if len(u.report.Mistakes) < maxMistakes {
		u.report.Mistakes = append(u.report.Mistakes, m)
	}
	return m
}

// fail reports a violation and gives the statement or declaration up.
func (u *unit) fail(at syntax.Pos, hint, format string, args ...any) {
	u.mistake(at, hint, format, args...)
	panic(bailout{})
}

// failNote is fail with another place that explains it.
func (u *unit) failNote(at, other syntax.Pos, note, format string, args ...any) {
	m := u.mistake(at, "", format, args...)
	m.Notes = append(m.Notes, syntax.Note{Pos: other, Msg: note})
	panic(bailout{})
}

// refuse reports what is not supported and gives the statement or declaration up.
func (u *unit) refuse(at syntax.Pos, reason, format string, args ...any) {
	u.report.Refusals = append(u.report.Refusals, &Refusal{u.file, at, reason, fmt.Sprintf(format, args...), u.outermost()})
	panic(bailout{})
}

// outermost is the function whose body is being read, of those that are in others the one around them; nil if none is.
func (u *unit) outermost() (v *core.Var) {
	for f := u.fn; f != nil; f = f.outer {
		v = f.core.Var
	}
	return v
}

// elaborate reads a file, or what is behind it.
func (u *unit) elaborate(tree *syntax.Unit) {
	u.tentative = nil
	for _, d := range tree.Decls {
		u.recovering(func() { u.external(d) })
	}
	u.recovering(u.noMore)
	for _, at := range tree.Strays {
		u.remark(at, "a contract where neither a declaration nor a statement may begin is left out: the answer says nothing of it")
	}
	u.finishTentative()
}

package cfront

import (
	"fmt"
	"maps"
	"slices"
	"sync"

	"modernc.org/cc/v4"

	"craig/internal/program/cfront/source"
	"craig/internal/program/ir"
)

// bindings are files whose names and types are bound once for all readers of them that come one after the other: for the entry alone,
// then with its surroundings behind the file, and then for other entries. A reader changes what it finds there, so that one reads at a time, and
// the next one begins with everything as it was.
type bindings struct {
	busy sync.Mutex
	of   map[boundKey]*boundFile
}

type boundKey struct {
	file          string
	systemHeaders bool
}

// bindingsFor are the bindings for who reads files with some options, locked; nil if there is no use for them, or another one reads.
func bindingsFor(opts Options, props map[string]string, from *Files, files []string) *bindings {
	r := &reader{opts: opts, props: props}
	if len(files) != 1 || from == nil || !opts.Environment.Valid || opts.Statements || r.lifetimes() != "" {
		return nil
	}
	opts.Entry, opts.Except = "", nil
	b := from.Memo(fmt.Sprintf("%#v", opts), func() any { return &bindings{of: map[boundKey]*boundFile{}} }).(*bindings)
	if !b.busy.TryLock() {
		return nil
	}
	return b
}

// boundFile is what a reader has when it has bound one file.
type boundFile struct {
	unit  *unit
	ast   *cc.AST
	scope scope // of the file

	types           *typeTable
	externs         map[string]any
	symbols         map[string]any
	statics         map[string]any
	entities        map[*cc.Declarator]any
	uses            map[*cc.PrimaryExpression]any
	exprTypes       map[cc.ExpressionNode]qtype
	typeNames       map[*cc.TypeName]qtype
	extents         map[cc.Node][]*ctype
	globals         []*variable
	functions       []*function
	constructors    []*function
	destructor      *function
	notes           map[noteKey]int
	told            []ir.Note
	temporaries     int         // that constant expressions have taken: the names of others count them
	variables       []*variable // all of them
	variablesBefore []variable  // and what they were
	functionsBefore []function
}

// loadBound has r begin with a file bound, and binds what is behind it, if it has been read with that. If that cannot be, r.known is nil
// afterwards, and nothing has happened.
func (r *reader) loadBound(file string) error {
	key := boundKey{file, r.systemHeaders}
	b := r.known.of[key]
	if b == nil {
		alone := r.sourceConfig()
		alone.After = nil
		ast, err := source.Parse(r.ctx, alone, file)
		if err != nil {
			return err
		}
		first := newReader(r.ctx, r.opts, r.props)
		first.files, first.systemHeaders = r.files, r.systemHeaders
		u := &unit{file: file, ast: ast, statics: map[string]any{}}
		first.units = append(first.units, u)
		scope := first.bind(u)
		if err := first.problem(); err != nil {
			return err
		}
		if p := first.prog; len(p.Objects)+len(p.Globals)+len(p.Funcs)+len(p.Edges) > len(r.prog.Edges) { // something is kept in it
			r.known = nil
			return nil
		}
		b = first.boundFile(u, scope)
		r.known.of[key] = b
	}
	b.begin(r)
	if ast := r.parsed[file]; ast != nil {
		l := ast.TranslationUnit
		for ; l != nil && r.pos(l).File != r.prog.Environment.Name(); l = l.TranslationUnit {
		}
		b.unit.ast = ast
		r.bindFrom(b.unit, scope{maps.Clone(b.scope.names), maps.Clone(b.scope.tags)}, l)
	}
	return r.problem()
}

// boundFile is what r has, which has bound a file and done nothing else.
func (r *reader) boundFile(u *unit, s scope) *boundFile {
	b := &boundFile{
		unit: u, ast: u.ast, scope: s, types: r.types,
		externs: r.externs, symbols: r.symbols, statics: u.statics, entities: r.entities, uses: r.uses, exprTypes: r.exprTypes, typeNames: r.typeNames, extents: r.extents,
		globals: r.globals, functions: r.functions, constructors: r.constructors, destructor: r.destructor,
		notes: r.notes, told: r.prog.Notes, variables: r.variables, temporaries: len(r.scratch.Locals),
	}
	for _, v := range b.variables {
		b.variablesBefore = append(b.variablesBefore, *v)
	}
	for _, f := range b.functions {
		b.functionsBefore = append(b.functionsBefore, *f)
	}
	return b
}

// begin gives r what there is, as it was.
func (b *boundFile) begin(r *reader) {
	for i, v := range b.variables {
		*v = b.variablesBefore[i]
	}
	for i, f := range b.functions {
		*f = b.functionsBefore[i]
		f.params = slices.Clone(f.params)
	}
	b.unit.ast, b.unit.statics = b.ast, maps.Clone(b.statics)
	r.units, r.types = append(r.units, b.unit), b.types
	r.externs, r.symbols, r.entities, r.uses = maps.Clone(b.externs), maps.Clone(b.symbols), maps.Clone(b.entities), maps.Clone(b.uses)
	r.exprTypes, r.typeNames, r.extents = maps.Clone(b.exprTypes), maps.Clone(b.typeNames), maps.Clone(b.extents)
	r.globals, r.functions, r.constructors, r.destructor = slices.Clone(b.globals), slices.Clone(b.functions), slices.Clone(b.constructors), b.destructor
	for range b.temporaries {
		r.prog.NewTemp(r.scratch, r.prog.PtrType(), ir.Pos{})
	}
	r.notes, r.prog.Notes = maps.Clone(b.notes), slices.Clone(b.told)
}

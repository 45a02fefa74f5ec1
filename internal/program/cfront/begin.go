package cfront

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"craig/internal/program/cfront/source"
	"craig/internal/program/ir"
)

// begun is reached, with the surroundings of the entry if there are to be any.
func begun(ctx context.Context, opts Options, props map[string]string, from *Files, files []string, known *bindings) (*reader, *function, error) {
	r, entry, err := reached(ctx, opts, props, from, files, known)
	if err != nil || !r.wantsEnvironment(entry) {
		return r, entry, err
	}
	again, caller, err := r.surround(entry, files)
	if err != nil && known != nil { // who binds all of the file anew can do more about names
		return begun(ctx, opts, props, from, files, nil)
	}
	return again, caller, err
}

// reached is a reader that has read the files and knows what can be reached from the entry, which it returns
// too.
func reached(ctx context.Context, opts Options, props map[string]string, from *Files, files []string, known *bindings) (*reader, *function, error) {
	r := newReader(ctx, opts, props)
	r.files, r.known = from, known
	entry, err := r.reach(files)
	var refused *Error
	if n := r.undeclared(); n > 0 || errors.As(err, &refused) {
		// The embedded headers may lack their declarations.
		again := newReader(ctx, opts, props)
		again.files, again.systemHeaders, again.known = from, true, known
		if e, err2 := again.reach(files); err2 == nil && (err != nil || again.undeclared() < n) {
			r, entry, err = again, e, nil
		}
	}
	return r, entry, err
}

// surround reads the files again, with the surroundings of entry, which it makes the function that the
// program begins with.
func (r *reader) surround(entry *function, files []string) (*reader, *function, error) {
	return r.surroundedBy(entry, files, false)
}

// surroundedBy is surround, without definitions of functions that have no body, and of types of other files, if plain.
func (r *reader) surroundedBy(entry *function, files []string, plain bool) (*reader, *function, error) {
	env, err := r.environment(entry, plain)
	if err != nil {
		return nil, nil, err
	}
	again, caller, err := r.with(env, files, true)
	if err != nil && r.known != nil {
		return nil, nil, err // see ReadFrom
	}
	if wrong := (*Error)(nil); errors.As(err, &wrong) && (again == nil || wrong.Pos.File == env.Name()) {
		again, caller, err = r.with(env, files, false) // its words may be macros
	}
	if wrong := (*Error)(nil); errors.As(err, &wrong) && wrong.Pos.File == env.Name() {
		if !plain {
			return r.surroundedBy(entry, files, true)
		}
		lines := strings.Split(env.Text, "\n")
		at := ""
		if n := wrong.Pos.Line; n >= 1 && n <= len(lines) {
			at = ": " + strings.TrimSpace(lines[n-1])
		}
		return nil, nil, &Error{Pos: entry.pos, Msg: fmt.Sprintf("no surroundings can be made for %s: %s%s", entry.cname, wrong.Msg, at),
			Hint: "write a function that calls it and start there, or leave its parameters unknown with {Environment}"}
	}
	if err != nil {
		return nil, nil, err
	}
	again.prog.Notes = append(again.prog.Notes, env.Notes...)
	return again, caller, nil
}

// with reads the files again with the surroundings that env says. If behind, those are added to the file as it was parsed, in which
// macros mean nothing; else both are read as one text.
func (r *reader) with(env *ir.Environment, files []string, behind bool) (*reader, *function, error) {
	opts := r.opts
	opts.Entry = env.Entry
	again := newReader(r.ctx, opts, r.props)
	again.files, again.systemHeaders, again.known, again.prog.Environment = r.files, r.systemHeaders, r.known, env
	again.parsed = map[string]*cc.AST{}
	for _, u := range r.units {
		switch {
		case u.file != env.File:
			again.parsed[u.file] = u.ast
		case behind:
			ast, err := source.Behind(r.ctx, again.sourceConfig(), u.ast, env.Name(), env.Text)
			if err != nil {
				return nil, nil, err
			}
			again.parsed[u.file] = ast
		}
	}
	caller, err := again.reach(files)
	return again, caller, err
}

// reach loads the files and finds out what can be reached from the entry, which it returns.
func (r *reader) reach(files []string) (*function, error) {
	if r.known != nil {
		if err := r.loadBound(files[0]); err != nil {
			return nil, err
		}
	}
	for i, file := range files {
		if r.known != nil {
			break
		}
		ast := r.parsed[file]
		delete(r.parsed, file) // a file that is named twice is two units
		if ast == nil {
			var err error
			c := r.sourceConfig()
			if slices.Contains(files[:i], file) {
				c.Use = fmt.Sprint("unit ", i)
			}
			if ast, err = source.Parse(r.ctx, c, file); err != nil {
				return nil, err
			}
		}
		r.load(&unit{file: file, ast: ast, statics: map[string]any{}})
		if err := r.problem(); err != nil {
			return nil, err
		}
	}
	r.oneElement()
	r.removeBodies()
	r.fileLocals()
	name := r.opts.Entry
	if name == "" {
		name = "main"
	}
	entry, _ := r.externs[name].(*function)
	for _, u := range r.units {
		if f, ok := u.statics[name].(*function); ok && entry == nil {
			entry = f
		}
	}
	if entry == nil || entry.def == nil {
		return nil, noFunction(r.units[0].file, name, r.withBodies())
	}
	if err := r.checkGoals(); err != nil {
		return nil, err
	}
	r.use(entry)
	if err := r.handlers(entry); err != nil {
		return nil, err
	}
	r.volatiles.fromEntry(r, entry)
	slices.SortStableFunc(r.constructors, func(f, g *function) int { return cmp.Compare(f.priority, g.priority) })
	for _, g := range r.constructors {
		r.use(g)
	}
	r.scan()
	r.disagreements()
	r.sameSymbols()
	return entry, r.problem()
}

// withBodies names the functions that have bodies in the files.
func (r *reader) withBodies() (names []string) {
	add := func(x any) {
		if f, ok := x.(*function); ok && f.def != nil && f.unit != nil && slices.Contains(r.units, f.unit) && !strings.HasPrefix(f.cname, "__") {
			names = append(names, f.cname)
		}
	}
	for _, x := range r.externs {
		add(x)
	}
	for _, u := range r.units {
		for _, x := range u.statics {
			add(x)
		}
	}
	slices.Sort(names)
	return names
}

// undeclared counts the functions that the program uses and neither declares nor defines, without
// those that the front end knows.
func (r *reader) undeclared() int {
	n := 0
	for _, f := range r.functions {
		if f.used && f.implicit && f.def == nil && builtin(f, r.row(f, -1)) == nil && !strings.HasPrefix(f.cname, "__VERIFIER_") {
			n++
		}
	}
	return n
}

func newReader(ctx context.Context, opts Options, props map[string]string) *reader {
	r := &reader{
		ctx: ctx, opts: opts, props: props, files: new(Files),
		prog:        ir.NewProgram(),
		types:       newTypeTable(source.MachineOf(opts.Target, opts.ILP32), opts.UnsignedChar),
		externs:     map[string]any{},
		symbols:     map[string]any{},
		models:      map[modelKey]map[string]*function{},
		calledNames: map[string]bool{},
		libObjects:  map[string]*ir.Object{},
		tested:      map[*cc.PostfixExpression]*variable{},
		entities:    map[*cc.Declarator]any{},
		uses:        map[*cc.PrimaryExpression]any{},
		exprTypes:   map[cc.ExpressionNode]qtype{},
		typeNames:   map[*cc.TypeName]qtype{},
		extents:     map[cc.Node][]*ctype{},
		notes:       map[noteKey]int{},
		selected:    map[string]bool{},
		leads:       map[any]*ctype{},
		scalars:     map[*variable]*ctype{},
		returns:     map[*function][]*ctype{},
		walks:       newWalks(),
		reaches:     newReaches(),
		positions:   newPositions(),
		strings:     map[literalKey]*ir.Object{},
		handovers:   map[string]place{},
		slotTags:    map[string]int64{},
		volatiles:   newVolatileUse(),
		inside:      map[*cc.CompoundStatement][]cc.ExpressionNode{},
		scratch:     &ir.Func{Name: "$constant"},
	}
	r.types.whole = props["uninit"] != ""
	p := r.prog
	p.Devices = opts.Devices
	p.PtrBits, p.Math, p.Signed = r.types.ptrBits, opts.Math, opts.Signed
	p.BigEndian = r.types.machine.BigEndian
	r.mode = p.Mode()
	if opts.Math { // bit patterns are machine integers
		r.types.float.exact, r.types.double.exact = false, false
	}
	return r
}

func (r *reader) sourceConfig() source.Config {
	c := r.opts.sourceConfig(r.files, r.systemHeaders)
	if r.prog.Environment != nil {
		c.After = r.prog.Environment.After
	}
	return c
}

// read lowers what can be reached.
func (r *reader) read(entry *function) (*ir.Program, error) {
	r.findRecursion()
	r.sequence()
	r.uniqueNames()
	if err := r.problem(); err != nil {
		return nil, err
	}
	complete := func() {}
	if r.opts.Statements {
		complete = r.listStatements(entry)
	}
	r.lower(entry)
	complete()
	if err := r.problem(); err != nil {
		return nil, err
	}
	if r.limit != nil {
		return nil, r.limit
	}
	for _, f := range r.units {
		r.prog.Files = append(r.prog.Files, f.file)
	}
	asked := r.opts.Properties != nil || r.opts.ErrorLabel != "" || r.opts.ErrorFunction != ""
	if r.errors == 0 && !asked && !r.mentionsError() {
		return nil, noError(r.units[0].file)
	}
	r.prog.Unreached = r.unreached()
	r.prog.Inlined = r.inlined()
	if r.opts.Missing {
		r.prog.Missing = r.missing()
	}
	return r.prog, nil
}

// unreached are the bodies of functions that are not used. Those whose names mean something to craig are left out: what uses them is
// not known.
func (r *reader) unreached() (list []ir.Span) {
	for _, f := range r.functions {
		if f.def == nil || f.used || !slices.Contains(r.units, f.unit) || r.isError(f) || builtin(f, r.row(f, -1)) != nil {
			continue
		}
		list = append(list, ir.Span{From: r.pos(f.def.CompoundStatement.Token), To: r.pos(f.def.CompoundStatement.Token2)})
	}
	return list
}

func (r *reader) problem() error {
	if err := r.ctx.Err(); err != nil {
		return err
	}
	return r.err
}

// mentionsError tells whether a function that was not read since it cannot be reached calls an
// error function.
func (r *reader) mentionsError() bool {
	for _, e := range r.uses {
		if g, ok := e.(*function); ok && r.isError(g) {
			return true
		}
	}
	return false
}

// lower makes the ir functions: first those of the program, then the initialisation of the
// globals that they use, at the beginning of Main.
func (r *reader) lower(entry *function) {
	p := r.prog
	r.begin(entry)
	r.beginInterrupts()
	var fns []*fn
	lowered := map[*function]*fn{}
	for again := true; again; {
		again = false
		for _, g := range r.functions {
			if g.ir == nil || lowered[g] != nil || r.problem() != nil {
				continue
			}
			f := r.lowerFunction(g)
			lowered[g] = f
			fns = append(fns, f)
			again = true
		}
		if again || r.problem() != nil {
			continue
		}
		// initialisers may need further functions and variables
		again = r.initialiseGlobals(lowered)
	}
	if r.problem() != nil {
		return
	}
	r.guardFrames(fns)
	r.guardFresh(fns)
	r.startInterrupts()
	r.start(entry, lowered[entry])
	for _, f := range fns {
		f.resolveLeaving()
		f.resolveComputed()
		f.finish(p, f.ir)
	}
	r.checkConversions()
}

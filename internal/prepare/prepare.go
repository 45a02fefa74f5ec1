// Package prepare makes of C files the programs that engines and the certifier see.
//
//	Sources           the files with their texts and hashes
//	Interprocedural   with its calls, memory split into regions
//	Inlined           with its calls inlined: what evidence speaks of
//
// Files are read once. All forms of a program are made from the same texts, and who writes evidence
// takes names and hashes from Sources: what happens to a file in the meantime changes nothing.
package prepare

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"craig/internal/program/alias"
	"craig/internal/program/c/cfront"
	"craig/internal/program/interrupt"
	"craig/internal/program/ir"
	"craig/internal/program/pass"
	"craig/internal/program/pointers"
	"craig/internal/program/selfcomp"
	"craig/internal/program/thread"
	"craig/internal/property"
)

// Program is the program of some C files, in several forms. Each is made when it is first asked for,
// and kept. It is not for concurrent use.
type Program struct {
	opts  cfront.Options
	names []string
	files *cfront.Files
	begin func(phase string)
	edit  func(*ir.Program)

	ready   *ir.Program // resolved, for the form that is made first; nil if no one has asked for it
	inlined *ir.Program
	calls   *ir.Program
}

// New is the program of files, which are read when something is asked of it. fsys is where they
// and what they include are; nil is the host's file system.
func New(opts cfront.Options, fsys fs.FS, files ...string) *Program {
	return &Program{opts: opts, names: slices.Clone(files), files: cfront.NewFiles(fsys), begin: func(string) {}}
}

// Give takes text for the file of that name, which is not read then.
func (p *Program) Give(name string, text []byte) { p.files.Give(name, text) }

// Seal has the program read nothing but what Give was told of, and the headers that craig has itself.
func (p *Program) Seal() { p.files.Seal() }

// Observe has begin told which phase of the preparation begins.
func (p *Program) Observe(begin func(phase string)) { p.begin = begin }

// Options are those of the front end.
func (p *Program) Options() cfront.Options { return p.opts }

// Names are the names of the files.
func (p *Program) Names() []string { return slices.Clone(p.names) }

// With is the same files, read at most once for both, with other options.
func (p *Program) With(opts cfront.Options) *Program {
	return &Program{opts: opts, names: p.names, files: p.files, begin: p.begin, edit: p.edit}
}

// Of is With for other files, those that both have read at most once.
func (p *Program) Of(opts cfront.Options, files ...string) *Program {
	q := p.With(opts)
	q.names = slices.Clone(files)
	return q
}

// Edited is the program changed by edit once its calls are resolved, in each of its forms anew.
func (p *Program) Edited(edit func(*ir.Program)) *Program {
	q := p.With(p.opts)
	q.edit = edit
	return q
}

// Sources are the files, with the texts that all forms of the program are made of. The error is
// a *cfront.Error.
func (p *Program) Sources() ([]cfront.Source, error) { return p.files.Sources(p.names...) }

// Read is the program as the front end gives it. The caller may change it: it is made anew each time.
// The error is a *cfront.Error, a *cfront.Unsupported, or ctx's.
func (p *Program) Read(ctx context.Context) (*ir.Program, error) {
	p.begin("read")
	return cfront.ReadFrom(ctx, p.opts, p.files, p.names...)
}

// Inlined is the program with its calls inlined and its memory split into regions. It is what
// evidence speaks of and what the certifier sees: no slice, no folding. The error is one of Read's, a
// *pass.TooLarge or an *alias.TooLarge.
func (p *Program) Inlined(ctx context.Context) (*ir.Program, error) {
	if p.inlined != nil {
		return p.inlined, nil
	}
	q, err := p.resolved(ctx)
	if err != nil {
		return nil, err
	}
	p.begin("inline")
	if q, err = pass.Inline(ctx, q, pass.InlineOptions{}); err != nil {
		return nil, err
	}
	if q, err = thread.Product(ctx, q, p.points(ctx), p.opts.Properties, p.opts.Threads); err != nil {
		return nil, err
	}
	if err := p.finish(ctx, q); err != nil {
		return nil, err
	}
	p.inlined = q
	return q, nil
}

// SideBySide are the threads of the program side by side, with its memory split into regions; see thread.SideBySide.
func (p *Program) SideBySide(ctx context.Context) (*ir.Apart, error) {
	q, err := p.uncalled(ctx)
	if err != nil {
		return nil, err
	}
	x, err := thread.SideBySide(ctx, q, p.points(ctx), p.opts.Properties, p.opts.Threads)
	if err != nil || x == nil {
		return nil, err
	}
	return x, p.finish(ctx, x.Program)
}

// ForOutline is SideBySide with the product of the threads; see thread.ForOutline.
func (p *Program) ForOutline(ctx context.Context) (*ir.Apart, *ir.Program, map[ir.Loc]ir.Whereabouts, error) {
	q, err := p.uncalled(ctx)
	if err != nil {
		return nil, nil, nil, err
	}
	x, product, places, err := thread.ForOutline(ctx, q, p.points(ctx), p.opts.Properties, p.opts.Threads)
	if err != nil || x == nil {
		return nil, nil, nil, err
	}
	if err := p.finish(ctx, x.Program); err != nil {
		return nil, nil, nil, err
	}
	return x, product, places, p.finish(ctx, product)
}

// uncalled is the program as read, with its calls inlined.
func (p *Program) uncalled(ctx context.Context) (*ir.Program, error) {
	q, err := p.resolved(ctx)
	if err != nil {
		return nil, err
	}
	return pass.Inline(ctx, q, pass.InlineOptions{})
}

// Interprocedural is the program with its calls, for engines that take those, and its memory split
// into regions. Errors are as for Inlined.
func (p *Program) Interprocedural(ctx context.Context) (*ir.Program, error) {
	if p.calls != nil {
		return p.calls, nil
	}
	q, err := p.resolved(ctx)
	if err != nil {
		return nil, err
	}
	if q.Threads != nil || p.secrets() { // products are one function
		if q, err = pass.Inline(ctx, q, pass.InlineOptions{}); err != nil {
			return nil, err
		}
		if q, err = thread.Product(ctx, q, p.points(ctx), p.opts.Properties, p.opts.Threads); err != nil {
			return nil, err
		}
	}
	if err := p.finish(ctx, q); err != nil {
		return nil, err
	}
	p.calls = q
	return q, nil
}

// finish leaves of the errors of q those that are asked for, and splits its memory.
func (p *Program) finish(ctx context.Context, q *ir.Program) error {
	if !p.secrets() {
		p.except(q)
		return p.regions(ctx, q)
	}
	without, writes := withoutBody(q), false
	for _, n := range q.Notes {
		if name, ok := cfront.Writes(n); ok {
			without[name], writes = true, true
		}
	}
	both := selfcomp.Observe(q, p.opts.Observe, selfcomp.Functions{
		Hides:   func(name string, model bool) bool { return without[name] || model && cfront.Hides(name) },
		Look:    writes,
		Without: slices.Sorted(maps.Keys(without)),
		Unknown: func(pos ir.Pos) bool {
			return slices.ContainsFunc(q.Notes, func(n ir.Note) bool { return n.Pos == pos && strings.HasPrefix(n.Text, alias.UnknownFunction) })
		},
	})
	if err := p.regions(ctx, q); err != nil {
		return err
	}
	both.Product()
	p.except(q)
	return nil
}

// secrets says that it is asked for what depends on secrets.
func (p *Program) secrets() bool { return slices.Contains(p.opts.Properties, selfcomp.Property) }

// NothingToReach says that the program has no goal, found without inlining its calls. It is false also where
// more would have to be made of the program to tell.
func (p *Program) NothingToReach(ctx context.Context) bool {
	// Errors of properties of memory depend on where pointers lead; the others are there as soon as the program has been read.
	if property.Any(p.opts.Properties, func(q *property.Property) bool { return q.Memory }) {
		return false
	}
	if p.inlined != nil || p.calls != nil {
		return false
	}
	q, err := p.resolved(ctx)
	if err != nil {
		return false // whoever asks for the program is told
	}
	p.ready = q
	return !slices.ContainsFunc(q.Locs, func(l *ir.LocInfo) bool { return l != nil && l.IsGoal() })
}

// resolved is the program as read, without calls through pointers.
func (p *Program) resolved(ctx context.Context) (*ir.Program, error) {
	if q := p.ready; q != nil {
		p.ready = nil
		return q, nil
	}
	q, err := p.Read(ctx)
	if err != nil {
		return nil, err
	}
	if q.Threads != nil && p.opts.UnknownPointers == cfront.Usual && slices.Contains(p.opts.Properties, thread.Race) {
		p.shareResults(q)
	}
	p.begin("calls")
	if err := alias.ResolveCalls(ctx, q, p.points(ctx)); err != nil {
		return nil, err
	}
	if q.Threads != nil && p.secrets() {
		return nil, &cfront.Unsupported{Property: selfcomp.Property, Why: "the program has threads"}
	}
	if err := interrupt.Insert(ctx, q, p.points(ctx)); err != nil {
		return nil, err
	}
	if p.edit != nil {
		p.edit(q)
	}
	return q, nil
}

// shareResults lets functions without a body return a pointer again, where it is asked whether two threads access one place.
func (p *Program) shareResults(q *ir.Program) {
	thread.ShareResults(q, withoutBody(q))
}

// withoutBody are the functions that have no body, by name.
func withoutBody(q *ir.Program) map[string]bool {
	names := map[string]bool{}
	for _, n := range q.Notes {
		if name, ok := cfront.WithoutBody(n); ok {
			names[name] = true
		}
	}
	return names
}

// AnyThreads in cfront.Options.Threads: what is proved holds for any number of threads, and what is not is no error.
const AnyThreads = thread.Any

// InTurnThreads has one thread followed, and others run as soon as they are made: it finds errors.
const InTurnThreads = thread.InTurn

// RoundThreads has up to eight threads followed that take turns in rounds: it finds errors.
const RoundThreads = thread.Rounds

// ManyThreads tells whether a program in rounds has more threads than a product has.
func ManyThreads(p *ir.Program) bool {
	return slices.ContainsFunc(p.Locs, func(l *ir.LocInfo) bool {
		return l != nil && l.Instance != nil && l.Instance.Thread > thread.MaxThreads
	})
}

// ReducedThreads has as many threads followed as 0, and one order of what they do independently.
const ReducedThreads = thread.Reduced

// GuardedThreads is AnyThreads where locks are taken to protect values.
const GuardedThreads = thread.Guarded

// MakesThreads tells whether the program makes threads. It is false also where it is no program.
func (p *Program) MakesThreads(ctx context.Context) bool {
	q, err := p.resolved(ctx)
	if err != nil {
		return false
	}
	p.ready = q
	return q.Threads != nil
}

func (p *Program) regions(ctx context.Context, q *ir.Program) error {
	p.begin("memory")
	if p.lives() {
		q.Plain.Program, q.Plain.Claims = q.Clone(), map[ir.EdgeID]ir.Claim{}
	}
	return alias.Regions(ctx, q, p.points(ctx))
}

// lives says that a property is about the lives of objects, so that package checkcoverage looks at the program.
func (p *Program) lives() bool {
	return slices.ContainsFunc(p.opts.Properties, func(name string) bool { return strings.HasPrefix(name, "valid-") })
}

// points are the options of the analysis of pointers, of which what it says is checked as long as ctx lasts.
func (p *Program) points(ctx context.Context) alias.Options {
	o := alias.Options{Bounds: p.opts.Checks("bounds"), Null: p.opts.Checks("null")}
	if p.opts.UnknownPointers == cfront.Any {
		o.Unknown = alias.Any
	}
	o.Check = func(q *ir.Program, claims *ir.Points) func() {
		doubt := func(d *ir.Doubt) {
			if q.Doubt == nil {
				q.Doubt = d
			}
		}
		doubt(pointers.Check(ctx, q, claims))
		lowering := pointers.Before(q, claims)
		return func() { doubt(lowering.Check(ctx)) }
	}
	o.UnknownCalls = p.opts.UnknownFunctions == cfront.Havoc
	o.Blocks = slices.Contains(p.opts.Properties, "termination")
	return o
}

// TooLarge tells whether err says that the program is too large to be inlined.
func TooLarge(err error) bool {
	var edges *pass.TooLarge
	var objects *alias.TooLarge
	return errors.As(err, &edges) || errors.As(err, &objects)
}

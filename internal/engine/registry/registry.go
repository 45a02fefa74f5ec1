// Package registry has the engines by name, with their options, for whoever lets a user choose.
package registry

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"craig/internal/engine"
	"craig/internal/engine/bmc"
	"craig/internal/engine/dagger"
	"craig/internal/engine/dagger/modular"
	"craig/internal/engine/elements"
	"craig/internal/engine/explicit"
	"craig/internal/engine/lazy"
	"craig/internal/engine/tracer"
	"craig/internal/engine/ufo"
	"craig/internal/engine/values"
)

// Spec is an engine that can be chosen by name, with the options of its own.
type Spec struct {
	Name    string
	Doc     string // one line
	Options []Option
	// New makes the engine; value gives the text of an option, its default if it was not set. The error is
	// an *OptionError.
	New func(value func(option string) string) (*engine.Engine, error)
}

// Option is an option of one engine.
type Option struct {
	Name    string
	Default string
	Values  []string // the words it can be; nil: a number
	Doc     string
}

// OptionError is a value that an option cannot have.
type OptionError struct {
	Option, Value string
	Words         []string // what it can be; nil: a number
}

func (e *OptionError) Error() string {
	if e.Words == nil {
		return fmt.Sprintf("%s: want a number, not %q", e.Option, e.Value)
	}
	return fmt.Sprintf("%s: unknown value %q: want one of %s", e.Option, e.Value, strings.Join(e.Words, ", "))
}

// Engines lists the engines in the order of the documentation.
func Engines() []Spec { return engines }

// With makes the engine with some of its options set, by name; the others have their defaults.
func (s Spec) With(options map[string]string) (*engine.Engine, error) {
	return s.New(func(option string) string {
		if v, ok := options[option]; ok {
			return v
		}
		for _, o := range s.Options {
			if o.Name == option {
				return o.Default
			}
		}
		return ""
	})
}

var engines = []Spec{
	{
		Name: "tracer",
		Doc:  "symbolic execution with interpolation, for unbounded loops",
		Options: []Option{
			{Name: "loops", Default: "selective", Values: []string{"selective", "minimax", "deepening"}, Doc: "what happens at loops"},
			{Name: "interpolants", Default: "wp", Values: []string{"wp", "core", "craig"}, Doc: "how labels are computed"},
		},
		New: func(value func(string) string) (*engine.Engine, error) {
			loops, err := word(value, "loops", map[string]tracer.Loops{
				"selective": tracer.Selective, "minimax": tracer.Minimax, "deepening": tracer.Deepening,
			})
			if err != nil {
				return nil, err
			}
			interpolants, err := word(value, "interpolants", map[string]tracer.Interpolants{
				"wp": tracer.WP, "core": tracer.Core, "craig": tracer.Craig,
			})
			return tracer.New(tracer.Config{Loops: loops, Interpolants: interpolants}), err
		},
	},
	{
		Name: "ufo",
		Doc:  "abstract reachability graphs between under- and over-approximation",
		Options: []Option{
			{Name: "post", Default: "cartesian", Values: []string{"true", "cartesian", "boolean", "interval", "octagon", "polyhedra"}, Doc: "the abstract post operator, by predicates or by a numeric domain"},
			{Name: "refine", Default: "labels", Values: []string{"labels", "predicates"}, Doc: "what interpolants give"},
		},
		New: func(value func(string) string) (*engine.Engine, error) {
			post, err := word(value, "post", map[string]ufo.Post{
				"true": ufo.True, "cartesian": ufo.Cartesian, "boolean": ufo.Boolean,
				"interval": ufo.Interval, "octagon": ufo.Octagon, "polyhedra": ufo.Polyhedra,
			})
			if err != nil {
				return nil, err
			}
			refine, err := word(value, "refine", map[string]ufo.Refinement{"labels": ufo.Labels, "predicates": ufo.Predicates})
			return ufo.New(ufo.Config{Post: post, Refine: refine}), err
		},
	},
	{
		Name: "dagger",
		Doc:  "abstract interpretation that refines itself: linear invariants of numeric loops",
		Options: []Option{
			{Name: "explore", Default: "dag", Values: []string{"dag", "tree"}, Doc: "whether paths are joined where they meet"},
			{Name: "widen", Default: "interpolated", Values: []string{"interpolated", "join"}, Doc: "what a widening is refined to"},
			{Name: "cache-errors", Default: "on", Values: []string{"on", "off"}, Doc: "whether error states are kept where refinements happened"},
			{Name: "domain", Default: "auto", Values: []string{"auto", "interval", "octagon", "polyhedra"}, Doc: "the abstract domain; auto tries them in turn"},
			{Name: "polyhedra-widening", Default: "standard", Values: []string{"standard", "parma"}, Doc: "how polyhedra are widened; parma loses less and takes longer"},
			{Name: "procedures", Default: "inline", Values: []string{"inline", "summaries"}, Doc: "what becomes of calls; inline turns to summaries at recursion and where the program gets too large"},
			{Name: "strengthen", Default: "off", Values: []string{"on", "off"}, Doc: "whether invariants of a first widening pass are assumed"},
		},
		New: newDagger,
	},
	{
		Name: "lazy",
		Doc:  "lazy annotation: procedure summaries, for recursion and many calls",
		New: func(func(string) string) (*engine.Engine, error) {
			return lazy.New(lazy.Config{}), nil
		},
	},
	{
		Name: "elements",
		Doc:  "facts about all elements of arrays, of the words of the program",
		New: func(func(string) string) (*engine.Engine, error) {
			return elements.New(), nil
		},
	},
	{
		Name: "values",
		Doc:  "explicit values of the variables that matter: state machines, feature models",
		New: func(func(string) string) (*engine.Engine, error) {
			return values.New(values.Config{}), nil
		},
	},
	{
		Name: "explicit",
		Doc:  "visits all states, by compiled transitions: loops that read events and follow rules",
		New: func(func(string) string) (*engine.Engine, error) {
			return explicit.New(explicit.Config{}), nil
		},
	},
	{
		Name:    "bmc",
		Doc:     "bounded model checking: finds the shortest counterexamples first",
		Options: []Option{{Name: "unwind", Default: "0", Doc: "how many back edges a path may take; 0 is no limit"}},
		New: func(value func(string) string) (*engine.Engine, error) {
			k, err := number(value, "unwind")
			return bmc.New(bmc.Config{Unwind: k}), err
		},
	},
	{
		Name: "unroll",
		Doc:  "unrolls each loop to its end: programs whose loops have constant bounds",
		New: func(func(string) string) (*engine.Engine, error) {
			return bmc.Complete(), nil
		},
	},
}

func newDagger(value func(string) string) (*engine.Engine, error) {
	explore, err := word(value, "explore", map[string]dagger.Explore{"dag": dagger.DAG, "tree": dagger.Tree})
	if err != nil {
		return nil, err
	}
	widen, err := word(value, "widen", map[string]dagger.Widening{"interpolated": dagger.Interpolated, "join": dagger.Join})
	if err != nil {
		return nil, err
	}
	noCache, err := word(value, "cache-errors", map[string]bool{"on": false, "off": true})
	if err != nil {
		return nil, err
	}
	domain, err := word(value, "domain", map[string]dagger.Domain{
		"auto": dagger.Auto, "interval": dagger.Interval, "octagon": dagger.Octagon, "polyhedra": dagger.Polyhedra,
	})
	if err != nil {
		return nil, err
	}
	strengthen, err := word(value, "strengthen", map[string]bool{"on": true, "off": false})
	if err != nil {
		return nil, err
	}
	build, err := word(value, "procedures", map[string]func(dagger.Config) *engine.Engine{"inline": modular.WithFallback, "summaries": modular.New})
	if err != nil {
		return nil, err
	}
	parma, err := word(value, "polyhedra-widening", map[string]bool{"standard": false, "parma": true})
	return build(dagger.Config{Explore: explore, Widen: widen, NoCache: noCache, Domain: domain, Parma: parma, Strengthen: strengthen}), err
}

// word looks an option's value up among its words.
func word[T any](value func(string) string, option string, words map[string]T) (T, error) {
	v, ok := words[value(option)]
	if !ok {
		return v, &OptionError{Option: option, Value: value(option), Words: slices.Sorted(maps.Keys(words))}
	}
	return v, nil
}

// number reads an option that counts.
func number(value func(string) string, option string) (int, error) {
	n, err := strconv.Atoi(value(option))
	if err != nil || n < 0 {
		return 0, &OptionError{Option: option, Value: value(option)}
	}
	return n, nil
}

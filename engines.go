package craig

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"craig/engine"
	"craig/engine/bmc"
	"craig/engine/tracer"
)

// Choice is an engine that can be chosen by name, with the options of its own.
type Choice struct {
	Name  string
	Doc   string // one line
	Flags []Flag
	// New makes the engine; value gives the text of a flag, its default if it was not set.
	New func(value func(flag string) string) (*engine.Engine, error)
}

// Flag is an option of one engine.
type Flag struct {
	Name    string
	Default string
	Values  []string // the words it can be; nil: a number
	Doc     string
}

// Engines lists the engines in the order of the documentation.
func Engines() []Choice { return engines }

var engines = []Choice{
	{
		Name: "tracer",
		Doc:  "symbolic execution with interpolation, for unbounded loops",
		Flags: []Flag{
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
		Name:  "bmc",
		Doc:   "bounded model checking: finds the shortest counterexamples first",
		Flags: []Flag{{Name: "unwind", Default: "0", Doc: "how many back edges a path may take; 0 is no limit"}},
		New: func(value func(string) string) (*engine.Engine, error) {
			k, err := number(value, "unwind")
			return bmc.New(bmc.Config{Unwind: k}), err
		},
	},
}

// word looks a flag's value up among its words.
func word[T any](value func(string) string, flag string, words map[string]T) (T, error) {
	v, ok := words[value(flag)]
	if !ok {
		var all []string
		for w := range words {
			all = append(all, w)
		}
		slices.Sort(all)
		return v, fmt.Errorf("--%s %s: it is one of %s", flag, value(flag), strings.Join(all, ", "))
	}
	return v, nil
}

// number reads a flag that counts.
func number(value func(string) string, flag string) (int, error) {
	n, err := strconv.Atoi(value(flag))
	if err != nil || n < 0 {
		return 0, fmt.Errorf("--%s %s: a number is wanted", flag, value(flag))
	}
	return n, nil
}

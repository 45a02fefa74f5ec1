package check

import (
	"context"
	"fmt"

	"craig/internal/program/c/cfront"
	"craig/internal/program/c/trap"
)

// targets are the functions with a body that a name in a unit leads to: a function of the project, or a pointer to functions, as far as assignments, initial values and arguments
// anywhere in the project say; nil where something else may be called.
func (c *checker) targets(u *Unit, name string, flows map[string][]string) []*cfront.Function {
	var list []*cfront.Function
	seen := map[string]bool{}
	var visit func(name string) bool
	visit = func(name string) bool {
		if seen[name] {
			return true
		}
		seen[name] = true
		if f := c.bodies.here[u][name]; f != nil {
			list = append(list, f)
			return true
		}
		var found *cfront.Function
		n := 0
		c.each(func(_ *Unit, f *cfront.Function) {
			if f.Name == name && (found == nil || found.Key != f.Key) {
				found = f
				n++
			}
		})
		if n > 0 {
			list = append(list, found)
			return n == 1
		}
		for _, from := range flows[name] {
			if !visit(from) {
				return false
			}
		}
		return len(flows[name]) > 0
	}
	if !visit(name) {
		return nil
	}
	return list
}

// nullCalls looks for executions to calls, also through pointers and in tests, that pass null to functions which access memory by that parameter in each call.
func (c *checker) nullCalls(ctx context.Context) error {
	flows := map[string][]string{}
	c.each(func(_ *Unit, f *cfront.Function) {
		for _, x := range f.Flows {
			flows[x.To] = append(flows[x.To], x.From)
		}
	})
	var list []snare
	c.each(func(u *Unit, f *cfront.Function) {
		for _, x := range f.NullCalls {
			if c.bodies.here[u][x.Function] != nil || !c.regards(u, f) { // engines look into it
				continue
			}
			targets := c.targets(u, x.Function, flows)
			wrong := len(targets) > 0
			for _, g := range targets {
				wrong = wrong && x.Arg < len(g.Handle.Takes) && g.Handle.Takes[x.Arg].Early
			}
			if !wrong {
				continue
			}
			g := targets[0]
			because := fmt.Sprintf("%s, at %s:%d, accesses memory by %s in each call", g.Name, g.Pos.File, g.Pos.Line, g.Handle.Takes[x.Arg].Name)
			if g.Name != x.Function {
				because = fmt.Sprintf("%s leads to %s", nameOf(x.Function), because)
			}
			list = append(list, snare{unit: u, of: f, Trap: trap.Trap{At: x.At, Pointer: trap.Reached}, property: null, message: fmt.Sprintf("%s is given null", nameOf(x.Function)),
				because: because, said: comesHere, class: AtCaller})
		}
	})
	return c.catch(ctx, "callers", list)
}

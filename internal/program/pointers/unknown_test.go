package pointers_test

import (
	"testing"

	"craig/internal/program/ir"
	"craig/internal/program/pointers"
)

// unknown are programs with pointers of unknown origin.
var unknown = []string{
	`int main(void) { never(0); int *p = given(), *q = given(); *p = 1; *q = 2; return *p; }`,
	`int main(void) { never(0); int **p = given(), **q = given(); **p = 1; **q = 2; return **p; }`,
	`int *a, *b; int main(void) { never(0); unknown(&a); unknown(&b); *a = 1; *b = 2; return *a; }`,
	`int main(void) { never(0); struct s { int *x, *y; } *p = given(); *p->x = 1; *p->y = 2; return *p->x; }`,
}

// TestUnknown: pointers of unknown origin from two places do not have one object; that the program may use their objects is seen; and the object that
// is said to be the one of a pointer is one that it may lead to.
func TestUnknown(t *testing.T) {
	merged, wild, fresh := 0, 0, 0
	for _, text := range unknown {
		forms(t, text, func(p *ir.Program, c *ir.Points) {
			if any := c.Any; any != 0 {
				c.Any = 0
				if pointers.Check(t.Context(), p, c) == nil {
					t.Errorf("that unknown pointers lead anywhere is not missed in\n%s", text)
				}
				c.Any = any
				return
			}
			if c.Parts == nil {
				return
			}
			defer func(parts []ir.Part) { c.Parts = parts }(c.Parts)
			c.Parts = nil // how memory is split follows the sets
			if d := pointers.Check(t.Context(), p, c); d != nil {
				t.Fatalf("%v\n%s", d, text)
			}
			doubted := func(what string) {
				if pointers.Check(t.Context(), p, c) == nil {
					t.Errorf("%s is not seen in\n%s", what, text)
				}
			}
			asked := map[int32]bool{} // objects that some unknown pointer needs
			for i := range c.Objects {
				o := &c.Objects[i]
				if o.Kind != ir.UnknownObject || o.Fixed || o.Wild {
					continue
				}
				o.Wild = true
				if pointers.Check(t.Context(), p, c) != nil {
					asked[int32(i)] = true
					wild++
				}
				o.Wild = false
			}
			for from := range asked {
				for to := range asked {
					if from == to || !c.Objects[from].Single || !c.Objects[to].Single {
						continue
					}
					merged++
					all := sets(p, c)
					whole := make([]ir.Targets, len(all))
					for k, s := range all {
						whole[k] = *s
						*s = moved(*s, from, to)
					}
					contents := c.Objects[to].Contents
					c.Objects[to].Contents = append(contents[:len(contents):len(contents)], moveContents(c.Objects[from].Contents, to)...)
					doubted("one object for two pointers")
					c.Objects[to].Contents = contents
					for k, s := range all {
						*s = whole[k]
					}
				}
			}
			for e, o := range c.Fresh {
				for other := range asked {
					if c.Objects[o].Kind == ir.UnknownObject && other != o {
						if set := c.Variable(p.Edges[e].Stmt.(*ir.Havoc).Var); len(*set) == 1 {
							c.Fresh[e] = other
							doubted("another object")
							c.Fresh[e] = o
							fresh++
						}
					}
				}
			}
		})
	}
	if merged < 8 || wild < 8 || fresh < 4 {
		t.Errorf("%d merged, %d wild, %d fresh", merged, wild, fresh)
	}
}

// moved is the set with the targets in one object in another one.
func moved(s ir.Targets, from, to int32) (list ir.Targets) {
	for obj := range int32(1 << 10) {
		for _, t := range s {
			if t.Obj == from {
				t.Obj = to
			}
			if t.Obj == obj && !contained(list, t) {
				list = append(list, t)
			}
		}
	}
	return list
}

func contained(list ir.Targets, t ir.Target) bool {
	for _, u := range list {
		if u.Covers(t) {
			return true
		}
	}
	return false
}

func moveContents(list []ir.Content, to int32) (all []ir.Content) {
	for _, k := range list {
		k.Obj = to
		all = append(all, k)
	}
	return all
}

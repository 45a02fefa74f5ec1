package product

import (
	"slices"
	"strings"

	"craig/internal/pattern"
	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// value is what the text of the surroundings sets a pointer to: an object, or its address, or so many elements behind it; or null, perhaps.
type value struct {
	object  string
	address bool
	behind  string
	null    bool
}

// of is the value of a pointer to another object.
func (v value) of(object string) string {
	if v.address {
		return "&" + object
	}
	return object
}

// deep gives the new side objects with pointers in them: copies of all objects that they lead to, whose pointers lead to each other as those of the old ones
// do. What pointers are set to is told by the text of the surroundings; others that it leaves alone are those that the old function does not use.
type deep struct {
	d      *driver
	lines  []string
	values map[string]value
	places []string
	blocks map[string]string
	types  map[string]*types.Type // of the objects that have been copied, or of their elements
}

// copy copies an object, and then what pointers in it lead to.
func (c *deep) copy(name string, t *types.Type, at core.Pos) {
	if c.types[name] != nil {
		return
	}
	c.types[name] = t
	c.d.linked = true
	p := c.d.p
	if p.Frees() {
		p.refuse(at, "what %s leads to has pointers, and memory is given back", name)
	}
	c.unused(at)
	size, isBlock := c.blocks[name]
	switch {
	case isBlock && hasPointers(t), t.Kind == types.Void, t.Kind == types.Func:
		p.refuse(at, "what pointers to %s lead to is not copied", name)
	case isBlock:
		c.d.block(name, size, t)
		return
	}
	c.understood(name, t, at)
	c.d.variable(name, t)
	for _, place := range c.places {
		path, inside := strings.CutPrefix(place, name)
		v, set := c.values[place]
		if !inside || !set || path != "" && path[0] != '.' {
			continue // it is null, perhaps
		}
		to := member(t, path)
		if to == nil || to.Kind != types.Pointer || v.behind != "" || !v.address && c.blocks[v.object] == "" {
			p.refuse(at, "what %s leads to is not copied", place)
		}
		c.copy(v.object, to.Elem, at)
		c.d.line("if (%[1]s) %[1]s = %[2]s;", c.d.own(place), v.of(c.d.own(v.object)))
	}
}

// setLine is a line of the text that sets a place to something.
var setLine = pattern.New(`^  ([\w.\[\]]+) = [^=]`)

// wordLine is a name in a line of the text.
var wordLine = pattern.New(`\w+`)

// understood refuses an object of which the text says something that is neither its declaration, nor what a member that is no pointer is set to, nor what
// values has.
func (c *deep) understood(name string, t *types.Type, at core.Pos) {
	for _, l := range c.lines {
		if !slices.Contains(wordLine.FindAllString(l, -1), name) || assignLine.MatchString(l) || strings.HasSuffix(l, name+";") && !strings.Contains(l, "=") {
			continue
		}
		m := setLine.FindStringSubmatch(l)
		if m != nil && strings.HasPrefix(m[1], name) && strings.Count(l, name) == 1 {
			if to := member(t, strings.TrimPrefix(m[1], name)); to != nil && !hasPointers(to) {
				continue
			}
		}
		c.d.p.refuse(at, "what %s has is not copied", name)
	}
}

// member is the type of a member of a type, along a path such as .a.b; nil if that is not found.
func member(t *types.Type, path string) *types.Type {
	for _, name := range strings.Split(path, ".")[1:] {
		if !t.IsRecord() {
			return nil
		}
		found := t.Record.Find(name)
		if found == nil {
			return nil
		}
		t = found[len(found)-1].Type
	}
	return t
}

// unused refuses a new function that uses members with pointers that the surroundings leave alone.
func (c *deep) unused(at core.Pos) {
	set := map[string]bool{}
	for _, place := range c.places {
		set[place[strings.LastIndexByte(place, '.')+1:]] = true // those of arrays have an index, and are none
	}
	p := c.d.p
	for _, s := range p.sides {
		for _, f := range s.order {
			core.EachStmt(f.Body, func(x core.Stmt) {
				core.Parts(x, func(*core.Expr) {}, func(x core.Place) {
					m, ok := x.(*core.FieldPlace)
					if ok && (m.Field.Type.Kind == types.Pointer || m.Field.Type.Kind == types.Array && hasPointers(m.Field.Type)) && !set[m.Field.Name] {
						p.refuse(m.At, "what pointers in objects lead to is not copied: %s", m.Field.Name)
					}
				})
			})
		}
	}
}

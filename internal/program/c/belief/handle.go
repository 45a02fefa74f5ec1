package belief

import (
	"slices"

	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// Handle is what a function has to do with structures that it is given pointers to, or gives one of.
type Handle struct {
	Takes  []Given  `json:"takes,omitempty"`  // its parameters that are pointers to structures
	Gives  string   `json:"gives,omitempty"`  // what its result leads to
	Writes []string `json:"writes,omitempty"` // members that it writes by pointers itself, "struct s.n"; "struct s.*" where it writes all, or hands one to what may
	Open   []string `json:"open,omitempty"`   // members whose address it takes
}

// Given is a parameter.
type Given struct {
	Name, Of string
	Frees    bool `json:",omitempty"` // what it leads to is freed wherever the function ends
	Early    bool `json:",omitempty"` // memory is accessed by it in each call, before anything is tested
}

// recordOf is the structure that a pointer leads to, as it is written; "" if there is none.
func recordOf(t *types.Type) string {
	if t.Kind != types.Pointer || !t.Elem.IsRecord() {
		return ""
	}
	return t.Elem.Unqual().String()
}

// HandleOf says what a function has to do with structures.
func HandleOf(f *core.Func, c *Callees) (h Handle) {
	add := func(list *[]string, name string) {
		if name != "" && !slices.Contains(*list, name) {
			*list = append(*list, name)
		}
	}
	frees := c.mustFree(f.Var.Name)
	early := earlyIn(f)
	for i, v := range f.Params {
		if v.Type.Kind == types.Pointer {
			h.Takes = append(h.Takes, Given{v.Name, recordOf(v.Type), i < len(frees) && frees[i], early[v]})
		} else {
			h.Takes = append(h.Takes, Given{Name: v.Name})
		}
	}
	h.Gives = recordOf(f.Var.Type.Sig.Result)
	own := owners(f)
	// whole notes that all of a structure may be written, and of those in it; at tells whether it is one that the function is given or gives.
	whole := func(t *types.Type, at bool) {
		for _, name := range recordsIn(t) {
			add(&h.Writes, name+".*")
			if !at {
				add(&h.Open, name+".*")
			}
		}
	}
	written := func(p core.Place) {
		for {
			switch q := p.(type) {
			case *core.DerefPlace:
				whole(q.Type(), own.leads(q.X))
			case *core.VarPlace:
				whole(q.Type(), own.local(q.Var))
			case *core.FieldPlace:
				if q.X.Type().Kind == types.Union {
					whole(q.X.Type(), false)
				}
				name := member(q.X.Type(), q.Field)
				if add(&h.Writes, name); !own.has(q.X) {
					add(&h.Open, name)
				}
				for _, name := range recordsIn(q.Typ) {
					add(&h.Writes, name+".*")
					add(&h.Open, name+".*")
				}
				for outer, ok := q.X.(*core.FieldPlace); ok; outer, ok = outer.X.(*core.FieldPlace) { // what it is a part of
					if add(&h.Writes, member(outer.X.Type(), outer.Field)); outer.X.Type().Kind == types.Union {
						whole(outer.X.Type(), false)
					}
				}
			case *core.PartPlace:
				p = q.X
				continue
			}
			return
		}
	}
	core.EachStmt(f.Body, func(s core.Stmt) {
		var freed []core.Expr
		switch s := s.(type) {
		case *core.Assign:
			written(s.Dst)
		case *core.Call:
			if s.Dst != nil {
				written(s.Dst)
			}
			if slices.Contains(releasers, called(s)) {
				freed = s.Args
			}
		case *core.Declare:
			if s.Init != nil {
				whole(s.Var.Type, own.local(s.Var))
			}
		case *core.Builtin, *core.Asm:
			core.Parts(s, func(*core.Expr) {}, func(p core.Place) { written(p) })
		}
		core.Parts(s, func(at *core.Expr) {
			switch x := (*at).(type) {
			case *core.AddrOf:
				for q, ok := x.X.(*core.FieldPlace); ok; q, ok = q.X.(*core.FieldPlace) {
					if add(&h.Open, member(q.X.Type(), q.Field)); q.X.Type().Kind == types.Union {
						whole(q.X.Type(), false)
					}
				}
			case *core.Decay: // an array beside a structure in a union
				for q, ok := x.X.(*core.FieldPlace); ok; q, ok = q.X.(*core.FieldPlace) {
					if q.X.Type().Kind == types.Union {
						whole(q.X.Type(), false)
					}
				}
			case *core.Convert: // as memset and its kin have it, and an access by a pointer to something else
				y := core.Unconverted(x)
				if x.Typ.Kind == types.Pointer && y.Type().Kind == types.Pointer && recordOf(y.Type()) != recordOf(x.Typ) && !slices.Contains(freed, core.Expr(x)) {
					whole(y.Type().Elem, own.leads(y))
				}
			}
		}, func(core.Place) {})
	})
	return h
}

// recordsIn are the structures and unions that a type is, or has in it.
func recordsIn(t *types.Type) (list []string) {
	for t.Kind == types.Array {
		t = t.Elem
	}
	if !t.IsRecord() {
		return nil
	}
	list = []string{t.Unqual().String()}
	for _, f := range t.Unqual().Record.Fields {
		list = append(list, recordsIn(f.Type)...)
	}
	return list
}

// InitialOf are the structures in a variable that has an initial value.
func InitialOf(v *core.Var) []string {
	if v.Init == nil {
		return nil
	}
	var list []string
	for _, name := range recordsIn(v.Type) {
		list = append(list, name+".*")
	}
	return list
}

// owner knows the variables of a function that lead to what it is given, or gives: parameters that keep their values, and what it returns.
type owner struct {
	escapes, set, returned map[*core.Var]bool
}

func owners(f *core.Func) owner {
	o := owner{set: map[*core.Var]bool{}, returned: map[*core.Var]bool{}}
	w := &walker{escapes: map[*core.Var]bool{}}
	core.EachStmt(f.Body, func(s core.Stmt) {
		w.addresses(s)
		(&walker{}).dst(s, o.set)
		if r, ok := s.(*core.Return); ok && r.X != nil {
			if l, ok := core.Unconverted(r.X).(*core.Load); ok {
				if v, ok := l.X.(*core.VarPlace); ok {
					o.returned[v.Var] = true
				}
			}
		}
	})
	o.escapes = w.escapes
	return o
}

// leads tells whether a pointer leads to such a structure.
func (o owner) leads(x core.Expr) bool {
	l, ok := core.Unconverted(x).(*core.Load)
	if !ok {
		return false
	}
	v, ok := l.X.(*core.VarPlace)
	if !ok || o.escapes[v.Var] {
		return false
	}
	return v.Var.Storage == core.Param && !o.set[v.Var] || v.Var.Storage == core.Auto && o.returned[v.Var]
}

// local tells whether a variable is one of the function to which nothing else leads.
func (o owner) local(v *core.Var) bool {
	return (v.Storage == core.Auto || v.Storage == core.Param) && !o.escapes[v]
}

// has tells whether a place is such a structure, or variable.
func (o owner) has(p core.Place) bool {
	switch p := p.(type) {
	case *core.DerefPlace:
		return o.leads(p.X)
	case *core.VarPlace:
		return o.local(p.Var)
	}
	return false
}

// releasers are functions that write nothing to what they free, as far as it lives.
var releasers = []string{"free", "realloc", "reallocarray"}

// earlyIn are the parameters by which a function accesses memory in each call, before anything is tested, called, or given to them.
func earlyIn(f *core.Func) map[*core.Var]bool {
	early := map[*core.Var]bool{}
	note := func(s core.Stmt) {
		always(s, func(*core.Load) {}, func(p *core.DerefPlace) {
			if l, ok := pointer(p.X); ok {
				if v, ok := l.X.(*core.VarPlace); ok && v.Var.Storage == core.Param {
					early[v.Var] = true
				}
			}
		})
	}
	for _, s := range f.Body.List {
		switch s := s.(type) {
		case *core.Declare:
			note(s)
			continue
		case *core.Assign:
			note(s)
			if v, ok := s.Dst.(*core.VarPlace); ok && v.Var.Storage == core.Param {
				return early
			}
			continue
		case *core.Eval, *core.Remark:
			note(s)
			continue
		case *core.If, *core.Return:
			note(s)
		}
		return early
	}
	return early
}

// NullCall is a call that passes a null pointer constant.
type NullCall struct {
	Function string // that is called, or where a pointer to it is, as Leads has it
	Arg      int
	At       core.Pos // the argument
}

// NullCallsIn are those of a function.
func NullCallsIn(f *core.Func) (list []NullCall) {
	core.EachStmt(f.Body, func(s core.Stmt) {
		if c, ok := s.(*core.Call); ok {
			for i, a := range c.Args {
				if name := Leads(c.Fun); name != "" && a.Type().Kind == types.Pointer && null(a) {
					list = append(list, NullCall{name, i, a.Pos()})
				}
			}
		}
	})
	return list
}

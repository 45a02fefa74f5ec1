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
	frees := c.frees(f.Var.Name)
	early := earlyIn(f)
	for i, v := range f.Params {
		if v.Type.Kind == types.Pointer {
			h.Takes = append(h.Takes, Given{v.Name, recordOf(v.Type), i < len(frees) && frees[i], early[v]})
		} else {
			h.Takes = append(h.Takes, Given{Name: v.Name})
		}
	}
	h.Gives = recordOf(f.Var.Type.Sig.Result)
	whole := func(t *types.Type) {
		if t.IsRecord() {
			add(&h.Writes, t.Unqual().String()+".*")
		}
	}
	written := func(p core.Place) {
		for {
			switch q := p.(type) {
			case *core.DerefPlace:
				whole(q.Type())
				return
			case *core.FieldPlace:
				add(&h.Writes, member(q.X.Type(), q.Field))
				p = q.X
				continue
			case *core.PartPlace:
				p = q.X
				continue
			}
			return
		}
	}
	core.EachStmt(f.Body, func(s core.Stmt) {
		switch s := s.(type) {
		case *core.Assign:
			written(s.Dst)
		case *core.Call:
			if s.Dst != nil {
				written(s.Dst)
			}
			for _, a := range s.Args { // memset and its kin
				if k, ok := a.(*core.Convert); ok && k.X.Type().Kind == types.Pointer && k.Typ.Kind == types.Pointer && !slices.Contains(releasers, called(s)) {
					if x := core.Unconverted(k); x.Type().Kind == types.Pointer && recordOf(x.Type()) != recordOf(k.Typ) {
						whole(x.Type().Elem)
					}
				}
			}
		case *core.Declare:
			if s.Init != nil {
				whole(s.Var.Type)
			}
		case *core.Builtin, *core.Asm:
			core.Parts(s, func(*core.Expr) {}, func(p core.Place) { written(p) })
		}
		core.Parts(s, func(at *core.Expr) {
			if x, ok := (*at).(*core.AddrOf); ok {
				for p := x.X; ; {
					q, ok := p.(*core.FieldPlace)
					if !ok {
						break
					}
					add(&h.Open, member(q.X.Type(), q.Field))
					p = q.X
				}
			}
		}, func(core.Place) {})
	})
	return h
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

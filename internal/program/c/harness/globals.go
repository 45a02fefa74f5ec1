package harness

import (
	"fmt"
	"strings"

	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
	"craig/internal/program/ir"
)

// globals gives the global variables that the function uses any value.
func (m *maker) globals() {
	seen := map[*core.Var]bool{}
	for _, u := range m.prog.Units {
		for _, g := range u.Globals {
			if d, ok := g.(*core.VarDef); ok && !seen[d.Var] && !d.Var.Local && d.Var.Type.Kind != types.Func {
				seen[d.Var] = true
				m.global(d.Var)
			}
		}
	}
	for _, v := range m.facts.used {
		if v.Storage == core.Static && v.Local && m.begins(v) { // nothing outside its function can name it
			m.assume(ir.AboutInitial, "%s in %s", v.Name, m.facts.owner[v].Name)
		}
	}
}

// begins tells whether v is a variable that the program uses, and that is not constant.
func (m *maker) begins(v *core.Var) bool {
	return m.facts.mentioned[v] && v.Written() != "" && v.Type.Quals&types.Volatile == 0 && !isConst(v.Type)
}

// global gives a variable any value, or says that it does not.
func (m *maker) global(v *core.Var) {
	t := v.Type
	switch {
	case !m.begins(v), !v.Defined && !m.elsewhere(v):
	case !delicate(t) && m.isSecret(v.Name):
		which, _ := m.secret(v.Name, false)
		m.hidden(t, t.Quals, v.Name, which)
	case t.SizeOf() < 0, m.facts.unwritten(v):
	case !v.Defined:
		m.declaredOnly(v)
	case m.cfg.Initial, v.Unit != m.unit, t.Kind == types.Array && delicate(t):
		m.assume(ir.AboutInitial, "%s", v.Name)
	case isArithmetic(t):
		m.assign(t, t.Quals, v.Name, m.input(t, v.Name))
		m.assume(ir.AboutGlobals, "%s", v.Name)
	case !delicate(t):
		if m.cfg.ForPeople {
			m.twin(t, v.Name)
		} else {
			m.unset = append(m.unset, v.Name)
		}
		m.assume(ir.AboutGlobals, "%s", v.Name)
	default:
		m.everything, m.initialised = true, v.Init != nil
		m.anything(v)
		m.everything, m.initialised = false, false
		if t.Kind != types.Pointer || t.Elem.Kind != types.Func {
			m.assume(ir.AboutGlobals, "%s", v.Name)
		}
		if t.Kind == types.Struct {
			m.assume(ir.AboutInitial, "pointers in %s that the function does not name", v.Name)
		}
	}
}

// anything gives a variable with pointers values.
func (m *maker) anything(v *core.Var) {
	if v.Type.Kind != types.Pointer {
		m.fill(v.Type, 0, v.Name, 1, true)
		return
	}
	e := m.target(v.Type, key{v: v})
	m.heap = m.facts.isFreed(key{v: v})
	m.pointer(v.Type, e, v.Type.Quals, v.Name, 1, true, m.constantText(key{v: v}, e))
}

// elsewhere tells whether v is a variable with pointers that no file defines, so that what these lead to is for the surroundings to say.
func (m *maker) elsewhere(v *core.Var) bool {
	return !m.cfg.Initial && v.Unit == m.unit && m.objects < maxObjects/2 && delicate(v.Type) && !m.cfg.Variable(v.Name) && !strings.HasPrefix(v.Name, "__")
}

// declaredOnly gives a variable that no file defines any value.
func (m *maker) declaredOnly(v *core.Var) {
	m.everything, m.undefined = true, true
	m.anything(v)
	m.everything, m.undefined = false, false
	fmt.Fprintf(&m.stubs, "__typeof__(%s) %s;\n", v.Name, v.Name)
	m.assume(ir.AboutGlobals, "%s, which is defined nowhere", v.Name)
	if v.Type.IsRecord() {
		m.assume(ir.AboutInitial, "members of %s that the function does not name, as 0", v.Name)
	}
}

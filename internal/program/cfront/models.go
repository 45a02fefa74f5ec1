package cfront

import (
	"modernc.org/cc/v4"

	"craig/internal/program/cfront/library"
	"craig/internal/program/cfront/source"
	"craig/internal/program/ir"
)

// modelOf is f, or, if a call of f with so many arguments means a function of the library that has
// a model, the model. args is -1 if the number is not known.
func (r *reader) modelOf(f *function, args int) *function {
	if f.def != nil {
		return f
	}
	name := f.cname
	if row := r.row(f, args); row != nil {
		if r.types.machine.Int16 && !row.Portable() {
			return f
		}
		name = row.Name
	} else if !f.unit.models {
		return f
	}
	if g := r.modelNamed(name, f.unit.closed); g != nil {
		return g
	}
	return f
}

// modelNamed is the model with this name, or the closed one, see signs.go; nil if there is none. The
// file that it is in is read once, or once more for closed models.
func (r *reader) modelNamed(name string, closed bool) *function {
	src, ok := library.ModelSource(name)
	if !ok {
		return nil
	}
	key := modelKey{src.Name, closed}
	if r.models[key] == nil {
		r.models[key] = map[string]*function{}
		r.readModels(src, closed)
	}
	return r.models[key][name]
}

// modelKey names a file of models.
type modelKey struct {
	file   string
	closed bool
}

func (r *reader) readModels(src library.Source, closed bool) {
	use := ""
	if closed { // the reader has the others too, and what it finds by their nodes
		use = "closed"
	}
	ast, err := source.ParseText(source.Config{ILP32: r.opts.ILP32, Target: r.opts.Target, Files: r.files, Use: use}, src.Name, src.Text)
	if err != nil {
		r.fail(ir.Pos{File: src.Name}, "please report this", "%v", err)
		return
	}
	r.bind(&unit{file: src.Name, ast: ast, statics: map[string]any{}, models: true, closed: closed})
}

// defineModel enters the definition of a function in a file of models, which does not take the place
// of the program's function of that name.
func (r *reader) defineModel(u *unit, d declared, def *cc.FunctionDefinition) *function {
	g := &function{name: d.name, cname: d.name, unit: u}
	r.setBody(g, u, d, def)
	r.models[modelKey{u.file, u.closed}][d.name] = g
	r.functions = append(r.functions, g)
	return g
}

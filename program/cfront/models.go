package cfront

import (
	_ "embed"
	"regexp"
	"strings"

	"modernc.org/cc/v4"

	"craig/program/cfront/source"
	"craig/program/ir"
)

// modelText is the C library as far as it has models.
//
//go:embed library/models.c
var modelText []byte

// modelled are the functions that models.c defines.
var modelled = func() map[string]bool {
	names := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^([a-z_].*?)(\w+)\([^;]*\) \{`).FindAllSubmatch(modelText, -1) {
		if !strings.HasPrefix(string(m[1]), "static") {
			names[string(m[2])] = true
		}
	}
	return names
}()

// modelOf is f, or, if f has no body and models.c has a function of that name and of as many
// parameters, that function. What the program declares without parameters is not meant to be a
// function of the C library.
func (r *reader) modelOf(f *function) *function {
	if f.def != nil || f.unit.models && !modelled[f.cname] {
		return f
	}
	if f.model != nil {
		return f.model
	}
	name := f.cname
	if !modelled[name] {
		name = strippedName(name)
	}
	params, known := r.paramTypes(f.t.fun)
	if !modelled[name] || !known && !f.implicit {
		return f
	}
	g := r.models()[name]
	if g == nil || known && len(params) != len(g.params) {
		return f
	}
	f.model = g
	return g
}

// models reads models.c, once.
func (r *reader) models() map[string]*function {
	if r.modelFuncs != nil {
		return r.modelFuncs
	}
	r.modelFuncs = map[string]*function{}
	ast, err := source.ParseText(source.Config{ILP32: r.opts.ILP32}, "models.c", modelText)
	if err != nil {
		r.fail(ir.Pos{File: "models.c"}, "please report this", "%v", err)
		return r.modelFuncs
	}
	u := &unit{file: "models.c", ast: ast, statics: map[string]any{}, models: true}
	for l := ast.TranslationUnit; l != nil; l = l.TranslationUnit {
		d := l.ExternalDeclaration
		switch {
		case d.Case == cc.ExternalDeclarationDecl:
			r.declareAll(u, d.Declaration)
		case d.Case == cc.ExternalDeclarationFuncDef && d.FunctionDefinition.Declarator.IsStatic():
			r.defineFunction(u, d.FunctionDefinition)
		case d.Case == cc.ExternalDeclarationFuncDef:
			name := d.FunctionDefinition.Declarator.Name()
			g := &function{name: name, cname: name}
			r.setBody(g, u, d.FunctionDefinition)
			r.entities[d.FunctionDefinition.Declarator] = g
			r.modelFuncs[name] = g
			r.functions = append(r.functions, g)
		}
	}
	return r.modelFuncs
}

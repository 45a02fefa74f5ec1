package cfront

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"craig/internal/program/cfront/source"
	"craig/internal/program/ir"
)

// Function is a function that a file defines, in itself or by a header.
type Function struct {
	Name     string   `json:"name"`
	Pos      ir.Pos   `json:"pos"`                // of its name
	End      int      `json:"end"`                // the line of its closing brace
	Static   bool     `json:"static,omitempty"`   // it has internal linkage
	Inline   bool     `json:"inline,omitempty"`   // it is declared so
	Contract bool     `json:"contract,omitempty"` // there are clauses about it, or in it
	Uses     []string `json:"uses,omitempty"`     // functions that its body names, with a body or without, in order of their names
	// Reaches are the functions that a call may come to, as far as names tell, itself among them: by its body, by those of
	// what that names, and by initial values of variables.
	Reaches []string `json:"reaches,omitempty"`
	// Key is a hash of what decides what the function does, as far as the file says it: the tokens of the function and of
	// all that it may come to, of all types and variables, after preprocessing. Where they stand does not count.
	Key string `json:"key"`
}

// Functions lists the functions that have a body in a file or in a header of it, in the order of the text. The error is
// an *Error or ctx's.
func Functions(ctx context.Context, opts Options, from *Files, file string) ([]Function, error) {
	read := func(system bool) (*reader, error) {
		r := newReader(ctx, opts, nil)
		r.files, r.systemHeaders = from, system
		ast, err := source.Parse(ctx, r.sourceConfig(), file)
		if err != nil {
			return nil, err
		}
		r.load(&unit{file: file, ast: ast, statics: map[string]any{}})
		return r, r.problem()
	}
	r, err := read(false)
	if refused := (*Error)(nil); errors.As(err, &refused) { // see reached
		if again, err2 := read(true); err2 == nil {
			r, err = again, nil
		}
	}
	if err != nil {
		return nil, err
	}
	return r.list(), nil
}

// Preprocess writes a file as it is after the preprocessor, with line markers. The error is an *Error, or that of w.
func Preprocess(opts Options, file string, w io.Writer) error {
	r := newReader(context.Background(), opts, nil)
	r.files = new(Files)
	return source.Preprocess(r.sourceConfig(), file, w)
}

// item is a declaration or a definition at file scope.
type item struct {
	names    []string // that it may give a meaning to; none: it may matter to everything
	text     string   // a hash of its tokens
	mentions []string // all identifiers in it
	function *function
}

// list is what Functions gives.
func (r *reader) list() []Function {
	defined := map[cc.Node]*function{}
	named := map[string]bool{}
	for _, f := range r.functions {
		named[f.cname] = true
		if f.def != nil && f.unit == r.units[0] {
			defined[f.def] = f
		}
	}
	var items []*item
	byName := map[string][]*item{}
	for l := r.units[0].ast.TranslationUnit; l != nil; l = l.TranslationUnit {
		x := newItem(l.ExternalDeclaration)
		if d := l.ExternalDeclaration; d.Case == cc.ExternalDeclarationFuncDef {
			x.function = defined[d.FunctionDefinition]
		}
		items = append(items, x)
		for _, name := range x.names {
			byName[name] = append(byName[name], x)
		}
	}
	var always []*item
	for _, x := range items {
		if len(x.names) == 0 {
			always = append(always, x)
		}
	}

	var list []Function
	for _, x := range items {
		f := x.function
		if f == nil {
			continue
		}
		g := Function{Name: f.cname, Pos: f.pos, End: f.pos.Line, Static: r.externs[f.cname] != f, Inline: f.inline, Contract: slices.ContainsFunc(x.mentions, isClause)}
		if tokens := cc.NodeTokens(f.def.CompoundStatement); len(tokens) > 0 {
			g.End = max(g.End, r.posOfToken(tokens[len(tokens)-1]).Line)
		}
		for _, name := range x.mentions {
			if named[name] && name != f.cname {
				g.Uses = append(g.Uses, name)
			}
		}
		g.Reaches, g.Key = reach(append([]*item{x}, always...), byName, named)
		list = append(list, g)
	}
	return list
}

// isClause tells whether a name is what package source has made of a clause of a contract.
func isClause(name string) bool {
	return strings.HasPrefix(name, "__craig_requires") || strings.HasPrefix(name, "__craig_ensures")
}

// newItem is the item of a declaration.
func newItem(d *cc.ExternalDeclaration) *item {
	x := &item{}
	tokens := cc.NodeTokens(d)
	h := sha256.New()
	enum := slices.ContainsFunc(tokens, func(t cc.Token) bool { return t.SrcStr() == "enum" })
	failing := 0 // depth of the arguments of a failing assertion, which say where it stands, and decide nothing
	for i, t := range tokens {
		switch text := t.SrcStr(); {
		case failing > 0 && text == "(":
			failing++
		case failing > 0 && text == ")":
			failing--
		case failing == 0 && text == "(" && i > 0 && strings.HasPrefix(tokens[i-1].SrcStr(), "__assert"):
			failing = 1
		}
		if failing == 0 {
			h.Write(append(t.Src(), '\n'))
		}
		if t.Ch != rune(cc.IDENTIFIER) && t.Ch != rune(cc.TYPENAME) {
			continue
		}
		x.mentions = append(x.mentions, t.SrcStr())
		if i+1 < len(tokens) && tokens[i+1].SrcStr() == "{" || enum && d.Case == cc.ExternalDeclarationDecl {
			x.names = append(x.names, t.SrcStr()) // a tag, or perhaps an enumerator
		}
	}
	x.text = hex.EncodeToString(h.Sum(nil))
	switch d.Case {
	case cc.ExternalDeclarationFuncDef:
		x.names = append(x.names, d.FunctionDefinition.Declarator.Name())
	case cc.ExternalDeclarationDecl:
		for l := d.Declaration.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
			x.names = append(x.names, l.InitDeclarator.Declarator.Name())
		}
	}
	slices.Sort(x.mentions)
	x.mentions = slices.Compact(x.mentions)
	return x
}

// reach follows mentions from some items: the functions that are come to, in order, and a hash of all that is.
func reach(next []*item, byName map[string][]*item, functions map[string]bool) (names []string, key string) {
	seen := map[*item]bool{}
	texts := []string{}
	for len(next) > 0 {
		x := next[0]
		next = next[1:]
		if seen[x] {
			continue
		}
		seen[x] = true
		texts = append(texts, x.text)
		for _, name := range x.mentions {
			if functions[name] {
				names = append(names, name)
			}
			next = append(next, byName[name]...)
		}
	}
	slices.Sort(names)
	slices.Sort(texts)
	h := sha256.New()
	for _, t := range texts {
		io.WriteString(h, t+"\n")
	}
	return slices.Compact(names), hex.EncodeToString(h.Sum(nil))
}

package ctext

import (
	"slices"
	"strings"

	"craig/internal/program/ir"
)

// Declarations are where the variables of a program are declared in its files.
type Declarations struct {
	files []*Source
	named map[string][]ir.Pos // C name → declarations, of variables and of objects
}

// DeclarationsOf finds those of p.
func DeclarationsOf(p *ir.Program, files []*Source) *Declarations {
	d := &Declarations{files, map[string][]ir.Pos{}}
	declare := func(name string, pos ir.Pos) {
		if name != "" && pos.Line != 0 && !slices.Contains(d.named[name], pos) {
			d.named[name] = append(d.named[name], pos)
		}
	}
	p.AllVars(func(v *ir.Var) {
		root, _, _ := strings.Cut(v.CName, ".")
		declare(root, v.Pos)
	})
	for _, o := range p.Objects {
		declare(o.CName(), o.Pos)
	}
	return d
}

// Innermost is where the variable that name means at a place of a file is declared.
func (d *Declarations) Innermost(name string, src *Source, at int) (pos ir.Pos, ok bool) {
	from := -1
	for _, p := range d.named[name] {
		if s, a := d.Declarator(p, name); s != nil && s == src && a > from && s.Visible(a, at) {
			pos, from = p, a
		}
	}
	return pos, from >= 0
}

// Declarator is the first place of a position at which the declarator of name begins, which is its name or what makes it a pointer; of no file if there is none.
func (d *Declarations) Declarator(pos ir.Pos, name string) (*Source, int) {
	src, at, _ := Locate(d.files, pos, func(f *Source, at int) bool { return f.Declares(at, name) })
	return src, at
}

package scalarize

import (
	"slices"

	"craig/internal/program/c/core"
	"craig/internal/program/c/library"
	"craig/internal/program/c/prototype"
	"craig/internal/program/c/types"
)

// Words are what rows of the library's table say of functions of which nothing is left behind this package on any machine that has them otherwise.
func Words() []string { return []string{"real-part", "imaginary-part", "conjugate", "whole-and-rest"} }

// ofLibrary computes what a function of the library gives that takes a complex number or a long double of the x87, by what its row says that it does. It is
// false, and leaves the call, if the function is another one.
func (p *pass) ofLibrary(s *core.Call) bool {
	v := core.Called(s.Fun)
	if v == nil || v.Defined || len(s.Args) == 0 {
		return false
	}
	row := library.Lookup(v.Name)
	if row == nil || row.Does == "" || len(s.Args) != len(row.Params) || !prototype.Declares(v, row, len(s.Args)) {
		return false
	}
	x := s.Args[0]
	switch t := x.Type(); {
	case t.Kind == types.Complex:
		return p.ofComplex(s, row.Does)
	case !t.IsX87() || slices.ContainsFunc(s.Args[1:], func(y core.Expr) bool { return y.Type() != t && y.Type().Kind != types.Pointer }):
		return false
	}
	switch row.Does {
	case "sign-bit", "is-nan", "is-finite", "is-infinite", "infinity-sign":
		s.Args[0] = p.cut(x)
		return false
	}
	r := p.x87Of(row.Does, s)
	if r == nil {
		return false
	}
	p.result(s, load(r))
	return true
}

// result is what a call gives.
func (p *pass) result(s *core.Call, x core.Expr) {
	if s.Dst == nil {
		return
	}
	if t := s.Dst.Type().Main(); x.Type() != t {
		x = &core.Convert{At: s.At, X: x, Typ: t}
	}
	p.store(s.Dst, x)
}

// ofComplex is ofLibrary for a complex number.
func (p *pass) ofComplex(s *core.Call, word string) bool {
	z := s.Args[0]
	switch word {
	case "real-part", "imaginary-part":
		p.result(s, load(p.part(p.direct(z), word == "imaginary-part")))
	case "conjugate":
		p.result(s, load(p.wide(&core.Unary{At: s.At, Op: core.BitNot, X: z, Typ: z.Type()})))
	default:
		return false
	}
	return true
}

// ways are how functions make a number an integer, in the words of __craig_x87_integral.
var ways = map[string]int64{"FTrunc": 0, "FFloor": 1, "FCeil": 2, "FRound": 3, "FRint": 4}

// x87Of is the long double that a function gives; nil if it is not known how.
func (p *pass) x87Of(word string, s *core.Call) core.Place {
	at, x, t := s.At, p.direct(s.Args[0]), s.Args[0].Type()
	m, e := p.words(x, at)
	if way, ok := ways[word]; ok {
		return p.makes("__craig_x87_integral", at, t, m, e, p.number(way, at))
	}
	switch word {
	case "FAbs":
		return p.signed(x, nil, at)
	case "whole-and-rest":
		whole := p.temp(t, at)
		wm, we := p.pointers(whole, at)
		rest := p.makes("__craig_x87_parts", at, t, wm, we, m, e)
		p.store(&core.DerefPlace{At: at, X: s.Args[1], Typ: s.Args[1].Type().Elem}, load(whole))
		return rest
	}
	if len(s.Args) != 2 {
		return nil
	}
	y := p.direct(s.Args[1])
	ym, ye := p.words(y, at)
	switch word {
	case "copy-sign":
		return p.signed(x, ye, at)
	case "least":
		return p.makes("__craig_x87_extreme", at, t, m, e, ym, ye, p.number(1, at))
	case "greatest":
		return p.makes("__craig_x87_extreme", at, t, m, e, ym, ye, p.number(0, at))
	}
	return nil
}

// signed is a long double with the sign of the other exponent, or without one if that is nil.
func (p *pass) signed(x core.Place, like core.Expr, at core.Pos) core.Place {
	in := p.tt.Basic(types.Int)
	and := func(e core.Expr, mask int64) core.Expr {
		return &core.Binary{At: at, Op: core.And, X: p.convert(e, types.Int), Y: p.number(mask, at), Typ: in}
	}
	to := p.temp(x.Type(), at)
	p.emit(&core.Assign{At: at, Dst: to, Src: load(x)})
	_, e := p.words(to, at)
	y := and(e, 0x7fff)
	if like != nil {
		y = &core.Binary{At: at, Op: core.Or, X: y, Y: and(like, 0x8000), Typ: in}
	}
	p.store(e.(*core.Load).X, &core.Convert{At: at, X: y, Typ: e.Type()})
	return to
}

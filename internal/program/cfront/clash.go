package cfront

import (
	"strings"

	"modernc.org/cc/v4"

	"craig/internal/program/c/lower"
	"craig/internal/program/ir"
)

// operands compares the effects of two operands of n.
func (s *sequencer) operands(n cc.Node, a, b effects) {
	_ = s.conflict(n, a.writes, b.reads) || s.conflict(n, a.writes, b.writes) || s.conflict(n, a.reads, b.writes)
}

// conflict notes the first two accesses of two operands that may be to the same object; false if there
// are none.
func (s *sequencer) conflict(n cc.Node, as, bs []access) bool {
	if !s.report {
		return false
	}
	for _, a := range as {
		for _, b := range bs {
			if s.meet(a, b) {
				s.r.note(ir.Assumption, s.r.pos(n), lower.OrderChosen+": %s", clash(a, b))
				return true
			}
		}
	}
	return false
}

// clash says what two operands do to each other.
func clash(a, b access) string {
	what := "what a pointer points to"
	switch {
	case a.event != "":
		return "one may end the program, and another may reach an error"
	case a.v != nil:
		what = a.v.name + a.path
	case b.v != nil:
		what = b.v.name + b.path
	}
	return "one changes " + what + ", and another uses it"
}

// meet tells whether two accesses may be to the same object.
func (s *sequencer) meet(a, b access) bool {
	switch {
	case a.event != "" || b.event != "":
		return a.event != "" && b.event != "" && a.event != b.event
	case a.v != nil && b.v != nil:
		return a.v == b.v && sameParts(a.path, b.path)
	case a.v != nil:
		return s.mayPointTo(b.of, a.v)
	case b.v != nil:
		return s.mayPointTo(a.of, b.v)
	case a.param > 0 && a.param == b.param || a.of == b.of:
		return sameParts(a.path, b.path)
	}
	return false
}

// sameParts tells whether one of two paths may be a part of the other.
func sameParts(a, b string) bool {
	for a != "" && b != "" {
		x, y := firstPart(a), firstPart(b)
		if x != y && (x[0] != '[' || y[0] != '[' || x != "[]" && y != "[]") {
			return false
		}
		a, b = a[len(x):], b[len(y):]
	}
	return true
}

// firstPart is the first member or element in a path.
func firstPart(path string) string {
	if i := strings.IndexAny(path[1:], ".["); i >= 0 {
		return path[:i+1]
	}
	return path
}

// mayPointTo tells whether a pointer to of may point to a part of v, by the addresses of v that the
// program takes and the types that they are converted to.
func (s *sequencer) mayPointTo(of pointee, v *variable) bool {
	u := s.r.volatiles
	seen := map[pointee]bool{}
	var visit func(of pointee) bool
	visit = func(of pointee) bool {
		if seen[of] {
			return false
		}
		seen[of] = true
		for _, d := range u.taken[of] {
			if d.v == v {
				return true
			}
		}
		for from := range u.from[of] {
			if visit(from) {
				return true
			}
		}
		return false
	}
	return of.t != nil && (visit(of) || visit(pointee{of.t, true}))
}

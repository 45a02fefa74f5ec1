package smtlib

import (
	"strings"

	"craig/logic/term"
)

// setLogic takes any logic of SMT-LIB whose theories are supported.
func (r *Reader) setLogic(e SExpr) {
	l := r.symbol(e)
	reals, ok := logic(l)
	if !ok {
		fail(e, "the logic %s is not supported", brief(e))
	}
	r.reals, r.numberless = reals, numberless[strings.TrimPrefix(l, "QF_")]
}

// numberless are the logics without numbers.
var numberless = map[string]bool{"UF": true, "AX": true, "AUF": true}

// logic says whether the logic of that name is supported, and has numbers that are all Real.
func logic(name string) (reals, ok bool) {
	if name == "ALL" || name == "HORN" || name == "QF_ALL" {
		return false, name != "HORN"
	}
	name = strings.TrimPrefix(name, "QF_")
	switch name {
	case "AX", "BV", "FP", "BVFP", "FPBV", "ABV", "UFBV", "AUFBV", "ABVFP", "UFBVFP", "UFFP", "AUFBVFP":
		return false, true
	}
	rest := strings.TrimPrefix(strings.TrimPrefix(name, "A"), "UF")
	switch rest {
	case "":
		return false, name != ""
	case "LIA", "NIA", "IDL", "LIRA", "NIRA":
		return false, true
	case "LRA", "NRA", "RDL":
		return true, true
	}
	return false, false
}

// sortDef is a declared or defined sort.
type sortDef struct {
	sort   term.Sort // without parameters
	params []string
	body   SExpr

	constructor string // uninterpreted with parameters: the name, without a body
}

// newSort is the symbol of a sort to be declared.
func (r *Reader) newSort(e SExpr) string {
	s := r.symbol(e)
	if r.numberless && (s == "Int" || s == "Real") {
		fail(e, "a sort of one's own that is called %s is not supported", s)
	}
	if _, ok := r.scope[sortSpace+s]; ok || s == "Bool" || s == "Int" || s == "Real" || s == "Array" {
		fail(e, "%s is already a sort", brief(e))
	}
	return s
}

// unsupportedSorts are those of theories that this package does not have; _ begins (_ FiniteField 7).
var unsupportedSorts = map[string]bool{
	"_": true, "String": true, "RegLan": true, "Seq": true, "Set": true, "Float128": true,
}

// maxSort bounds the length of a sort as it is written.
const maxSort = 1000

// sort reads a sort.
func (r *Reader) sort(e SExpr) term.Sort {
	switch {
	case e.Is("Bool"):
		return term.Bool
	case e.Is("Int"):
		return term.Int
	case e.Is("Real"):
		return term.Real
	case e.Head() == "Array":
		if len(e.List) != 3 {
			fail(e, "Array needs an index and an element sort")
		}
		index, elem := r.sort(e.List[1]), r.sort(e.List[2])
		s := arraySort(e, index, elem)
		if len(s.String()) > maxSort {
			fail(e, "this sort is too large")
		}
		return s
	}
	if e.Head() == "_" && len(e.List) == 3 && e.List[1].Is("BitVec") {
		return vectorSort(width(e, small(e.List[2], "BitVec", 1<<20)))
	}
	name := e
	if e.Head() != "" {
		name = e.List[0]
	}
	if s, ok := r.floatSort(e); ok {
		return s
	}
	if unsupportedSorts[name.Text] {
		fail(e, "the sort %s is not supported", brief(e))
	}
	m, ok := r.scope[sortSpace+r.symbol(name)]
	if !ok {
		fail(e, "unknown sort %s", brief(e))
	}
	var args []SExpr
	if e.Kind == List {
		args = e.List[1:]
	}
	if len(args) != len(m.sort.params) {
		fail(e, "sort %s takes %d parameters", name.Text, len(m.sort.params))
	}
	if len(args) == 0 {
		return m.sort.sort
	}
	sorts := make([]term.Sort, len(args))
	for i, a := range args {
		if sorts[i] = r.sort(a); m.sort.constructor != "" && Packed(sorts[i]) {
			fail(a, "sorts over bit vectors are not supported")
		}
	}
	if m.sort.constructor != "" {
		s := term.Uninterpreted(m.sort.constructor, sorts...)
		if len(s.String()) > maxSort {
			fail(e, "this sort is too large")
		}
		return s
	}
	mark := len(r.undo)
	for i, p := range m.sort.params {
		r.bind(sortSpace+p, meaning{sort: &sortDef{sort: sorts[i]}})
	}
	s := r.sort(m.sort.body)
	r.unwind(mark)
	return s
}

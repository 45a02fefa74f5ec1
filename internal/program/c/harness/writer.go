package harness

import (
	"fmt"
	"slices"
	"strings"

	"craig/internal/program/c/types"
	"craig/internal/program/ir"
)

// writer is the text under construction.
type writer struct {
	tt    *types.Table
	b     strings.Builder // the body of the function that calls the entry
	types strings.Builder // that another file defines
	stubs strings.Builder // functions that pointers lead to

	names    map[string]bool   // that are taken
	nondet   map[string]string // the functions that give values, with their types
	declared map[string]string // parameters that have no declaration yet, with it
	paths    map[string]string // the designators of the pointers that lead to objects, by their names
	sums     map[string]string // variables of the text that stand for sums, and parameters whose names something else has, with what people call these
	single   map[string]int64  // parameters that lead to one object, see ir.Environment
	told     map[string]bool   // the designators of pointers of which the program says how much there is where they lead

	about map[ir.Aspect][]string // what is assumed, by what it is about
}

func newWriter(tt *types.Table) *writer {
	return &writer{tt: tt, names: map[string]bool{}, nondet: map[string]string{}, declared: map[string]string{}, paths: map[string]string{},
		sums: map[string]string{}, single: map[string]int64{}, told: map[string]bool{}, about: map[ir.Aspect][]string{}}
}

func (w *writer) line(format string, args ...any) { fmt.Fprintf(&w.b, "  "+format+"\n", args...) }

// assume notes an assumption, once.
func (w *writer) assume(a ir.Aspect, format string, args ...any) {
	if text := fmt.Sprintf(format, args...); !slices.Contains(w.about[a], text) {
		w.about[a] = append(w.about[a], text)
	}
}

// name is an identifier that is not taken, made of a designator.
func (w *writer) name(designator, suffix string) string {
	words := strings.FieldsFunc(designator, func(r rune) bool {
		return r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	})
	base := strings.Trim(strings.Join(words, "_"), "_")
	if base == "" {
		base = "value"
	}
	if len(base) > 60 {
		base = base[len(base)-60:]
	}
	if base[0] >= '0' && base[0] <= '9' { // where it was cut
		base = "_" + base
	}
	name := base + suffix
	for i := 2; w.names[name]; i++ {
		name = fmt.Sprintf("%s%s_%d", base, suffix, i)
	}
	w.names[name] = true
	return name
}

// unknown is an expression with any value of an arithmetic type.
func (w *writer) unknown(t *types.Type) string {
	name, typ := "longlong", "long long"
	if n, ok := arithmeticNames[under(t).Kind]; ok {
		name, typ = n.nondet, n.name
		if n.given != "" {
			typ = n.given
		}
	}
	w.nondet["__VERIFIER_nondet_"+name] = typ
	return "__VERIFIER_nondet_" + name + "()"
}

// under is the integer type of an enumeration, and other types without their qualifiers.
func under(t *types.Type) *types.Type {
	if t.Kind == types.Enum && t.Enum.Under != nil {
		t = t.Enum.Under
	}
	return t.Main()
}

// perhaps is a condition that may hold or not.
func (w *writer) perhaps() string { return w.unknown(w.tt.Basic(types.Bool)) }

// sizeType is what the text calls size_t.
const sizeType = "__SIZE_TYPE__"

// size declares an unknown size.
func (w *writer) size(lv string) string {
	n := w.name(lv, "_size")
	w.line("%s %s = %s;", sizeType, n, w.unknown(w.tt.Size))
	return n
}

// aside writes statements into a body of their own, which it returns, with other names taken.
func (w *writer) aside(names map[string]bool, write func()) string {
	outer, taken := w.b.String(), w.names
	w.b.Reset()
	w.names = names
	write()
	body := w.b.String()
	w.b.Reset()
	w.b.WriteString(outer)
	w.names = taken
	return body
}

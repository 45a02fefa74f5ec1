package product

import (
	"fmt"
	"strings"

	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// maxCompared is how many elements of an array in an object are compared one by one.
const maxCompared = 16

// compare writes statements that call differ where two places of a type, in C, have different values. Of floating types, any NaN is as any other, and 0 is
// not as -0.
func (d *driver) compare(t *types.Type, a, b string, at core.Pos) {
	switch {
	case t.Kind == types.Void:
	case t.Kind == types.Complex:
		d.compare(t.Elem, "__real__ "+a, "__real__ "+b, at)
		d.compare(t.Elem, "__imag__ "+a, "__imag__ "+b, at)
	case t.IsReal():
		d.line("if (!%s) %s();", equals(t, a, b), Differ)
	case t.IsArithmetic():
		d.line("if (%s != %s) %s();", a, b, Differ)
	case t.Kind == types.Pointer:
		d.comparePointers(t, a, b)
	case t.Kind == types.Struct:
		for i := range t.Record.Fields {
			f := &t.Record.Fields[i]
			switch {
			case d.p.loose && hasPointers(f.Type) && !f.Type.IsRecord() && !d.twins.set[anyIndex(a+"."+f.Name)]: // neither side uses it
			case f.Name != "":
				d.compare(f.Type, a+"."+f.Name, b+"."+f.Name, at)
			case !f.Bits:
				d.p.only("unnamed members are not compared")
			}
		}
	case t.Kind == types.Array && t.Len >= 0 && t.Len <= maxCompared:
		for i := range t.Len {
			d.compare(t.Elem, fmt.Sprintf("%s[%d]", a, i), fmt.Sprintf("%s[%d]", b, i), at)
		}
	case t.Kind == types.Array && t.Len >= 0:
		d.compareAny(t.Elem, fmt.Sprint(t.Len), a, b, at)
	case t.Kind == types.Array: // of an open end, which is compared with the block that it is in
	default:
		d.p.only("values of type %v are not compared", t)
	}
}

// equals is the condition that two numbers of a type are equal.
func equals(t *types.Type, a, b string) string {
	if t.IsReal() {
		return fmt.Sprintf("(%[1]s == %[2]s && !__builtin_signbit(%[1]s) == !__builtin_signbit(%[2]s) || %[1]s != %[1]s && %[2]s != %[2]s)", a, b)
	}
	return fmt.Sprintf("%s == %s", a, b)
}

// compareAny compares an element, whichever it is.
func (d *driver) compareAny(t *types.Type, n, a, b string, at core.Pos) {
	d.count++
	k := fmt.Sprint(Prefix, "k", d.count)
	d.nondet = true
	d.line("{")
	d.line("unsigned long %s = __VERIFIER_nondet_ulong();", k)
	d.line("if (%s < (%s)) {", k, n)
	d.compare(t, a+"["+k+"]", b+"["+k+"]", at)
	d.line("}")
	d.line("}")
}

// comparePointers compares where two pointers of a type lead: null, or to the same place of what both sides were given.
func (d *driver) comparePointers(t *types.Type, a, b string) {
	d.line("if (!%s || !%s) {", a, b)
	d.line("if (!%s != !%s) %s();", a, b, Differ)
	d.line("} else {")
	if d.p.loose {
		d.compareLoose(t, a, b)
		return
	}
	var begins, rest []object
	for _, o := range d.objects {
		variable := strings.HasPrefix(o.old, "&")
		if variable || d.linked {
			begins = append(begins, o)
		}
		if !variable || !d.linked && inside(t.Elem, o.t) { // otherwise what lies inside is not told
			rest = append(rest, o)
		}
	}
	if len(begins) > 0 { // the addresses of variables are no numbers that are known
		which := func(p string, of func(o object) string) (text string) {
			for i, o := range begins {
				text += fmt.Sprintf("(const void *)%s == (const void *)%s ? %d : ", p, of(o), i+1)
			}
			return text + "0"
		}
		d.line("int %[1]sio = %[2]s, %[1]sin = %[3]s;", Prefix, which(a, func(o object) string { return o.old }), which(b, func(o object) string { return o.new }))
		d.line("if (%[1]sio || %[1]sin) {", Prefix)
		d.line("if (%[1]sio != %[1]sin) %[2]s();", Prefix, Differ)
		d.line("} else {")
		defer d.line("}")
	}
	for _, o := range rest {
		d.line("unsigned long %[1]so = (unsigned long)%[2]s - (unsigned long)%[3]s, %[1]sn = (unsigned long)%[4]s - (unsigned long)%[5]s;", Prefix, a, o.old, b, o.new)
		d.line("if (%[1]so <= (%[2]s) || %[1]sn <= (%[2]s)) {", Prefix, o.size)
		d.line("if (%[1]so != %[1]sn) %[2]s();", Prefix, Differ)
		d.line("} else {")
	}
	d.line("if (%s != %s) %s();", a, b, Open)
	for range rest {
		d.line("}")
	}
	d.line("}")
}

// compareLoose compares where two pointers lead that are not null, without the numbers of addresses, which are not known of variables: it is a difference
// where one leads to one of the first places of an object, and the other one does not lead to the same place of that of its side.
func (d *driver) compareLoose(t *types.Type, a, b string) {
	which := func(p string, of func(o object) string) (text string) {
		for i, o := range d.objects {
			text += fmt.Sprintf("(const void *)%s == (const void *)%s ? %d : ", p, of(o), i*placesCompared+1)
			if strings.HasPrefix(o.old, "&") || o.t != nil && !inside(t.Elem, o.t) && o.t.Main() != t.Elem.Main() {
				continue
			}
			for k := 1; k < placesCompared; k++ {
				text += fmt.Sprintf("%[4]d <= %[3]s && (const char *)%[1]s == (const char *)%[2]s + %[4]d ? %[5]d : ", p, of(o), o.size, k, i*placesCompared+1+k)
			}
		}
		return text + "0"
	}
	d.line("int %[1]sio = %[2]s, %[1]sin = %[3]s;", Prefix, which(a, func(o object) string { return o.old }), which(b, func(o object) string { return o.new }))
	d.line("if (%[1]sio != %[1]sin) %[2]s();", Prefix, Differ)
	d.line("}")
}

// placesCompared is how many places of an object are told apart where the numbers of addresses are not known.
const placesCompared = 8

// inside tells whether pointers to a type may lead to something inside of an object of another type, behind its beginning.
func inside(t, object *types.Type) bool {
	switch {
	case t.Kind == types.Void || t.SizeOf() == 1:
		return true
	case object.Kind == types.Array:
		return t.Main() == object.Elem.Main() || inside(t, object.Elem)
	case object.IsRecord():
		for i := range object.Record.Fields {
			if f := object.Record.Fields[i].Type; f.Main() == t.Main() || inside(t, f) {
				return true
			}
		}
	}
	return false
}

// hasPointers tells whether values of a type are, or have, pointers.
func hasPointers(t *types.Type) bool {
	switch t.Kind {
	case types.Pointer, types.Func:
		return true
	case types.Array:
		return hasPointers(t.Elem)
	case types.Struct, types.Union:
		if t.Record == nil {
			return true
		}
		for i := range t.Record.Fields {
			if hasPointers(t.Record.Fields[i].Type) {
				return true
			}
		}
	}
	return false
}

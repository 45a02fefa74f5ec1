package cfront

import (
	"modernc.org/cc/v4"

	"craig/logic/num"
)

// specifiers is what the specifiers of a declaration say.
type specifiers struct {
	t *ctype
	q qual
	a attr // those in front of the declarators, which belong to each of them

	typedef, extern, static, auto, inline bool
	explicit                              bool // there is a type specifier
	defines                               bool // a struct, union or enumeration is defined or only named
}

// specifierReader collects specifiers one by one.
type specifierReader struct {
	b     *binder
	s     specifiers
	words map[cc.TypeSpecifierCase]int
	enum  *ctype // an enumeration whose definition was the last specifier
	alone bool   // no declarator follows
}

func (b *binder) specifierReader() *specifierReader {
	return &specifierReader{b: b, words: map[cc.TypeSpecifierCase]int{}}
}

// declarationSpecifiers reads the specifiers of a declaration; alone says that no declarator follows.
func (b *binder) declarationSpecifiers(l *cc.DeclarationSpecifiers, alone bool) specifiers {
	r := b.specifierReader()
	r.alone = alone
	for ; l != nil; l = l.DeclarationSpecifiers {
		switch l.Case {
		case cc.DeclarationSpecifiersStorage:
			switch l.StorageClassSpecifier.Case {
			case cc.StorageClassSpecifierTypedef:
				r.s.typedef = true
			case cc.StorageClassSpecifierExtern:
				r.s.extern = true
			case cc.StorageClassSpecifierStatic:
				r.s.static = true
			case cc.StorageClassSpecifierAuto, cc.StorageClassSpecifierRegister:
				r.s.auto = true
			}
		case cc.DeclarationSpecifiersTypeSpec:
			r.typeSpecifier(l.TypeSpecifier)
		case cc.DeclarationSpecifiersTypeQual:
			r.qualifier(l.TypeQualifier)
		case cc.DeclarationSpecifiersFunc:
			r.s.inline = r.s.inline || l.FunctionSpecifier.Case == cc.FunctionSpecifierInline
			r.s.a.noreturn = r.s.a.noreturn || l.FunctionSpecifier.Case == cc.FunctionSpecifierNoreturn
		case cc.DeclarationSpecifiersAlignSpec:
			r.s.a.aligned = max(r.s.a.aligned, b.alignas(l.AlignmentSpecifier))
		case cc.DeclarationSpecifiersAttr:
			r.attributes(l.AttributeSpecifierList)
		}
	}
	return r.done()
}

// qualifierList reads the specifiers of a member or a type name.
func (b *binder) qualifierList(l *cc.SpecifierQualifierList, alone bool) specifiers {
	r := b.specifierReader()
	r.alone = alone
	for ; l != nil; l = l.SpecifierQualifierList {
		switch l.Case {
		case cc.SpecifierQualifierListTypeSpec:
			r.typeSpecifier(l.TypeSpecifier)
		case cc.SpecifierQualifierListTypeQual:
			r.qualifier(l.TypeQualifier)
		case cc.SpecifierQualifierListAlignSpec:
			r.s.a.aligned = max(r.s.a.aligned, b.alignas(l.AlignmentSpecifier))
		}
		r.attributes(l.AttributeSpecifierList)
	}
	return r.done()
}

func (b *binder) alignas(s *cc.AlignmentSpecifier) int64 {
	switch s.Case {
	case cc.AlignmentSpecifierExpr:
		return b.alignment(s.ConstantExpression)
	case cc.AlignmentSpecifierType:
		t, _ := b.typeName(s.TypeName)
		return b.r.types.memberAlign(t)
	}
	return 0
}

// attributes belong to each declarator; those right after an enumeration's definition to that.
func (r *specifierReader) attributes(l *cc.AttributeSpecifierList) {
	if l == nil {
		return
	}
	a := r.b.attributes(l)
	if r.enum != nil && a.packed {
		r.b.r.types.setUnderlying(r.enum, true)
		a.packed = false
	}
	r.s.a = a.merge(r.s.a) // GCC puts later ones in front
}

func (r *specifierReader) qualifier(q *cc.TypeQualifier) {
	r.attributes(q.AttributeSpecifierList)
	r.s.q |= qualifierOf(q)
}

func qualifierOf(q *cc.TypeQualifier) qual {
	switch q.Case {
	case cc.TypeQualifierConst:
		return qConst
	case cc.TypeQualifierVolatile:
		return qVolatile
	case cc.TypeQualifierRestrict:
		return qRestrict
	case cc.TypeQualifierAtomic:
		return qAtomic
	}
	return 0
}

func (r *specifierReader) typeSpecifier(s *cc.TypeSpecifier) {
	b := r.b
	r.s.explicit = true
	r.enum = nil
	switch s.Case {
	case cc.TypeSpecifierTypeName:
		name := s.Token.SrcStr()
		d, ok := b.lookup(name).(*typedef)
		if !ok {
			b.r.fail(b.r.pos(s), "", "%s is not a type", name)
			return
		}
		r.s.t, r.s.q = d.t, r.s.q|d.q
	case cc.TypeSpecifierStructOrUnion:
		r.s.t, r.s.defines = b.structSpecifier(s.StructOrUnionSpecifier, r.alone), true
	case cc.TypeSpecifierEnum:
		r.s.t, r.s.defines = b.enumSpecifier(s.EnumSpecifier), true
		if s.EnumSpecifier.Case == cc.EnumSpecifierDef {
			r.enum = r.s.t
		}
	case cc.TypeSpecifierTypeofType:
		t, q := b.typeName(s.TypeName)
		b.sizes = append(b.sizes, b.r.extents[s.TypeName]...)
		r.s.t, r.s.q = t, r.s.q|q
	case cc.TypeSpecifierTypeofExpr:
		b.expr(s.ExpressionList)
		e := b.r.exprType(s.ExpressionList)
		r.s.t, r.s.q = e.t, r.s.q|e.q
	case cc.TypeSpecifierAtomic:
		t, _ := b.typeName(s.AtomicTypeSpecifier.TypeName)
		r.s.t, r.s.q = t, r.s.q|qAtomic
	default:
		r.words[s.Case]++
	}
}

// done makes the type that the specifiers name.
func (r *specifierReader) done() specifiers {
	s := r.s
	if s.t == nil {
		s.t = r.basic()
	}
	tt := r.b.r.types
	if s.a.mode != "" && s.t.isArith() {
		s.t, s.a.mode = tt.withMode(s.t, s.a.mode), ""
	}
	if s.a.vector > 0 {
		s.t, s.a.vector = tt.vector(s.t, s.a.vector), 0
	}
	return s
}

// basic is the type that keywords name; without any it is int.
func (r *specifierReader) basic() *ctype {
	tt, w := r.b.r.types, r.words
	has := func(c cc.TypeSpecifierCase) bool { return w[c] > 0 }
	pick := func(s, u *ctype) *ctype {
		if has(cc.TypeSpecifierUnsigned) {
			return u
		}
		return s
	}
	if has(cc.TypeSpecifierComplex) || has(cc.TypeSpecifierImaginary) {
		delete(w, cc.TypeSpecifierComplex)
		delete(w, cc.TypeSpecifierImaginary)
		part := tt.double
		if len(w) > 0 {
			part = r.basic()
		}
		return tt.complex(part)
	}
	switch {
	case has(cc.TypeSpecifierVoid):
		return tt.void
	case has(cc.TypeSpecifierBool):
		return tt.boolT
	case has(cc.TypeSpecifierChar) && has(cc.TypeSpecifierSigned):
		return tt.schar
	case has(cc.TypeSpecifierChar):
		return pick(tt.char, tt.uchar)
	case has(cc.TypeSpecifierFloat), has(cc.TypeSpecifierFloat32):
		return tt.float
	case has(cc.TypeSpecifierDouble) && has(cc.TypeSpecifierLong), has(cc.TypeSpecifierFloat64x):
		return tt.ldouble
	case has(cc.TypeSpecifierDouble), has(cc.TypeSpecifierFloat64), has(cc.TypeSpecifierFloat32x):
		return tt.double
	case has(cc.TypeSpecifierFloat128), has(cc.TypeSpecifierFloat128x):
		return tt.float128
	case has(cc.TypeSpecifierDecimal32):
		return tt.oddFloat(4)
	case has(cc.TypeSpecifierDecimal64):
		return tt.oddFloat(8)
	case has(cc.TypeSpecifierDecimal128):
		return tt.oddFloat(16)
	case has(cc.TypeSpecifierFloat16), has(cc.TypeSpecifierBFloat16):
		return tt.oddFloat(2)
	case has(cc.TypeSpecifierInt128), has(cc.TypeSpecifierUint128):
		if has(cc.TypeSpecifierUint128) {
			return tt.uint128
		}
		return pick(tt.int128, tt.uint128)
	case has(cc.TypeSpecifierShort):
		return pick(tt.short, tt.ushort)
	case w[cc.TypeSpecifierLong] > 1:
		return pick(tt.llong, tt.ullong)
	case has(cc.TypeSpecifierLong):
		return pick(tt.long, tt.ulong)
	}
	return pick(tt.intT, tt.uint)
}

// typeName reads the name of a type, as in a cast; the lengths of arrays of variable length in it
// are in reader.extents.
func (b *binder) typeName(n *cc.TypeName) (*ctype, qual) {
	outer := b.sizes
	b.sizes = nil
	s := b.qualifierList(n.SpecifierQualifierList, false)
	t, q := b.abstractDeclarator(n.AbstractDeclarator, s.t, s.q)
	t = b.r.types.withAlign(t, s.a.alignedLast)
	b.r.typeNames[n] = qtype{t, q}
	if b.sizes != nil {
		b.r.extents[n] = b.sizes
	}
	b.sizes = outer
	return t, q
}

// structSpecifier is the struct or union that a specifier defines or names.
func (b *binder) structSpecifier(s *cc.StructOrUnionSpecifier, alone bool) *ctype {
	k := kStruct
	if s.StructOrUnion.Case == cc.StructOrUnionUnion {
		k = kUnion
	}
	name := s.Token.SrcStr()
	defines := s.Case == cc.StructOrUnionSpecifierDef
	var t *ctype
	if name != "" {
		t = b.tag(name, defines || alone)
	}
	if t != nil && (t.kind != k || defines && t.record.defined) {
		b.r.fail(b.r.pos(s), "", "the tag %s is defined twice", name)
		return t
	}
	if t == nil {
		t = b.r.types.newRecord(k, name)
		if name != "" {
			b.enterTag(name, t)
		}
	}
	if !defines {
		return t
	}
	t.record.unit = b.u
	t.record.own = b.attributes(s.AttributeSpecifierList)
	for l := s.StructDeclarationList; l != nil; l = l.StructDeclarationList {
		b.memberDeclaration(t, l.StructDeclaration)
	}
	t.record.own = t.record.own.merge(b.attributes(s.AttributeSpecifierList2))
	b.refuse(t.record.own, b.r.pos(s))
	t.record.pack = int64(b.pack.now)
	b.r.types.define(t)
	if b.atFileScope() {
		b.r.types.definitions = append(b.r.types.definitions, t)
	}
	return t
}

// memberDeclaration adds the members that a declaration declares.
func (b *binder) memberDeclaration(t *ctype, d *cc.StructDeclaration) {
	if d == nil {
		return
	}
	if d.Case == cc.StructDeclarationAssert {
		b.staticAssert(d.StaticAssertDeclaration)
		return
	}
	s := b.qualifierList(d.SpecifierQualifierList, d.StructDeclaratorList == nil)
	last := b.attributes(d.AttributeSpecifierList)
	if d.StructDeclaratorList == nil {
		if (s.t.kind == kStruct || s.t.kind == kUnion) && s.t.record.tag == "" {
			t.record.members = append(t.record.members, member{t: s.t, q: s.q, width: -1, a: s.a.merge(last), pos: b.r.pos(d)})
		}
		return
	}
	for l := d.StructDeclaratorList; l != nil; l = l.StructDeclaratorList {
		a := s.a
		if l.StructDeclaratorList == nil { // those at the end belong to the last declarator
			a = a.merge(last)
		}
		b.member(t, l.StructDeclarator, s, a)
	}
}

func (b *binder) member(t *ctype, d *cc.StructDeclarator, s specifiers, a attr) {
	m := member{t: s.t, q: s.q, width: -1, a: a, pos: b.r.pos(d)}
	if d.Declarator != nil {
		m.name = d.Declarator.Name()
		m.t, m.q = b.declarator(d.Declarator, s.t, s.q)
		m.t = b.attributed(m.t, a)
	}
	if d.Case == cc.StructDeclaratorBitField {
		width, ok := b.integer(d.ConstantExpression)
		if !ok || width < 0 || !m.t.isInt() || width > int64(m.t.bits) || width == 0 && m.name != "" {
			b.r.fail(m.pos, "", "the width of a bit-field is a constant that its type holds")
			return
		}
		m.width = width
	}
	b.r.types.complete(m.t)
	switch {
	case m.t.kind == kFunc, m.t.size < 0 && m.t.kind != kArray, m.t.kind == kArray && m.t.size < 0 && m.t.len >= 0 && !m.t.variable():
		b.r.fail(m.pos, definedElsewhere, "the member %s has an incomplete type", m.name)
		return
	case m.t.variable():
		b.r.fail(m.pos, "give it a constant size, or keep a pointer to it", "the member %s has a variable size, which is not supported", m.name)
		return
	}
	for _, o := range t.record.members {
		if o.name == m.name && m.name != "" {
			b.r.fail(m.pos, "", "the member %s is declared twice", m.name)
		}
	}
	t.record.members = append(t.record.members, m)
}

// newRecord is a new incomplete struct or union.
func (tt *typeTable) newRecord(k kind, tag string) *ctype {
	t := &ctype{kind: k, size: -1, align: 1, name: tag}
	if tag == "" {
		t.name = map[kind]string{kStruct: "struct", kUnion: "union"}[k]
	}
	t.record = &record{t: t, tag: tag}
	return t
}

// complex is the type of complex numbers with such parts.
func (tt *typeTable) complex(part *ctype) *ctype {
	t := &ctype{kind: kOpaque, size: 2 * part.size, align: part.align}
	if part.isInt() || part.size == 8 { // aligned as its parts are, see memberAlign
		t.rank = part.rank
	}
	return t
}

// vector is the type of vectors of elem, of size bytes.
func (tt *typeTable) vector(elem *ctype, size int64) *ctype {
	return &ctype{kind: kOpaque, size: size, align: size, elemC: elem, len: size / max(elem.size, 1)}
}

// oddFloat is a floating-point type that nothing computes with.
func (tt *typeTable) oddFloat(size int64) *ctype {
	return &ctype{kind: kFloat, size: size, align: size, bits: uint8(size * 8), rank: 1}
}

// enumeration is what tells an enumeration from its underlying type and from others.
type enumeration struct {
	tag         string
	enumerators []*enumerator
	defined     bool
}

// enumSpecifier is the enumeration that a specifier defines or names.
func (b *binder) enumSpecifier(s *cc.EnumSpecifier) *ctype {
	name := s.Token2.SrcStr()
	defines := s.Case == cc.EnumSpecifierDef && s.EnumeratorList != nil
	var t *ctype
	if name != "" {
		t = b.tag(name, defines)
	}
	if t != nil && (t.enum == nil || defines && t.enum.defined) {
		b.r.fail(b.r.pos(s), "", "the tag %s is defined twice", name)
		return b.r.types.intT
	}
	if t == nil {
		d := *b.r.types.uint
		d.ptrs, d.enum = [16]*ctype{}, &enumeration{tag: name}
		t = &d
		if name != "" {
			b.enterTag(name, t)
		}
	}
	if !defines {
		return t
	}
	t.enum.defined = true
	tt := b.r.types
	next, nextT, overflow := num.I(0), tt.intT, false
	for l := s.EnumeratorList; l != nil; l = l.EnumeratorList {
		e := l.Enumerator
		pos := b.r.pos(e)
		if e.Case == cc.EnumeratorIdent && overflow {
			b.r.fail(pos, "", "overflow in enumeration values")
		}
		if e.Case == cc.EnumeratorExpr {
			b.expr(e.ConstantExpression)
			v, ok := b.r.constantValue(b.u, e.ConstantExpression)
			if !ok {
				b.r.fail(pos, "", "the value of %s is not an integer constant", e.Token.SrcStr())
				return t
			}
			t := tt.promote(v.t)
			next, nextT = v.e.Val, tt.ofWidth(t.bits, t.signed) // long for long long of 64 bits, as gcc has it
		}
		if tt.intT.ir().Fits(next) {
			nextT = tt.intT
		}
		c := &enumerator{name: e.Token.SrcStr(), v: next, t: nextT, pos: pos}
		t.enum.enumerators = append(t.enum.enumerators, c)
		b.enter(c.name, c, pos)
		next = next.Add(num.I(1))
		overflow = !nextT.ir().Fits(next)
		next = nextT.ir().Wrap(next)
	}
	tt.setUnderlying(t, false)
	for _, c := range t.enum.enumerators { // those that fit have type int, the others the enumeration's
		if !tt.intT.ir().Fits(c.v) {
			c.t = t
		}
	}
	return t
}

// setUnderlying gives a defined enumeration the type that GCC chooses: unsigned int or int if they
// hold its values, else long and so on; the smallest one if it is packed, or on a machine that has all of them so.
func (tt *typeTable) setUnderlying(t *ctype, packed bool) {
	fits := func(c *ctype) bool {
		for _, e := range t.enum.enumerators {
			if !c.ir().Fits(e.v) {
				return false
			}
		}
		return true
	}
	choices := []*ctype{tt.uint, tt.intT, tt.ulong, tt.long, tt.ullong, tt.llong, tt.uint128, tt.int128}
	if packed || tt.machine.ShortEnums {
		choices = append([]*ctype{tt.uchar, tt.schar, tt.ushort, tt.short}, choices...)
	}
	for _, c := range choices {
		if fits(c) {
			t.size, t.align, t.signed, t.rank, t.bits = c.size, c.align, c.signed, c.rank, c.bits
			return
		}
	}
}

// staticAssert checks _Static_assert. One of our own carries a #pragma pack.
func (b *binder) staticAssert(n *cc.StaticAssertDeclaration) {
	message := n.Token4.SrcStr()
	if b.pack.pragma(message) {
		return
	}
	b.expr(n.ConstantExpression)
	pos := b.r.pos(n.ConstantExpression)
	v, ok := b.r.constantValue(b.u, n.ConstantExpression)
	switch {
	case !ok:
		b.r.fail(pos, "", "_Static_assert needs an integer constant")
	case v.e.Val.IsZero():
		b.r.fail(pos, "{Target} chooses other sizes of types", "static assertion failed: %s", message)
	}
}

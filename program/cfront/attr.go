package cfront

import (
	"strings"

	"modernc.org/cc/v4"
)

// attr is what the attributes of a declaration say, as far as it matters.
type attr struct {
	packed  bool
	aligned int64  // 0: nothing
	mode    string // "SI" and so on, without underscores
	cleanup bool
}

// attributes finds the layout attributes, which package cc leaves in the syntax tree.
type attributes struct {
	declarator map[*cc.Declarator]attr // of typedefs and of struct members
	record     map[*cc.Declarator]attr // of a struct or union, by the declarator of its first named member
	enum       map[*cc.Enumerator]attr // of an enumeration, by its first enumerator
}

func newAttributes() *attributes {
	return &attributes{
		declarator: map[*cc.Declarator]attr{},
		record:     map[*cc.Declarator]attr{},
		enum:       map[*cc.Enumerator]attr{},
	}
}

// of returns the attributes that come with a type: those of its typedef, for an enumeration also
// its own. Those of a struct are found by ofRecord.
func (as *attributes) of(t cc.Type) attr {
	var a attr
	if d := t.Typedef(); d != nil {
		a = as.declarator[d]
	}
	if e, ok := t.(*cc.EnumType); ok {
		if l := e.Enumerators(); len(l) > 0 && as.enum[l[0]].packed {
			a.packed = true
		}
	}
	return a
}

// ofRecord returns the attributes in the definition of a struct or union with these members.
func (as *attributes) ofRecord(fields []*cc.Field) attr {
	if d := firstDeclarator(fields); d != nil {
		return as.record[d]
	}
	return attr{}
}

func firstDeclarator(fields []*cc.Field) *cc.Declarator {
	for _, f := range fields {
		if d := f.Declarator(); d != nil {
			return d
		}
	}
	return nil
}

func (a attr) merge(b attr) attr {
	a.packed = a.packed || b.packed
	a.cleanup = a.cleanup || b.cleanup
	a.aligned = max(a.aligned, b.aligned)
	if b.mode != "" {
		a.mode = b.mode
	}
	return a
}

// declaration records the attributes of everything that d declares.
func (as *attributes) declaration(d *cc.Declaration) {
	if d.Case != cc.DeclarationDecl {
		return
	}
	a, isTypedef := as.specifiers(d.DeclarationSpecifiers)
	if !isTypedef {
		return
	}
	a = a.merge(attrList(d.AttributeSpecifierList))
	for l := d.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
		b := a.merge(attrList(l.AttributeSpecifierList)).merge(attrList(l.InitDeclarator.AttributeSpecifierList))
		if b != (attr{}) && l.InitDeclarator.Declarator.Pointer == nil {
			b.packed = false // GCC ignores it on a typedef
			as.declarator[l.InitDeclarator.Declarator] = b
		}
	}
}

// specifiers records the definitions in a list of specifiers, and returns what applies to all of
// its declarators: own attributes, and those of a typedef name.
func (as *attributes) specifiers(s *cc.DeclarationSpecifiers) (a attr, isTypedef bool) {
	for ; s != nil; s = s.DeclarationSpecifiers {
		a = a.merge(attrList(s.AttributeSpecifierList))
		switch s.Case {
		case cc.DeclarationSpecifiersStorage:
			isTypedef = isTypedef || s.StorageClassSpecifier.Case == cc.StorageClassSpecifierTypedef
		case cc.DeclarationSpecifiersTypeSpec:
			as.typeSpecifier(s.TypeSpecifier)
			if s.TypeSpecifier.Case == cc.TypeSpecifierTypeName {
				a = a.merge(as.ofName(s.TypeSpecifier))
			}
		case cc.DeclarationSpecifiersAlignSpec:
			a.aligned = max(a.aligned, alignOf(s.AlignmentSpecifier))
		}
	}
	return a, isTypedef
}

// ofName returns the attributes of a typedef name.
func (as *attributes) ofName(s *cc.TypeSpecifier) attr {
	name := s.Token.SrcStr()
	for scope := s.LexicalScope(); scope != nil; scope = scope.Parent {
		for _, n := range scope.Nodes[name] {
			if d, ok := n.(*cc.Declarator); ok && d.IsTypename() {
				if a, ok := as.declarator[d]; ok {
					return a
				}
			}
		}
	}
	return attr{}
}

func (as *attributes) typeSpecifier(s *cc.TypeSpecifier) {
	switch s.Case {
	case cc.TypeSpecifierStructOrUnion:
		if u := s.StructOrUnionSpecifier; u.Case == cc.StructOrUnionSpecifierDef {
			as.recordDefinition(u)
		}
	case cc.TypeSpecifierEnum:
		// package cc drops the attributes of an enumeration's definition
	}
}

func (as *attributes) recordDefinition(u *cc.StructOrUnionSpecifier) {
	own := attrList(u.AttributeSpecifierList).merge(attrList(u.AttributeSpecifierList2))
	var first *cc.Declarator
	for l := u.StructDeclarationList; l != nil; l = l.StructDeclarationList {
		d := l.StructDeclaration
		if d == nil || d.Case != cc.StructDeclarationDecl {
			continue
		}
		var shared attr
		for s := d.SpecifierQualifierList; s != nil; s = s.SpecifierQualifierList {
			shared = shared.merge(attrList(s.AttributeSpecifierList))
			switch s.Case {
			case cc.SpecifierQualifierListTypeSpec:
				as.typeSpecifier(s.TypeSpecifier)
			case cc.SpecifierQualifierListAlignSpec:
				shared.aligned = max(shared.aligned, alignOf(s.AlignmentSpecifier))
			}
		}
		for m := d.StructDeclaratorList; m != nil; m = m.StructDeclaratorList {
			a := shared
			if m.StructDeclaratorList == nil { // those at the end belong to the last declarator
				a = a.merge(attrList(d.AttributeSpecifierList))
			}
			decl := m.StructDeclarator.Declarator
			if decl == nil {
				continue
			}
			if first == nil {
				first = decl
			}
			if a != (attr{}) {
				as.declarator[decl] = a
			}
		}
	}
	if first != nil && own != (attr{}) {
		as.record[first] = own
	}
}

func alignOf(s *cc.AlignmentSpecifier) int64 {
	switch s.Case {
	case cc.AlignmentSpecifierExpr:
		v, _ := smallValue(s.ConstantExpression.Value())
		return v
	case cc.AlignmentSpecifierType:
		return int64(s.TypeName.Type().Align())
	}
	return 0
}

func attrList(l *cc.AttributeSpecifierList) attr {
	var a attr
	for ; l != nil; l = l.AttributeSpecifierList {
		for v := l.AttributeSpecifier.AttributeValueList; v != nil; v = v.AttributeValueList {
			a = a.merge(attrValue(v.AttributeValue))
		}
	}
	return a
}

func attrValue(v *cc.AttributeValue) attr {
	if v == nil {
		return attr{}
	}
	switch strings.Trim(v.Token.SrcStr(), "_") {
	case "packed":
		return attr{packed: true}
	case "cleanup":
		return attr{cleanup: true}
	case "aligned":
		if v.ArgumentExpressionList == nil {
			return attr{aligned: 16}
		}
		n, _ := smallValue(v.ArgumentExpressionList.AssignmentExpression.Value())
		return attr{aligned: n}
	case "mode":
		if v.ArgumentExpressionList == nil {
			return attr{}
		}
		if p, ok := v.ArgumentExpressionList.AssignmentExpression.(*cc.PrimaryExpression); ok {
			return attr{mode: strings.Trim(p.Token.SrcStr(), "_")}
		}
	}
	return attr{}
}

// smallValue is a constant that package cc has computed.
func smallValue(v cc.Value) (int64, bool) {
	switch x := v.(type) {
	case cc.Int64Value:
		return int64(x), true
	case cc.UInt64Value:
		return int64(x), int64(x) >= 0
	}
	return 0, false
}

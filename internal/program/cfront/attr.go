package cfront

import (
	"strings"

	"modernc.org/cc/v4"

	"craig/internal/program/ir"
)

// attr is what GNU attributes and alignment specifiers say of what they stand at, as far as it
// changes the meaning of a program.
type attr struct {
	packed      bool
	aligned     int64  // 0: nothing; of several alignments of an object or member the greatest
	alignedLast int64  // and of a type the last
	mode        string // "SI" and so on, without underscores
	vector      int64  // bytes of a vector; 0: none
	alias       string // the name of what this is another name of
	symbol      string // the name for the assembler in asm("name"), which is no attribute
	weak        bool
	noinit      bool // where there is no operating system nothing gives the variable a value before the program begins
	gnuInline   bool // with extern inline: the definition is only for inlining
	noreturn    bool
	transparent bool // of a union: arguments for a parameter may be values of its members
	constructor bool
	destructor  bool
	priority    int64
	cleanup     cc.ExpressionNode // the function to call at the end of a variable's life
	refused     string            // an attribute that is not modelled where it stands
}

func (a attr) merge(b attr) attr {
	a.packed = a.packed || b.packed
	a.aligned = max(a.aligned, b.aligned)
	if b.alignedLast > 0 {
		a.alignedLast = b.alignedLast
	}
	if b.mode != "" {
		a.mode = b.mode
	}
	if b.vector > 0 {
		a.vector = b.vector
	}
	if b.alias != "" {
		a.alias = b.alias
	}
	a.weak = a.weak || b.weak
	a.noinit = a.noinit || b.noinit
	a.gnuInline = a.gnuInline || b.gnuInline
	a.noreturn = a.noreturn || b.noreturn
	a.transparent = a.transparent || b.transparent
	a.constructor = a.constructor || b.constructor
	a.destructor = a.destructor || b.destructor
	if b.priority != 0 {
		a.priority = b.priority
	}
	if b.cleanup != nil {
		a.cleanup = b.cleanup
	}
	if b.refused != "" {
		a.refused = b.refused
	}
	return a
}

// attributes reads a list of __attribute__.
func (b *binder) attributes(l *cc.AttributeSpecifierList) attr {
	var a attr
	for ; l != nil; l = l.AttributeSpecifierList {
		for v := l.AttributeSpecifier.AttributeValueList; v != nil; v = v.AttributeValueList {
			if v.AttributeValue != nil {
				a = a.merge(b.attribute(v.AttributeValue))
			}
		}
	}
	return a
}

func (b *binder) attribute(v *cc.AttributeValue) attr {
	args := argumentNodes(v.ArgumentExpressionList)
	word := func() string { // an argument that is an identifier
		if len(args) > 0 {
			if p, ok := strip(args[0]).(*cc.PrimaryExpression); ok && p.Case == cc.PrimaryExpressionIdent {
				return strings.Trim(p.Token.SrcStr(), "_")
			}
		}
		return ""
	}
	text := func() string {
		if len(args) > 0 {
			if p, ok := stringLiteral(args[0]); ok {
				return plainText(p)
			}
		}
		return ""
	}
	switch name := strings.Trim(v.Token.SrcStr(), "_"); name {
	case "packed":
		return attr{packed: true}
	case "aligned":
		if len(args) == 0 {
			return alignedTo(b.r.types.atMost(16))
		}
		return alignedTo(b.alignment(args[0]))
	case "mode":
		return attr{mode: word()}
	case "vector_size":
		if len(args) > 0 {
			n, _ := b.integer(args[0])
			return attr{vector: n}
		}
	case "cleanup":
		if len(args) > 0 {
			b.expr(args[0])
			return attr{cleanup: args[0]}
		}
	case "alias":
		return attr{alias: text()}
	case "weakref":
		return attr{alias: text(), weak: true}
	case "weak":
		return attr{weak: true}
	case "gnu_inline":
		return attr{gnuInline: true}
	case "noreturn":
		return attr{noreturn: true}
	case "transparent_union":
		return attr{transparent: true}
	case "constructor", "destructor":
		a := attr{constructor: name == "constructor", destructor: name == "destructor", priority: lastPriority}
		if len(args) > 0 {
			a.priority, _ = b.integer(args[0])
		}
		return a
	case "scalar_storage_order":
		if s := text(); s != "little-endian" {
			return attr{refused: name}
		}
	case "ms_struct", "ifunc":
		return attr{refused: name}
	case "section":
		if s := text(); callsFunctions(s) {
			return attr{refused: name + "(\"" + s + "\")"}
		} else if s == ".noinit" || strings.HasPrefix(s, ".noinit.") || s == ".persistent" || strings.HasPrefix(s, ".persistent.") {
			return attr{noinit: true}
		}
	case "noinit", "persistent":
		return attr{noinit: true}
	}
	return attr{}
}

// callsFunctions says that the C library calls the functions whose addresses are in a section of that name, before or after main.
func callsFunctions(section string) bool {
	for _, s := range []string{".preinit_array", ".init_array", ".fini_array", ".ctors", ".dtors"} {
		if section == s || strings.HasPrefix(section, s+".") {
			return true
		}
	}
	return false
}

func alignedTo(n int64) attr { return attr{aligned: n, alignedLast: n} }

// lastPriority is that of constructors without one: they run last.
const lastPriority = 65536

// alignment is an alignment in bytes, of an attribute or an alignment specifier.
func (b *binder) alignment(n cc.ExpressionNode) int64 {
	v, ok := b.integer(n)
	if !ok || v < 0 || v&(v-1) != 0 || v > 1<<28 {
		b.r.fail(b.r.pos(n), "", "an alignment is a constant power of two")
		return 0
	}
	return v
}

// integer is the value of an integer constant expression whose names are not yet bound.
func (b *binder) integer(n cc.ExpressionNode) (int64, bool) {
	b.expr(n)
	return b.r.constant(b.u, n)
}

// refuse reports an attribute that is not modelled.
func (b *binder) refuse(a attr, pos ir.Pos) {
	if a.refused != "" {
		b.r.fail(pos, "craig does not model it", "attribute %s", a.refused)
	}
}

func argumentNodes(l *cc.ArgumentExpressionList) []cc.ExpressionNode {
	var args []cc.ExpressionNode
	for ; l != nil; l = l.ArgumentExpressionList {
		args = append(args, l.AssignmentExpression)
	}
	return args
}

package syntax

import (
	"fmt"
	"strings"
)

// printer writes a tree as C again, one declaration or statement a line, so that a compiler can compare it with the
// text that the tree comes from.
type printer struct{ strings.Builder }

func printUnit(u *Unit) string {
	var p printer
	for _, d := range u.Decls {
		p.decl(d)
	}
	return p.String()
}

func (p *printer) put(format string, args ...any) { fmt.Fprintf(p, format, args...) }

func (p *printer) decl(d Decl) {
	switch d := d.(type) {
	case *Declaration:
		p.specs(d.Specs)
		for i, x := range d.List {
			if i > 0 {
				p.put(", ")
			}
			p.put("%s", declaratorText(x.Decl))
			if x.Init != nil {
				p.put(" = %s", exprText(x.Init))
			}
		}
		p.put(";\n")
	case *FuncDef:
		p.specs(d.Specs)
		p.put("%s\n", declaratorText(d.Decl))
		for _, o := range d.Old {
			p.decl(o)
		}
		p.stmt(d.Body)
	case *StaticAssert:
		p.put("_Static_assert(%s", exprText(d.X))
		if d.Message != nil {
			p.put(", %s", exprText(d.Message))
		}
		p.put(");\n")
	case *FileAsm:
		p.put("asm(%s);\n", exprText(d.Text))
	case *Pragma:
		p.put("\n#pragma %s\n", d.Text)
	case *Annotation:
	default:
		p.put("\n#error %T\n", d)
	}
}

func (p *printer) specs(s *Specs) { p.put("%s", specsText(s)) }

var storageWords = []string{"typedef", "extern", "static", "auto", "register", "__thread", "inline", "_Noreturn", "constexpr"}

var qualWords = []string{"const", "volatile", "__restrict__", "_Atomic"}

var typeWords = []string{"void", "char", "short", "int", "long", "long", "float", "double", "signed", "unsigned", "_Bool", "_Complex",
	"_Imaginary", "__int128", "_Float16", "_Float32", "_Float64", "_Float128", "_Float32x", "_Float64x", "_BitInt", "__auto_type",
	"_Decimal32", "_Decimal64", "_Decimal128"}

func bits[T ~uint8 | ~uint16 | ~uint32](set T, words []string) string {
	var b strings.Builder
	for i, w := range words {
		if set&(1<<i) != 0 {
			b.WriteString(w + " ")
		}
	}
	return b.String()
}

func attrsText(list []Attr) string {
	var b strings.Builder
	for _, a := range list {
		args := ""
		if a.Type != nil {
			args = typeText(a.Type)
		} else {
			args = exprsText(a.Args)
		}
		if args != "" {
			args = "(" + args + ")"
		}
		fmt.Fprintf(&b, " __attribute__((__%s__%s)) ", a.Name, args)
	}
	return b.String()
}

func specsText(s *Specs) string {
	var b strings.Builder
	b.WriteString(bits(s.Storage, storageWords) + attrsText(s.Attrs))
	for _, a := range s.Align {
		if a.Type != nil {
			fmt.Fprintf(&b, "_Alignas(%s) ", typeText(a.Type))
		} else {
			fmt.Fprintf(&b, "_Alignas(%s) ", exprText(a.X))
		}
	}
	b.WriteString(bits(s.Quals, qualWords) + bits(s.Words, typeWords))
	switch {
	case s.Width != nil:
		fmt.Fprintf(&b, "(%s) ", exprText(s.Width))
	case s.Tag != nil:
		b.WriteString(tagText(s.Tag))
	case s.Typedef != nil:
		b.WriteString(s.Typedef.Name + " ")
	case s.TypeOf != nil && s.TypeOf.Type != nil:
		fmt.Fprintf(&b, "__typeof__(%s) ", typeText(s.TypeOf.Type))
	case s.TypeOf != nil:
		fmt.Fprintf(&b, "__typeof__(%s) ", exprText(s.TypeOf.X))
	case s.AtomicOf != nil:
		fmt.Fprintf(&b, "_Atomic(%s) ", typeText(s.AtomicOf))
	}
	return b.String()
}

func tagText(t *Tag) string {
	var b strings.Builder
	b.WriteString([]string{"struct", "union", "enum"}[t.Kind] + attrsText(t.Attrs) + " ")
	if t.Name != nil {
		b.WriteString(t.Name.Name + " ")
	}
	if !t.Defined {
		return b.String()
	}
	b.WriteString("{\n")
	for _, m := range t.Members {
		if m.Assert != nil {
			var p printer
			p.decl(m.Assert)
			b.WriteString(p.String())
			continue
		}
		b.WriteString(specsText(m.Specs))
		for i, d := range m.Declarators {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(declaratorText(d))
		}
		b.WriteString(";\n")
	}
	for _, e := range t.Enumerators {
		b.WriteString(e.Name.Name + attrsText(e.Attrs))
		if e.Value != nil {
			b.WriteString(" = " + exprText(e.Value))
		}
		b.WriteString(",\n")
	}
	b.WriteString("} ")
	return b.String()
}

func declaratorText(d *Declarator) string {
	s := ""
	if d.Name != nil {
		s = d.Name.Name
	}
	pointer := false // s begins with *
	for _, part := range d.Parts {
		switch part := part.(type) {
		case *Pointer:
			s = "*" + attrsText(part.Attrs) + bits(part.Quals, qualWords) + s
			pointer = true
			continue
		case *Array:
			if pointer {
				s = "(" + s + ")"
			}
			n := bits(part.Quals, qualWords)
			if part.Static {
				n = "static " + n
			}
			if part.Star {
				n += "*"
			}
			if part.Len != nil {
				n += exprText(part.Len)
			}
			s += "[" + n + "]"
		case *Func:
			if pointer {
				s = "(" + s + ")"
			}
			var list []string
			for _, x := range part.Params {
				list = append(list, specsText(x.Specs)+declaratorText(x.Decl))
			}
			for _, x := range part.Names {
				list = append(list, x.Name)
			}
			if part.Variadic {
				list = append(list, "...")
			}
			if list == nil && !part.Empty {
				list = []string{"void"}
			}
			s += "(" + strings.Join(list, ", ") + ")"
		}
		pointer = false
	}
	if d.Width != nil {
		s += " : " + exprText(d.Width)
	}
	if d.Asm != nil {
		s += " asm(" + exprText(d.Asm) + ")"
	}
	if len(d.Attrs) > 0 && len(d.Parts) > 0 && d.Asm == nil {
		if _, ok := d.Parts[0].(*Func); ok || d.Name == nil {
			return attrsText(d.Attrs) + s
		}
	}
	return s + attrsText(d.Attrs)
}

func typeText(t *TypeName) string { return specsText(t.Specs) + declaratorText(t.Decl) }

func exprsText(list []Expr) string {
	var s []string
	for _, x := range list {
		s = append(s, exprText(x))
	}
	return strings.Join(s, ", ")
}

// exprText brackets every operator, so that the text has the structure of the tree.
func exprText(x Expr) string {
	switch x := x.(type) {
	case *Ident:
		return x.Name
	case *Literal:
		return x.Text
	case *String:
		return strings.Join(x.Parts, " ")
	case *Paren:
		return "(" + exprText(x.X) + ")"
	case *Unary:
		return fmt.Sprintf("%s %s", x.Op, operand(x.X))
	case *Postfix:
		return operand(x.X) + x.Op.String()
	case *Binary:
		return operand(x.X) + " " + x.Op.String() + " " + operand(x.Y)
	case *Assign:
		return operand(x.X) + " " + x.Op.String() + "= " + operand(x.Y)
	case *Cond:
		then := ""
		if x.Then != nil {
			then = operand(x.Then)
		}
		return operand(x.X) + " ? " + then + " : " + operand(x.Else)
	case *Call:
		var args []string
		for _, a := range x.Args {
			args = append(args, operand(a))
		}
		return operand(x.Fun) + "(" + strings.Join(args, ", ") + ")"
	case *Index:
		return operand(x.X) + "[" + exprText(x.Index) + "]"
	case *Member:
		return operand(x.X) + map[bool]string{true: "->", false: "."}[x.Arrow] + x.Name.Name
	case *Cast:
		return "(" + typeText(x.Type) + ")" + operand(x.X)
	case *Compound:
		return "(" + typeText(x.Type) + ")" + exprText(x.Init)
	case *SizeOf:
		word := "sizeof"
		switch {
		case x.Align && x.GNU:
			word = "__alignof__"
		case x.Align:
			word = "_Alignof"
		}
		if x.X != nil {
			return word + " " + operand(x.X)
		}
		return word + "(" + typeText(x.Type) + ")"
	case *Generic:
		s := "_Generic(" + operand(x.X)
		for _, a := range x.Assocs {
			t := "default"
			if a.Type != nil {
				t = typeText(a.Type)
			}
			s += ", " + t + ": " + operand(a.Value)
		}
		return s + ")"
	case *StmtExpr:
		var p printer
		p.stmt(x.Body)
		return "(" + p.String() + ")"
	case *VaArg:
		return "__builtin_va_arg(" + operand(x.X) + ", " + typeText(x.Type) + ")"
	case *TypesCompatible:
		return "__builtin_types_compatible_p(" + typeText(x.A) + ", " + typeText(x.B) + ")"
	case *OffsetOf:
		return "__builtin_offsetof(" + typeText(x.Type) + ", " + strings.TrimPrefix(designatorsText(x.Path), ".") + ")"
	case *Quantifier:
		var p printer
		p.decl(x.Var)
		return fmt.Sprintf("%s { %s %s }", map[bool]string{true: "exists", false: "forall"}[x.Exists], strings.TrimSpace(p.String()), exprText(x.X))
	case *InitList:
		s := "{ "
		for _, e := range x.Elems {
			if len(e.Designators) > 0 {
				s += designatorsText(e.Designators) + " = "
			}
			if _, ok := e.Value.(*InitList); ok {
				s += exprText(e.Value) + ", "
			} else {
				s += operand(e.Value) + ", "
			}
		}
		return s + "}"
	}
	return fmt.Sprintf("\n#error %T\n", x)
}

func designatorsText(list []Designator) string {
	s := ""
	for _, d := range list {
		switch {
		case d.Name != "":
			s += "." + d.Name
		case d.Last != nil:
			s += "[" + exprText(d.Index) + " ... " + exprText(d.Last) + "]"
		default:
			s += "[" + exprText(d.Index) + "]"
		}
	}
	return s
}

// operand brackets what is made of an operator.
func operand(x Expr) string {
	switch x.(type) {
	case *Unary, *Binary, *Assign, *Cond, *Cast:
		return "(" + exprText(x) + ")"
	}
	return exprText(x)
}

func (p *printer) stmt(s Stmt) {
	switch s := s.(type) {
	case nil:
		p.put(";\n")
	case *Block:
		p.put("{\n")
		for i, l := range s.Labels {
			p.put("%s%s", map[bool]string{true: "__label__ ", false: ", "}[i == 0], l.Name)
			if i == len(s.Labels)-1 {
				p.put(";\n")
			}
		}
		for _, x := range s.List {
			p.stmt(x)
		}
		p.put("}\n")
	case *ExprStmt:
		if s.X != nil {
			p.put("%s", exprText(s.X))
		}
		p.put("%s;\n", attrsText(s.Attrs))
	case *DeclStmt:
		p.decl(s.Decl)
	case *If:
		p.put("if (%s)\n", exprText(s.X))
		p.stmt(blockOf(s.Then))
		if s.Else != nil {
			p.put("else\n")
			p.stmt(blockOf(s.Else))
		}
	case *Switch:
		p.put("switch (%s)\n", exprText(s.X))
		p.stmt(s.Body)
	case *While:
		p.put("while (%s)\n", exprText(s.X))
		p.stmt(s.Body)
	case *DoWhile:
		p.put("do\n")
		p.stmt(s.Body)
		p.put("while (%s);\n", exprText(s.X))
	case *For:
		p.put("for (")
		if s.Init == nil {
			p.put(";")
		} else {
			p.stmt(s.Init)
		}
		if s.X != nil {
			p.put("%s", exprText(s.X))
		}
		p.put("; ")
		if s.Step != nil {
			p.put("%s", exprText(s.Step))
		}
		p.put(")\n")
		p.stmt(s.Body)
	case *Goto:
		if s.Label != nil {
			p.put("goto %s;\n", s.Label.Name)
		} else {
			p.put("goto *%s;\n", operand(s.X))
		}
	case *Branch:
		p.put("%s;\n", map[bool]string{true: "continue", false: "break"}[s.Continue])
	case *Return:
		if s.X != nil {
			p.put("return %s;\n", exprText(s.X))
		} else {
			p.put("return;\n")
		}
	case *Labeled:
		p.put("%s:%s\n", s.Label.Name, attrsText(s.Attrs))
		p.stmt(s.Stmt)
	case *Case:
		switch {
		case s.X == nil:
			p.put("default:\n")
		case s.Last != nil:
			p.put("case %s ... %s:\n", exprText(s.X), exprText(s.Last))
		default:
			p.put("case %s:\n", exprText(s.X))
		}
		p.stmt(s.Stmt)
	case *Asm:
		p.asm(s)
	default:
		p.put("\n#error %T\n", s)
	}
}

// blockOf is a statement in a block, so that an else after it stands where it was.
func blockOf(s Stmt) *Block {
	if b, ok := s.(*Block); ok {
		return b
	}
	return &Block{List: []Stmt{s}}
}

func (p *printer) asm(s *Asm) {
	p.put("asm %s%s(%s", map[bool]string{true: "volatile "}[s.Volatile], map[bool]string{true: "goto "}[s.Goto], exprText(s.Text))
	if s.Operands {
		for i, list := range [][]AsmOperand{s.Outputs, s.Inputs} {
			p.put(" :")
			for j, o := range list {
				if j > 0 {
					p.put(",")
				}
				if o.Name != "" {
					p.put("[%s]", o.Name)
				}
				p.put(" %s (%s)", exprText(o.Constraint), exprText(o.X))
			}
			if i == 1 && (len(s.Clobbers) > 0 || s.Goto) {
				p.put(" :")
			}
		}
		for i, c := range s.Clobbers {
			p.put("%s %s", map[bool]string{true: ","}[i > 0], exprText(c))
		}
		for i, l := range s.Labels {
			p.put("%s %s", map[bool]string{true: ",", false: ":"}[i > 0], l.Name)
		}
	}
	p.put(");\n")
}

package ir

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// The text form
//
// A program is a sequence of lines; # starts a comment. In the order of printing:
//
//	ir 1
//	ptr 64
//	signed undefined
//	math
//	file "lock.c"
//	note assumption 2 @"lock.c":3:4 "signed overflow is excluded"
//	instance 1 f copy 2 calls @"lock.c":12:3
//	object 1 global "buf" size 16 align 4 addr 4096 zero @"lock.c":1:5
//	object 2 string "\"a\"" size 2 align 1 zero data "a"
//	cell 0 i32 "[0]"
//	global 1 g i32 c"g" @"lock.c":2:5
//	func main @"lock.c":9:1
//	param 2 main::x i32 c"x"
//	result 3 main::$result i32
//	local 4 main::f#2::y i32 c"y" in 1
//	entry 1
//	exit 2
//	loc 1 @"lock.c":10:2 loop @"lock.c":10:2 origin 1 in 1
//	edge 1 -> 2: main::f#2::y := (main::x + 1:i32) @"lock.c":11:3 origin 1 then aux
//	loc 3 error "unreach-call"
//	loc 4 limit recursion
//	end
//	main main
//
// A line says only what is not the default; math, zero, a position and the rest may be missing.
// Objects are referred to by number, "&1". Names that are not words of letters, digits and
// _$:#.@!~ are quoted as Go quotes strings. Expressions are fully parenthesised; their types
// follow from the leaves:
//
//	5:i32  x  &1:p64  true  false  load.i32(a)  load.i32[m](a)  -(a)  ~(a)  (a + b)  (p +p k)
//	diff.i64(p, q)  cast.u8(a)  num.i32(c)  (a < b)  !(c)  (a && b)  (c ? a : b)  inrange(a)
//
// NoWrap is an exclamation mark after the operator: (a +! b), cast.u8!(a), -!(a).

// Print writes p in the text form, which Parse reads.
func Print(w io.Writer, p *Program) error {
	b := bufio.NewWriter(w)
	pr := printer{b: b}
	pr.program(p)
	return b.Flush()
}

// String is p in the text form.
func (p *Program) String() string {
	var s strings.Builder
	Print(&s, p) // a Builder never fails
	return s.String()
}

func (e *Expr) String() string { return string(appendExpr(nil, e)) }
func (v *Var) String() string  { return string(appendName(nil, v.Name)) }
func (p Pos) String() string {
	if p.Line == 0 {
		return p.File
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col)
}

// StmtString is s in the text form.
func StmtString(s Stmt) string { return string(appendStmt(nil, s)) }

// The words for values of Signed, NoteKind, ObjectKind, Reach and Source in the text form, by their numbers.
var (
	SignedWords = [...]string{"undefined", "wrap", "check"}
	NoteWords   = [...]string{"assumption", "over", "unsound", "remark"}
	ObjectWords = [...]string{"global", "local", "heap", "string", "func", "unknown", "library"}
	ReachWords  = [...]string{"deep", "data", "inner", "kept"}
	SourceWords = [...]string{"call", "uninitialised", "parameter", "approximation", "effect", "open", "volatile", "ghost", "interrupt", "magnitude"}
)

// word is names[i], or a text that Parse rejects for values that do not exist.
func word[T ~uint8](names []string, i T) string {
	if int(i) < len(names) {
		return names[i]
	}
	return "?" + strconv.Itoa(int(i))
}

type printer struct{ b *bufio.Writer }

func (p *printer) line(buf []byte) {
	p.b.Write(buf)
	p.b.WriteByte('\n')
}

func (p *printer) program(g *Program) {
	fmt.Fprintf(p.b, "ir 1\nptr %d\nsigned %s\n", g.PtrBits, word(SignedWords[:], g.Signed))
	if g.BigEndian {
		p.b.WriteString("bigendian\n")
	}
	if g.Math {
		p.b.WriteString("math\n")
	}
	for _, d := range g.Devices {
		fmt.Fprintf(p.b, "device %d %d\n", d.From, d.Size)
	}
	for _, f := range g.Files {
		fmt.Fprintf(p.b, "file %q\n", f)
	}
	for _, n := range g.Notes {
		p.line(append(appendPos(fmt.Appendf(nil, "note %s %d", word(NoteWords[:], n.Kind), n.Count), n.Pos), " "+strconv.Quote(n.Text)...))
	}
	for _, i := range g.Instances {
		buf := appendName(fmt.Appendf(nil, "instance %d ", i.ID), i.Func)
		buf = fmt.Appendf(buf, " copy %d calls", i.Copy)
		for _, c := range i.Calls {
			buf = appendPlace(append(buf, ' '), c)
		}
		p.line(buf)
	}
	for _, o := range g.Objects {
		buf := fmt.Appendf(nil, "object %d %s %q size %d align %d", o.ID, word(ObjectWords[:], o.Kind), o.Name, o.Size, o.Align)
		if !o.Addr.IsZero() {
			buf = append(buf, " addr "+o.Addr.String()...)
		}
		if o.Func != nil {
			buf = appendName(append(buf, " func "...), o.Func.Name)
		}
		buf = appendInstance(buf, o.Instance)
		if o.Constant {
			buf = append(buf, " constant"...)
		}
		if o.Zero {
			buf = append(buf, " zero"...)
		}
		if o.Automatic {
			buf = append(buf, " automatic"...)
		}
		if o.Handle {
			buf = append(buf, " handle"...)
		}
		if o.Data != "" {
			buf = fmt.Appendf(buf, " data %q", o.Data)
		}
		p.line(appendPos(buf, o.Pos))
		for _, c := range o.Cells {
			fmt.Fprintf(p.b, "cell %d %s %q\n", c.Offset, c.Type, c.Name)
		}
	}
	for _, v := range g.Globals {
		p.variable("global", v)
	}
	for _, f := range g.Funcs {
		p.function(g, f)
	}
	if g.Main != nil {
		p.line(appendName([]byte("main "), g.Main.Name))
	}
}

func (p *printer) variable(kind string, v *Var) {
	buf := fmt.Appendf(nil, "%s %d ", kind, v.ID)
	buf = appendName(buf, v.Name)
	buf = append(buf, " "+v.Type.String()...)
	if v.CName != "" {
		buf = append(buf, " c"+strconv.Quote(v.CName)...)
	}
	p.line(appendInstance(appendPos(buf, v.Pos), v.Instance))
}

func (p *printer) function(g *Program, f *Func) {
	buf := appendName([]byte("func "), f.Name)
	if !f.Defined {
		buf = append(buf, " undefined"...)
	}
	p.line(appendPos(buf, f.Pos))
	for _, v := range f.Params {
		p.variable("param", v)
	}
	if f.Result != nil {
		p.variable("result", f.Result)
	}
	for _, v := range f.Locals {
		p.variable("local", v)
	}
	if f.Entry != 0 {
		fmt.Fprintf(p.b, "entry %d\n", f.Entry)
	}
	if f.Exit != 0 {
		fmt.Fprintf(p.b, "exit %d\n", f.Exit)
	}
	for _, l := range f.Locs {
		info := g.Locs[l]
		buf := fmt.Appendf(nil, "loc %d", l)
		if info == nil {
			p.line(append(buf, " missing"...))
			continue
		}
		buf = appendPos(buf, info.Pos)
		if info.IsGoal() {
			buf = append(buf, ' ')
			buf = append(buf, info.Goal.String()...)
		}
		if info.Loop {
			buf = append(buf, " loop"...)
		}
		if info.LoopPos != (Pos{}) {
			buf = appendPos(append(buf, " keyword"...), info.LoopPos)
		}
		if info.Origin != l {
			buf = fmt.Appendf(buf, " origin %d", info.Origin)
		}
		buf = appendInstance(buf, info.Instance)
		p.line(buf)
		for _, id := range info.Out {
			p.edge(g, id)
		}
	}
	p.b.WriteString("end\n")
}

func (p *printer) edge(g *Program, id EdgeID) {
	e := g.Edges[id]
	if e == nil {
		p.line(fmt.Appendf(nil, "edge %d missing", id))
		return
	}
	buf := fmt.Appendf(nil, "edge %d -> %d: ", e.ID, e.To)
	buf = appendStmt(buf, e.Stmt)
	buf = appendPos(buf, e.Pos)
	if e.Origin != e.ID {
		buf = fmt.Appendf(buf, " origin %d", e.Origin)
	}
	switch e.Branch {
	case 0:
	case 1:
		buf = append(buf, " then"...)
	case 2:
		buf = append(buf, " else"...)
	default:
		buf = fmt.Appendf(buf, " branch?%d", e.Branch)
	}
	if e.Aux {
		buf = append(buf, " aux"...)
	}
	p.line(buf)
}

// appendInstance appends " in 3" unless i is nil.
func appendInstance(buf []byte, i *Instance) []byte {
	if i == nil {
		return buf
	}
	return fmt.Appendf(buf, " in %d", i.ID)
}

// appendPos appends " @place" unless pos is unknown.
func appendPos(buf []byte, pos Pos) []byte {
	if pos == (Pos{}) {
		return buf
	}
	return appendPlace(append(buf, ' '), pos)
}

func appendPlace(buf []byte, pos Pos) []byte {
	return fmt.Appendf(buf, "@%q:%d:%d", pos.File, pos.Line, pos.Col)
}

// IsNameByte tells whether a name may have c without being quoted, but as its first byte.
func IsNameByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' ||
		strings.IndexByte("_$:#.@~", c) >= 0
}

// appendName quotes a name unless it is a word that is no keyword of expressions.
func appendName(buf []byte, name string) []byte {
	plain := name != "" && (name[0] >= 'a' && name[0] <= 'z' || name[0] >= 'A' && name[0] <= 'Z' || name[0] == '_' || name[0] == '$')
	for i := 0; plain && i < len(name); i++ {
		plain = IsNameByte(name[i])
	}
	if !plain || name[len(name)-1] == ':' || reserved(name) {
		return strconv.AppendQuote(buf, name)
	}
	return append(buf, name...)
}

func reserved(name string) bool {
	head, _, _ := strings.Cut(name, ".")
	switch head {
	case "true", "false", "skip", "assume", "havoc", "store", "alloc", "live", "free", "clobber", "call", "sync":
		return true
	}
	return spelled(head, question, typedWord) != OpInvalid
}

func appendStmt(buf []byte, s Stmt) []byte {
	switch s := s.(type) {
	case *Skip:
		return append(buf, "skip"...)
	case *Assign:
		buf = append(appendName(buf, s.Var.Name), " := "...)
		return appendExpr(buf, s.Expr)
	case *Assume:
		return appendExpr(append(buf, "assume "...), s.Cond)
	case *Havoc:
		buf = appendName(append(buf, "havoc "...), s.Var.Name)
		buf = append(buf, " "+word(SourceWords[:], s.Source)...)
		return append(buf, " "+strconv.Quote(s.Name)...)
	case *Store:
		buf = append(buf, "store"...)
		if s.Region != nil {
			buf = append(appendName(append(buf, '['), s.Region.Name), ']')
		}
		buf = appendExpr(append(buf, '('), s.Addr)
		buf = appendExpr(append(buf, ", "...), s.Val)
		return append(buf, ')')
	case *Alloc:
		if s.Result == nil {
			buf = fmt.Appendf(buf, "live &%d", s.Site.ID)
		} else {
			buf = append(appendName(buf, s.Result.Name), " := alloc("...)
			buf = appendExpr(buf, s.Size)
			buf = fmt.Appendf(buf, ", &%d)", s.Site.ID)
		}
		if s.Zero {
			buf = append(buf, " zero"...)
		}
		return buf
	case *Free:
		if s.Addr == nil {
			return fmt.Appendf(buf, "free all &%d", s.Site.ID)
		}
		return appendExpr(append(buf, "free "...), s.Addr)
	case *Sync:
		buf = append(append(buf, "sync "...), s.Op.String()...)
		if s.Handle != nil {
			buf = appendExpr(append(buf, ' '), s.Handle)
		}
		return buf
	case *CopyShadow:
		buf = appendExpr(append(buf, "carry "...), s.To)
		if s.From != nil {
			buf = appendExpr(append(buf, " from "...), s.From)
		}
		return fmt.Appendf(buf, " bits %d %d", s.Lo, s.Hi)
	case *Clobber:
		if s.Result != nil {
			buf = append(appendName(buf, s.Result.Name), " := "...)
		}
		buf = append(buf, "clobber "+word(SourceWords[:], s.Source)+" "+strconv.Quote(s.Name)+" ("...)
		for i, r := range s.Roots {
			if i > 0 {
				buf = append(buf, ", "...)
			}
			buf = appendExpr(append(buf, word(ReachWords[:], r.Reach)+" "...), r.Ptr)
		}
		return append(buf, ')')
	case *Call:
		if s.Result != nil {
			buf = append(appendName(buf, s.Result.Name), " := "...)
		}
		buf = append(buf, "call "...)
		if s.Callee != nil {
			buf = appendName(buf, s.Callee.Name)
		} else {
			buf = append(appendExpr(append(buf, "*("...), s.Target), ')')
		}
		buf = append(buf, '(')
		for i, a := range s.Args {
			if i > 0 {
				buf = append(buf, ", "...)
			}
			buf = appendExpr(buf, a)
		}
		return append(buf, ')')
	}
	return fmt.Appendf(buf, "?%T", s)
}

func appendExpr(buf []byte, e *Expr) []byte {
	if e == nil {
		return append(buf, "?nil"...)
	}
	bang := ""
	if e.NoWrap {
		bang = "!"
	}
	r, _ := e.Op.row()
	switch {
	case r.form == question || r.form == typedWord:
		return appendWord(buf, e, r.text, bang)
	case r.form == prefix:
		buf = append(append(buf, r.text+bang...), '(')
		return append(appendExpr(buf, e.Args[0]), ')')
	case r.form == infix && len(e.Args) == 2:
		buf = appendExpr(append(buf, '('), e.Args[0])
		buf = append(buf, " "+r.text+bang+" "...)
		return append(appendExpr(buf, e.Args[1]), ')')
	}
	switch e.Op {
	case OpConst:
		if e.Type.Kind == Logical {
			return strconv.AppendBool(buf, !e.Val.IsZero())
		}
		return append(buf, e.Val.String()+":"+e.Type.String()...)
	case OpVar:
		return appendName(buf, e.Var.Name)
	case OpAddr:
		return fmt.Appendf(buf, "&%d:%s", e.Obj.ID, e.Type)
	case OpIte:
		buf = appendExpr(append(buf, '('), e.Args[0])
		buf = appendExpr(append(buf, " ? "...), e.Args[1])
		buf = appendExpr(append(buf, " : "...), e.Args[2])
		return append(buf, ')')
	}
	return fmt.Appendf(buf, "?op%d", e.Op)
}

// appendWord writes an operation that has a word.
func appendWord(buf []byte, e *Expr, word, bang string) []byte {
	buf = append(buf, word...)
	if e.Type != Bool {
		buf = append(buf, "."+e.Type.String()...)
	}
	buf = append(buf, bang...)
	if e.Region != nil {
		buf = append(appendName(append(buf, '['), e.Region.Name), ']')
	}
	buf = append(buf, '(')
	for i, a := range e.Args {
		if i > 0 {
			buf = append(buf, ", "...)
		}
		buf = appendExpr(buf, a)
	}
	return append(buf, ')')
}

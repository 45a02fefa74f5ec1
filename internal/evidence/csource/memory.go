package csource

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"craig/internal/evidence/counterexample"
	"craig/internal/evidence/verdict"
	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// Kinds of violations of memory safety, in AddressSanitizer's words where it has some.
const (
	NullPointer    = "null-dereference"
	WildPointer    = "wild-pointer" // the pointer was never set
	ReadOnly       = "read-only"    // a literal, or a const object of static storage duration, is written
	UseAfterFree   = "heap-use-after-free"
	UseAfterScope  = "stack-use-after-scope" // or after the function has returned
	HeapOverflow   = "heap-buffer-overflow"  // on either side of the object
	StackOverflow  = "stack-buffer-overflow"
	GlobalOverflow = "global-buffer-overflow"
	DoubleFree     = "double-free"
	BadFree        = "bad-free" // of what is not the start of a block
	Leak           = "leak"
	Uninitialised  = "use-of-uninitialized-value" // in MemorySanitizer's words
)

// Memory is what a violation of memory safety is about.
type Memory struct {
	Kind string
	// Text says, for people, which object it is, and by how much the access is outside of it.
	Text string
	// Made and Ended are where the object was made, and where its life ended, if that is known: the place in the
	// program's files, then the calls that have led there, the innermost first.
	Made, Ended []ir.Pos
	// Guessed: the access is outside of an object of the surroundings of the entry function, of which nothing in the program says how large it is, or such an
	// object is freed that is no block of the heap.
	Guessed bool
	// Given: it is what a pointer leads to that the function of --entry is given, so that how long it is may be a guess.
	Given bool
	// Path is the pointer that leads to it then.
	Path string
	heap bool
}

// Lines are the whole of it for people.
func (m *Memory) Lines() []string {
	lines := []string{m.Text}
	at := func(text string, places []ir.Pos) {
		if len(places) > 0 {
			for i, p := range places {
				if i > 0 {
					text += ", called"
				}
				text += " at " + p.String()
			}
			lines = append(lines, text)
		}
	}
	at(m.Began(), m.Made)
	at(m.Over(), m.Ended)
	return lines
}

// Outside says that the access is beside an object that lives.
func (m *Memory) Outside() bool {
	return m.Kind == HeapOverflow || m.Kind == StackOverflow || m.Kind == GlobalOverflow
}

// Began says what happened at Made.
func (m *Memory) Began() string {
	if m.heap {
		return "it was allocated"
	}
	return "it is declared"
}

// Over says what happened at Ended.
func (m *Memory) Over() string {
	if m.heap {
		return "it was freed"
	}
	return "its scope was left"
}

// MemoryOf says, of a violation of memory safety, which object the access or the free is about, or which block
// is left. It is nil for others, and for executions that are too long to look at again.
func MemoryOf(p *ir.Program, t *verdict.Trace) (m *Memory) {
	c := p.Checks[t.Error]
	if c == nil || t.Long() {
		return nil
	}
	s := &suspect{p: p, t: t, check: c, made: map[*ir.Var][]ir.Pos{}, ended: map[*ir.Var][]ir.Pos{}, lives: map[*ir.Var]string{}}
	for _, o := range c.Owners {
		if o.Life != nil {
			s.lives[o.Life] = ""
		}
	}
	interp.Run(context.Background(), p, counterexample.Inputs(t), interp.Options{NoPath: true, MaxSteps: len(t.Path) + 1,
		Step: func(st interp.Step) {
			if old, ok := s.lives[st.Var]; ok && st.Var != nil && old != st.Value.String() {
				s.lives[st.Var] = st.Value.String()
				switch s.lives[st.Var] {
				case "1":
					s.made[st.Var] = p.Places(st.Edge)
				case "2":
					s.ended[st.Var] = p.Places(st.Edge)
				}
			}
		},
		Reached: func(eval func(*ir.Expr) num.Int) {
			if c.Addr == nil {
				m = s.left(eval)
			} else {
				m = s.wrong(eval)
			}
		}})
	return m
}

// suspect is a check that has failed, with what has become of the objects that it is about.
type suspect struct {
	p           *ir.Program
	t           *verdict.Trace
	check       *ir.MemCheck
	made, ended map[*ir.Var][]ir.Pos
	lives       map[*ir.Var]string // the values of the variables
}

// left describes the block that is left at the end of the program.
func (s *suspect) left(eval func(*ir.Expr) num.Int) *Memory {
	for _, o := range s.check.Owners {
		if o.Life == nil || s.lives[o.Life] != "1" || o.Held != nil && !eval(o.Held).IsZero() {
			continue
		}
		text := "a block of " + bytes(eval(o.Size)) + " is not freed"
		if o.Held != nil {
			text = "no pointer leads to a block of " + bytes(eval(o.Size)) + ", which is not freed"
		}
		return &Memory{Kind: Leak, Text: text, Made: s.made[o.Life], heap: true}
	}
	return nil
}

// wrong describes an access, or a free.
func (s *suspect) wrong(eval func(*ir.Expr) num.Int) *Memory {
	c := s.check
	root, addr := eval(ir.Root(c.Addr)), eval(c.Addr)
	if c.Value && (root.IsZero() || len(c.Owners) == 0) {
		return nil
	}
	if root.IsZero() {
		if c.Width == 0 {
			return nil
		}
		return &Memory{Kind: NullPointer, Text: "the pointer is null"}
	}
	var best *ir.Owner
	var nearest num.Int
	for i := range c.Owners {
		o := &c.Owners[i]
		base := eval(o.Base)
		if base.IsZero() || o.Life != nil && s.lives[o.Life] == "0" {
			continue
		}
		d := distance(root, base, eval(o.Size))
		if best == nil || d.Less(nearest) {
			best, nearest = o, d
		}
	}
	if c.Value && best == nil {
		return nil
	}
	if best == nil || nearest.Cmp(num.I(s.p.UnknownRoom())) > 0 {
		m := &Memory{Kind: WildPointer, Text: "the pointer does not belong to any object: it was never set, or holds something else than an address"}
		if slices.ContainsFunc(s.p.Devices, func(d ir.Device) bool { return d.Holds(root, 0) }) {
			m.Text = "the pointer leads out of the registers that it was made for"
		}
		if c.Width == 0 {
			m.Kind = BadFree
		}
		return m
	}
	return s.story(best, addr, eval(best.Base), eval(best.Size))
}

// given is the pointer by which the entry function is given the object or the block at base; "" if it is not. o may be
// nil.
func (s *suspect) given(o *ir.Object, base num.Int) string {
	env := s.p.Environment
	if env == nil {
		return ""
	}
	if o != nil && o.Kind != ir.HeapObject {
		return env.Paths[o.CName()]
	}
	for _, b := range Blocks(s.p, s.t) {
		if b.Addr.Eq(base) {
			return env.Paths[b.Name]
		}
	}
	return ""
}

// distance is how far a is from [base, base+size].
func distance(a, base, size num.Int) num.Int {
	switch end := base.Add(size); {
	case a.Less(base):
		return base.Sub(a)
	case end.Less(a):
		return a.Sub(end)
	}
	return num.Int{}
}

func bytes(n num.Int) string {
	if n.Eq(num.I(1)) {
		return "1 byte"
	}
	return n.String() + " bytes"
}

// story describes an access at addr in terms of the object o, which has size bytes at base.
func (s *suspect) story(o *ir.Owner, addr, base, size num.Int) *Memory {
	c := s.check
	m := &Memory{Kind: HeapOverflow, heap: o.Obj == nil || o.Obj.Kind == ir.HeapObject && !o.Obj.Automatic}
	what := "a block of the heap"
	if o.Obj != nil {
		if o.Obj.Pos.Line > 0 && !o.Obj.Pos.InModel() {
			m.Made = []ir.Pos{o.Obj.Pos}
		}
		name := o.Obj.CName()
		if strings.HasPrefix(name, "$") {
			name = "a temporary object"
			if o.Obj.Kind == ir.HeapObject {
				name = "a block of the stack"
			}
		}
		switch {
		case o.Obj.Kind == ir.StringObject:
			what, m.Kind = "a string literal", GlobalOverflow
		case o.Obj.Kind == ir.GlobalObject:
			what, m.Kind = name, GlobalOverflow
		case !m.heap:
			what, m.Kind = name, StackOverflow
		}
	}
	if path := s.given(o.Obj, base); path != "" {
		m.Guessed = !s.p.Environment.Counted[path]
		what, m.Made, m.Given, m.Path = "what "+path+" leads to", nil, true, path
	}
	if at := s.made[o.Life]; o.Life != nil && m.heap && len(at) > 0 {
		m.Made = at
	}
	if env := s.p.Environment; env != nil {
		m.Made = slices.DeleteFunc(slices.Clone(m.Made), func(at ir.Pos) bool { return at.File == env.Name() })
	}
	if o.Life != nil {
		m.Ended = slices.Clone(s.ended[o.Life])
	}
	over := o.Life != nil && s.lives[o.Life] == "2"
	switch {
	case c.Width == 0 && over && m.heap:
		m.Kind = DoubleFree
	case c.Width == 0:
		m.Kind = BadFree
	case over && m.heap:
		m.Kind = UseAfterFree
	case over:
		m.Kind = UseAfterScope
	}
	from := addr.Sub(base)
	m.Guessed = m.Guessed && m.Outside() || m.Given && m.Kind == BadFree
	if c.Value {
		m.Kind, m.Ended = Uninitialised, nil
		m.Text = fmt.Sprintf("not all of the %s, %s after the beginning of %s, that are read have been given a value", bytes(num.I(c.Width)), bytes(from), what)
		return m
	}
	to := from.Add(num.I(c.Width))
	where := ""
	switch {
	case c.Width == 0 && !from.IsZero():
		where = "what is freed is " + bytes(from) + " after the beginning of "
		if from.Sign() < 0 {
			where = "what is freed is " + bytes(from.Neg()) + " before "
		}
	case c.Width == 0:
		where = "what is freed is "
	case from.Sign() < 0:
		where = fmt.Sprintf("an access of %s, %s before ", bytes(num.I(c.Width)), bytes(from.Neg()))
	case !from.Less(size):
		where = fmt.Sprintf("an access of %s, %s after the end of ", bytes(num.I(c.Width)), bytes(from.Sub(size)))
	case size.Less(to):
		where = fmt.Sprintf("an access of %s, the last %s of them outside of ", bytes(num.I(c.Width)), to.Sub(size))
	default:
		where = fmt.Sprintf("an access of %s, %s after the beginning of ", bytes(num.I(c.Width)), bytes(from))
	}
	m.Text = where + what + ", which has " + bytes(size)
	switch {
	case over && m.heap:
		m.Text += " and was freed before"
	case over:
		m.Text += " and whose life has ended"
	}
	if inside := from.Sign() >= 0 && !size.Less(to); inside && !over && c.Width > 0 && o.Obj != nil && o.Obj.ReadOnly() {
		m.Kind, m.Text = ReadOnly, "a write of "+bytes(num.I(c.Width))+" to "+what+", which is constant"
	}
	return m
}

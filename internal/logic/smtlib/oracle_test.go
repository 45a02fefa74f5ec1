package smtlib_test

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"craig/internal/logic/smtlib"
	"craig/internal/testenv"
	"craig/logic/num"
	"craig/logic/term"
)

// oracle is a solver process that answers scripts of many questions: what is asked one by one
// spends its time waiting. It is started anew after a script on which it hung or broke.
type oracle struct {
	name  string
	argv  []string
	setup string
	every int // of the questions, each so manyth
	cmd   *exec.Cmd
	in    io.WriteCloser
	out   *bufio.Reader
}

func cvc5Every() int {
	if n, err := strconv.Atoi(os.Getenv("CRAIG_CVC5")); err == nil && n > 0 {
		return n
	}
	return 8
}

// oracles are those of z3 and cvc5 that are installed.
func oracles(t *testing.T) []*oracle {
	all := []*oracle{
		{name: "z3", every: 1, argv: []string{"z3", "-in", "-smt2"}, setup: "(set-option :rlimit 300000)\n(set-option :timeout 300)\n(set-option :global-declarations true)\n"},
		{name: "cvc5", every: cvc5Every(), argv: []string{"cvc5", "--lang=smt2", "--incremental", "--quiet", "--rlimit-per=2000"}, setup: "(set-option :global-declarations true)\n(set-logic ALL)\n"},
	}
	var found []*oracle
	for _, o := range all {
		if testenv.Has(o.argv[0]) {
			found = append(found, o)
			t.Cleanup(o.stop)
		}
	}
	if len(found) == 0 {
		testenv.Skip(t, "z3 or cvc5")
	}
	return found
}

func (o *oracle) stop() {
	if o.cmd != nil {
		_ = o.cmd.Process.Kill()
		_ = o.cmd.Wait()
		o.cmd = nil
	}
}

func (o *oracle) start() error {
	o.cmd = exec.Command(o.argv[0], o.argv[1:]...)
	var err error
	if o.in, err = o.cmd.StdinPipe(); err != nil {
		return err
	}
	out, err := o.cmd.StdoutPipe()
	if err != nil {
		return err
	}
	o.out = bufio.NewReader(out)
	return o.cmd.Start()
}

// answers asks n questions, of which each is followed by (echo "next"); what is not answered is "".
func (o *oracle) answers(script []byte, n int) []string {
	answers := make([]string, n)
	if o.cmd == nil {
		if err := o.start(); err != nil {
			o.cmd = nil
			return answers
		}
	}
	cmd := o.cmd
	hung := time.AfterFunc(5*time.Second+time.Duration(n)*time.Second/2, func() { _ = cmd.Process.Kill() })
	defer hung.Stop()
	go func(in io.Writer) {
		// An error shows in what is read: nothing.
		_, _ = in.Write(script)
	}(o.in)
	for i := 0; i < n; {
		line, err := o.out.ReadString('\n')
		if err != nil {
			o.stop()
			return answers
		}
		switch line = strings.Trim(strings.TrimSpace(line), `"`); {
		case line == "next":
			i++
		case strings.Contains(line, "canceled"): // z3's limit fell into a push: its levels are not ours any more
			answers[i] = "unknown"
			o.stop()
			return answers
		case answers[i] == "":
			answers[i] = line
		}
	}
	return answers
}

// batch is a list of questions, as text.
type batch struct {
	buf       bytes.Buffer
	w         *smtlib.Writer
	questions []question
}

// question is one of a batch.
type question struct {
	declarations, text string
	constants          bool // has constant arrays as cvc5 does not support them: two, or of what is no value
}

func newBatch() *batch {
	b := &batch{}
	b.w = smtlib.NewWriter(&b.buf)
	return b
}

// take is what has been written since the last time.
func (b *batch) take() string {
	if err := b.w.Flush(); err != nil {
		panic(err) // of a bytes.Buffer
	}
	s := b.buf.String()
	b.buf.Reset()
	return s
}

// ask adds the question whether the conjunction of fs is satisfiable. ok is false if that cannot be
// said without bit operations.
func (b *batch) ask(fs []term.Term) (ok bool) {
	plain := make([]term.Term, len(fs))
	for i, f := range fs {
		if plain[i], ok = expand(f); !ok {
			return false
		}
	}
	var q question
	constants := map[term.Term]bool{}
	for _, f := range plain {
		b.w.Declare(f)
		term.Walk(f, func(u term.Term) {
			if u.Op() == term.ConstArray {
				constants[u] = true
				q.constants = q.constants || len(constants) > 1 || !u.Arg(0).IsConst()
			}
		})
	}
	q.declarations = b.take()
	b.w.Line("(push 1)")
	for _, f := range plain {
		b.w.Assert(f)
	}
	b.w.Line("(check-sat)\n(pop 1)")
	q.text = b.take()
	b.questions = append(b.questions, q)
	return true
}

// script is what o is asked.
func (b *batch) script(o *oracle) []byte {
	var s bytes.Buffer
	s.WriteString("(reset)\n" + o.setup)
	for i, q := range b.questions {
		s.WriteString(q.declarations)
		if i%o.every == 0 && (!q.constants || o.name == "z3") {
			s.WriteString(q.text)
		}
		s.WriteString("(echo \"next\")\n")
	}
	return s.Bytes()
}

// expand says bit operations on operands within -8…7, or with a constant, by arithmetic, in its
// own way.
func expand(f term.Term) (g term.Term, ok bool) {
	st := f.Store()
	done := map[term.Term]term.Term{}
	ok = true
	term.Walk(f, func(u term.Term) {
		args := make([]term.Term, u.NumArgs())
		for i, a := range u.Args() {
			args[i] = done[a]
		}
		switch u.Op() {
		case term.BitAnd, term.BitOr, term.BitXor:
			if !small(u.Arg(0)) || !small(u.Arg(1)) {
				ok = false
			}
			done[u] = bitwise(u.Op(), args[0], args[1])
		case term.Shl, term.Shr:
			if y := u.Arg(1); y.Op() != term.Mod || !y.Arg(1).IsConst() || y.Arg(1).Num().Cmp(num.R(5, 1)) > 0 {
				ok = false
			}
			done[u] = shifted(u.Op(), args[0], args[1])
		default:
			done[u] = u
			if len(args) > 0 {
				done[u] = st.Rebuild(u, args)
			}
		}
	})
	return done[f], ok
}

// small says that t is visibly within -8…7.
func small(t term.Term) bool {
	between := func(v num.Rat, lo, hi int64) bool { return v.Cmp(num.R(lo, 1)) >= 0 && v.Cmp(num.R(hi, 1)) <= 0 }
	switch t.Op() {
	case term.Const:
		return between(t.Num(), -8, 7)
	case term.Mod:
		return t.Arg(1).IsConst() && between(t.Arg(1).Num(), 1, 8)
	case term.Sum:
		m := t.Arg(0)
		return t.NumArgs() == 1 && t.Coeff(0).IsOne() && m.Op() == term.Mod && m.Arg(1).IsConst() &&
			m.Arg(1).Num().Eq(num.R(16, 1)) && t.Num().Eq(num.R(-8, 1))
	}
	return false
}

// bitwise is the operation on words of four bits, of which the highest counts -8.
func bitwise(op term.Op, x, y term.Term) term.Term {
	st := x.Store()
	sum := st.Int(0)
	for k := range uint(4) {
		one := func(t term.Term) term.Term {
			return st.Eq(st.Mod(st.Div(t, st.IntNum(num.Pow2(k))), st.Int(2)), st.Int(1))
		}
		bit := st.And(one(x), one(y))
		switch op {
		case term.BitOr:
			bit = st.Or(one(x), one(y))
		case term.BitXor:
			bit = st.Not(st.Iff(one(x), one(y)))
		}
		weight := int64(1) << k
		if k == 3 {
			weight = -weight
		}
		sum = st.Add(sum, st.Ite(bit, st.Int(weight), st.Int(0)))
	}
	return sum
}

// shifted is x shifted by 0 ≤ y < 5.
func shifted(op term.Op, x, y term.Term) term.Term {
	st := x.Store()
	r := x
	for k := uint(1); k < 5; k++ {
		power := st.IntNum(num.Pow2(k))
		v := st.Mul(x, power)
		if op == term.Shr {
			v = st.Div(x, power)
		}
		r = st.Ite(st.Eq(y, st.Int(int64(k))), v, r)
	}
	return r
}

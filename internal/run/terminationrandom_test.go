package run

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/testenv"
)

// small is a random program over two variables of 8 bits, as C and as instructions.
type small struct {
	r    *rand.Rand
	text strings.Builder
	code []instruction
}

// instruction gives what comes after a state: the next instruction, and the variables.
type instruction func(x, y int) []place

type place struct{ at, x, y int }

func (p *small) emit(f instruction) int {
	p.code = append(p.code, f)
	return len(p.code) - 1
}

// expression is a random expression in C, with its value.
func (p *small) expression() (string, func(x, y int) int) {
	names := []string{"x", "y"}
	i, j, k := p.r.IntN(2), p.r.IntN(2), []int{0, 1, 2, 3, 5, 7, 16, 100, 255}[p.r.IntN(9)]
	of := func(x, y, i int) int { return []int{x, y}[i] }
	switch p.r.IntN(9) {
	case 0:
		return fmt.Sprint(k), func(x, y int) int { return k }
	case 1:
		return fmt.Sprintf("%s + %d", names[i], k), func(x, y int) int { return of(x, y, i) + k }
	case 2, 3:
		return fmt.Sprintf("%s - %d", names[i], k), func(x, y int) int { return of(x, y, i) - k }
	case 4:
		return fmt.Sprintf("%s - %s", names[i], names[j]), func(x, y int) int { return of(x, y, i) - of(x, y, j) }
	case 5:
		return fmt.Sprintf("%s >> 1", names[i]), func(x, y int) int { return of(x, y, i) >> 1 }
	case 6:
		return fmt.Sprintf("%s & (%s - 1)", names[i], names[i]), func(x, y int) int { return of(x, y, i) & (of(x, y, i) - 1) }
	case 7:
		return fmt.Sprintf("%s & %d", names[i], k), func(x, y int) int { return of(x, y, i) & k }
	}
	return fmt.Sprintf("%s + %s", names[i], names[j]), func(x, y int) int { return of(x, y, i) + of(x, y, j) }
}

func (p *small) condition() (string, func(x, y int) bool) {
	a, f := p.expression()
	b, g := p.expression()
	if p.r.IntN(2) == 0 {
		k := p.r.IntN(256)
		b, g = fmt.Sprint(k), func(x, y int) int { return k }
	}
	switch p.r.IntN(5) {
	case 0:
		return fmt.Sprintf("(%s) < (%s)", a, b), func(x, y int) bool { return f(x, y) < g(x, y) }
	case 1:
		return fmt.Sprintf("(%s) > (%s)", a, b), func(x, y int) bool { return f(x, y) > g(x, y) }
	case 2:
		return fmt.Sprintf("(%s) != (%s)", a, b), func(x, y int) bool { return f(x, y) != g(x, y) }
	case 3:
		return fmt.Sprintf("(%s) == (%s)", a, b), func(x, y int) bool { return f(x, y) == g(x, y) }
	}
	return fmt.Sprintf("(%s) != 0", a), func(x, y int) bool { return f(x, y) != 0 }
}

func (p *small) statement(depth int) {
	switch n := p.r.IntN(12); {
	case n < 6 || depth == 0:
		e, f := p.expression()
		i := p.r.IntN(2)
		fmt.Fprintf(&p.text, "%s = %s;\n", []string{"x", "y"}[i], e)
		next := len(p.code) + 1
		p.emit(func(x, y int) []place {
			v := f(x, y) & 255
			if i == 0 {
				return []place{{next, v, y}}
			}
			return []place{{next, x, v}}
		})
	case n < 7:
		i := p.r.IntN(2)
		fmt.Fprintf(&p.text, "%s = nondet() & 3;\n", []string{"x", "y"}[i])
		next := len(p.code) + 1
		p.emit(func(x, y int) (to []place) {
			for v := range 4 {
				if i == 0 {
					to = append(to, place{next, v, y})
				} else {
					to = append(to, place{next, x, v})
				}
			}
			return to
		})
	case n < 10:
		c, f := p.condition()
		any := p.r.IntN(4) == 0
		if any {
			c = "nondet() & 1"
		}
		fmt.Fprintf(&p.text, "if (%s) {\n", c)
		at := p.emit(nil)
		p.block(depth - 1)
		p.text.WriteString("} else {\n")
		skip := p.emit(nil)
		p.block(depth - 1)
		p.text.WriteString("}\n")
		end := len(p.code)
		p.code[skip] = func(x, y int) []place { return []place{{end, x, y}} }
		p.branch(at, f, any, at+1, skip+1)
	default:
		c, f := p.condition()
		fmt.Fprintf(&p.text, "while (%s) {\n", c)
		at := p.emit(nil)
		p.block(depth - 1)
		p.text.WriteString("}\n")
		p.emit(func(x, y int) []place { return []place{{at, x, y}} })
		p.branch(at, f, false, at+1, len(p.code))
	}
}

func (p *small) branch(at int, f func(x, y int) bool, any bool, yes, no int) {
	p.code[at] = func(x, y int) []place {
		switch {
		case any:
			return []place{{yes, x, y}, {no, x, y}}
		case f(x, y):
			return []place{{yes, x, y}}
		}
		return []place{{no, x, y}}
	}
}

func (p *small) block(depth int) {
	for range 1 + p.r.IntN(3) {
		p.statement(depth)
	}
}

// ends says whether all executions end, whatever the variables are at first: whether no state comes back to itself.
func (p *small) ends() bool {
	const (
		open = 1 + iota
		done
	)
	number := func(s place) int { return s.at<<16 | s.x<<8 | s.y }
	state := make([]uint8, len(p.code)<<16)
	type frame struct {
		number int
		rest   []place
	}
	var stack []frame
	push := func(s place) bool {
		if s.at == len(p.code) {
			return true
		}
		n := number(s)
		switch state[n] {
		case open:
			return false
		case 0:
			state[n] = open
			stack = append(stack, frame{n, p.code[s.at](s.x, s.y)})
		}
		return true
	}
	for start := range 1 << 16 {
		push(place{0, start >> 8, start & 255})
		for len(stack) > 0 {
			f := &stack[len(stack)-1]
			if len(f.rest) == 0 {
				state[f.number] = done
				stack = stack[:len(stack)-1]
				continue
			}
			next := f.rest[0]
			f.rest = f.rest[1:]
			if !push(next) {
				return false
			}
		}
	}
	return true
}

func newSmall(seed uint64) *small {
	p := &small{r: rand.New(rand.NewPCG(seed, 7))}
	p.text.WriteString("extern unsigned char nondet(void);\nint main(void) {\nunsigned char x = nondet(), y = nondet();\n")
	c, f := p.condition()
	fmt.Fprintf(&p.text, "while (%s) {\n", c)
	at := p.emit(nil)
	p.block(2)
	p.text.WriteString("}\nreturn 0; }\n")
	p.emit(func(x, y int) []place { return []place{{at, x, y}} })
	p.branch(at, f, false, at+1, len(p.code))
	return p
}

// newRecursive is a function that calls itself once or twice: it ends unless parameters come again in the calls that have not returned.
func newRecursive(seed uint64) *small {
	p := &small{r: rand.New(rand.NewPCG(seed, 11))}
	first, f := p.condition()
	second, g := p.condition()
	var texts []string
	var values []func(x, y int) int
	for range 4 {
		e, v := p.expression()
		texts, values = append(texts, e), append(values, v)
	}
	twice := p.r.IntN(2) == 0
	p.text.WriteString("extern unsigned char nondet(void);\nvoid f(unsigned char x, unsigned char y) {\n")
	fmt.Fprintf(&p.text, "if (%s) {\nf(%s, %s);\n", first, texts[0], texts[1])
	if twice {
		fmt.Fprintf(&p.text, "if (%s) f(%s, %s);\n", second, texts[2], texts[3])
	}
	p.text.WriteString("} }\nint main(void) { unsigned char x = nondet(), y = nondet(); f(x, y); return 0; }\n")
	p.emit(func(x, y int) (to []place) {
		if f(x, y) {
			to = append(to, place{0, values[0](x, y) & 255, values[1](x, y) & 255})
			if twice && g(x, y) {
				to = append(to, place{0, values[2](x, y) & 255, values[3](x, y) & 255})
			}
		}
		return to
	})
	return p
}

// TestRandomRecursion: what is said of random recursive functions agrees with all of their executions.
func TestRandomRecursion(t *testing.T) { randomTermination(t, newRecursive, 10) }

// TestRandomTermination: what is said of random loops agrees with all of their executions.
func TestRandomTermination(t *testing.T) { randomTermination(t, newSmall, 25) }

func randomTermination(t *testing.T, newSmall func(seed uint64) *small, usual int) {
	count, seed := testenv.Random(usual)
	want := map[bool]int{true: count, false: count} // that many programs of each kind
	said := map[bool]int{}
	for i := seed; want[true]+want[false] > 0; i++ {
		p := newSmall(i)
		ends := p.ends()
		if want[ends] == 0 {
			continue
		}
		want[ends]--
		prog := prepare.New(cfront.Options{Properties: []string{"termination"}}, nil, "a.c")
		prog.Give("a.c", []byte(p.text.String()))
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		res, err := Verify(ctx, prog, Options{})
		cancel()
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", i, err, p.text.String())
		}
		if res.Verdict == verdict.Unknown {
			continue
		}
		said[ends]++
		if (res.Verdict == verdict.True) != ends {
			t.Errorf("seed %d: %v, but all executions end: %v\n%s", i, res.Verdict, ends, p.text.String())
		}
	}
	t.Logf("of %d each, %d that end and %d that do not were decided", count, said[true], said[false])
	if said[true] < count/2 || said[false] < count/3 {
		t.Errorf("of %d each, only %d that end and %d that do not were decided", count, said[true], said[false])
	}
}

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

// varying is a random loop over two variables of 8 bits with a variant, a tuple, which may be none.
type varying struct {
	*small
	tuple []func(x, y int) int
}

func newVarying(seed uint64) *varying {
	p := &varying{small: &small{r: rand.New(rand.NewPCG(seed, 13))}}
	var said []string
	for range 1 + p.r.IntN(2) {
		e, f := p.expression()
		if p.r.IntN(2) == 0 { // what loops count down, more often than by chance
			i := p.r.IntN(2)
			e, f = []string{"x", "y"}[i], func(x, y int) int { return []int{x, y}[i] }
		}
		said, p.tuple = append(said, e), append(p.tuple, f)
	}
	variant := "/*@ loop variant " + strings.Join(said, ", ") + "; */\n"
	after := ""
	if p.r.IntN(3) == 0 {
		variant, after = "", "__CPROVER_decreases("+strings.Join(said, ", ")+")\n"
	}
	p.text.WriteString("extern unsigned char nondet(void);\nint main(void) {\nunsigned char x = nondet(), y = nondet();\n")
	c, f := p.condition()
	fmt.Fprintf(&p.text, "%swhile (%s)\n%s{\n", variant, c, after)
	p.emit(nil)
	p.block(1)
	p.text.WriteString("}\nreturn 0; }\n")
	p.emit(func(x, y int) []place { return []place{{0, x, y}} })
	p.branch(0, f, false, 1, len(p.code))
	return p
}

// holds says whether the tuple gets smaller in each round that ends, from whichever state: each is one that the program may begin with.
func (p *varying) holds() bool {
	for start := range 1 << 16 {
		x, y := start>>8, start&255
		seen := map[place]bool{}
		stack := p.code[0](x, y)
		for len(stack) > 0 {
			s := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			switch {
			case s.at == len(p.code) || seen[s]:
			case s.at == 0:
				smaller := false
				for _, f := range p.tuple {
					was, is := f(x, y), f(s.x, s.y)
					if smaller = is < was && was >= 0; smaller || is != was {
						break
					}
				}
				if !smaller {
					return false
				}
			default:
				seen[s] = true
				stack = append(stack, p.code[s.at](s.x, s.y)...)
			}
		}
	}
	return true
}

// TestRandomVariants: what is said of random variants agrees with all rounds of their loops; and a loop all of whose rounds end has one only if it ends.
func TestRandomVariants(t *testing.T) {
	count, seed := testenv.Random(4)
	want := map[bool]int{true: count, false: count} // that many right ones, and wrong ones
	said := map[bool]int{}
	for i := seed; want[true]+want[false] > 0; i++ {
		p := newVarying(i)
		holds := p.holds()
		if want[holds] == 0 {
			continue
		}
		want[holds]--
		prog := prepare.New(cfront.Options{Properties: []string{"unreach-call"}}, nil, "a.c")
		prog.Give("a.c", []byte(p.text.String()))
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		res, err := Verify(ctx, prog, Options{RanksRequired: holds})
		cancel()
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", i, err, p.text.String())
		}
		if res.Verdict == verdict.Unknown && !res.Ends {
			continue
		}
		said[holds]++
		ends := !holds || p.ends()
		switch {
		case res.Ends && holds && (res.Verdict == verdict.Unknown || res.Verdict == verdict.False && !ends):
		case res.Verdict == verdict.True && holds && ends && res.Too != nil:
		case res.Verdict == verdict.False && !holds && !res.Ends:
		default:
			t.Errorf("seed %d: %v, but the variant is right: %v, and all executions end: %v\n%s", i, res.Verdict, holds, ends, p.text.String())
		}
	}
	t.Logf("of %d each, %d right variants and %d wrong ones were decided", count, said[true], said[false])
	if said[true] < count/2 || said[false] < count/2 {
		t.Errorf("of %d each, only %d right variants and %d wrong ones were decided", count, said[true], said[false])
	}
}

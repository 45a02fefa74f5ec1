package certify_test

import (
	"errors"
	"strings"
	"testing"

	"craig/internal/evidence/certify"
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/internal/program/ir/irtest"
	"craig/logic/term"
)

// callsProgram is a program with the bodies of main (locations from 1 on), f (from 11 on) and k (from 21 on), each from its first location to its second.
// Location 9 is an error of main, 19 one of f.
func callsProgram(t *testing.T, main, f, k string) *ir.Program {
	t.Helper()
	var b strings.Builder
	b.WriteString("ir 1\nglobal 1 g u8\nglobal 2 h u8\n")
	for _, x := range []struct{ head, body string }{
		{"func k\nlocal 3 k::y u8\nentry 21\nexit 22\n", k},
		{"func f\nparam 4 f::x u8\nresult 5 f::r u8\nlocal 6 f::y u8\nentry 11\nexit 12\n", f},
		{"func main\nlocal 7 main::a u8\nlocal 8 main::b u8\nentry 1\nexit 2\n", main},
	} {
		b.WriteString(x.head)
		seen := map[string]bool{}
		for _, line := range strings.Split(x.body, "; ") {
			words := strings.Fields(line)
			for _, l := range []string{words[0], strings.TrimSuffix(words[2], ":")} {
				if !seen[l] {
					seen[l] = true
					if strings.HasSuffix(l, "9") {
						l += ` error "unreach-call"`
					}
					b.WriteString("loc " + l + "\n")
				}
			}
			b.WriteString("edge " + line + "\n")
		}
		b.WriteString("end\n")
	}
	return irtest.Numbered(t, b.String()+"main main\n")
}

const (
	skips  = "11 -> 12: f::r := 0:u8"
	skipsK = "21 -> 22: skip"
)

// TestForgedContracts: contracts that say what is not so are rejected, each for one thing that has to be shown.
func TestForgedContracts(t *testing.T) {
	st := term.NewStore()
	v := func(name string) term.Term { return st.Var(name, term.Int) }
	is := func(name string, n int64) term.Term { return st.Eq(v(name), st.Int(n)) }
	yes := st.True()
	for _, c := range []struct {
		name, main, f, k string
		inv              verdict.Contracts
		ok               bool
	}{
		{"a callee that changes nothing", "1 -> 3: g := 0:u8; 3 -> 4: call f(1:u8); 4 -> 2: assume (g == 0:u8); 4 -> 9: assume !(g == 0:u8)", skips, skipsK,
			verdict.Contracts{1: yes, 11: yes, 12: yes}, true},
		{"a global that the callee changes is as before", "1 -> 3: g := 0:u8; 3 -> 4: call f(1:u8); 4 -> 2: assume (g == 0:u8); 4 -> 9: assume !(g == 0:u8)", "11 -> 12: g := 5:u8", skipsK,
			verdict.Contracts{1: yes, 11: yes, 12: yes}, false},
		{"a global that the callee's callee changes is as before", "1 -> 3: g := 0:u8; 3 -> 4: call f(1:u8); 4 -> 2: assume (g == 0:u8); 4 -> 9: assume !(g == 0:u8)", "11 -> 12: call k()", "21 -> 22: g := 5:u8",
			verdict.Contracts{1: yes, 11: yes, 12: yes, 21: yes, 22: yes}, false},
		{"x@ is x after a callee has changed it", "1 -> 3: g := 0:u8; 3 -> 4: call f(1:u8); 4 -> 2: assume (g == 0:u8); 4 -> 9: assume !(g == 0:u8)", "11 -> 12: call k()", "21 -> 22: g := 5:u8",
			verdict.Contracts{1: yes, 11: yes, 12: st.Eq(v("g"), v("g@")), 21: yes, 22: yes}, false},
		{"x@ is x where nothing changes it", "1 -> 3: g := 0:u8; 3 -> 4: call f(1:u8); 4 -> 2: assume (g == 0:u8); 4 -> 9: assume !(g == 0:u8)", "11 -> 13: g := (g + 1:u8); 13 -> 12: g := (g - 1:u8)", skipsK,
			verdict.Contracts{1: yes, 11: yes, 12: st.Eq(v("g"), v("g@"))}, true},
		{"what is ensured speaks of a local variable", "1 -> 3: main::a := call f(1:u8); 3 -> 4: main::b := call f(1:u8); 4 -> 2: assume (main::a == main::b); 4 -> 9: assume !(main::a == main::b)",
			`11 -> 13: havoc f::y call "input"; 13 -> 12: f::r := f::y`, skipsK, verdict.Contracts{1: yes, 11: yes, 12: st.Eq(v("f::r"), v("f::y"))}, false},
		{"what is ensured speaks of a parameter that has changed", "1 -> 3: main::a := call f(1:u8); 3 -> 4: main::b := call f(1:u8); 4 -> 2: assume (main::a == main::b); 4 -> 9: assume !(main::a == main::b)",
			`11 -> 13: havoc f::x call "input"; 13 -> 12: f::r := f::x`, skipsK, verdict.Contracts{1: yes, 11: yes, 12: st.Eq(v("f::r"), v("f::x"))}, false},
		{"what is required speaks of a local variable", "1 -> 2: call f(1:u8)", "11 -> 12: assume (f::y == 0:u8); 11 -> 19: assume !(f::y == 0:u8)", skipsK,
			verdict.Contracts{1: yes, 11: is("f::y", 0), 12: yes}, false},
		{"two calls give the same", "1 -> 3: main::a := call f(1:u8); 3 -> 4: main::b := call f(1:u8); 4 -> 2: assume (main::a == main::b); 4 -> 9: assume !(main::a == main::b)",
			`11 -> 12: havoc f::r call "input"`, skipsK, verdict.Contracts{1: yes, 11: yes, 12: yes}, false},
		{"what is required does not hold of the argument", "1 -> 2: call f(0:u8)", "11 -> 12: assume (f::x == 1:u8); 11 -> 19: assume !(f::x == 1:u8)", skipsK,
			verdict.Contracts{1: yes, 11: is("f::x", 1), 12: yes}, false},
		{"what is required holds of the argument", "1 -> 2: call f(1:u8)", "11 -> 12: assume (f::x == 1:u8); 11 -> 19: assume !(f::x == 1:u8)", skipsK,
			verdict.Contracts{1: yes, 11: is("f::x", 1), 12: yes}, true},
		{"the callee is said never to return", "1 -> 3: call f(1:u8); 3 -> 9: skip; 1 -> 2: skip", skips, skipsK, verdict.Contracts{1: yes, 11: yes}, false},
		{"the callee is said never to be called", "1 -> 3: call f(1:u8); 3 -> 2: skip", "11 -> 19: skip; 11 -> 12: skip", skipsK, verdict.Contracts{1: yes}, false},
		{"what main requires does not hold at first", "1 -> 2: assume (g == 1:u8); 1 -> 9: assume !(g == 1:u8)", skips, skipsK, verdict.Contracts{1: is("g", 1)}, false},
		{"main is called, and said never to return", "1 -> 2: assume (g == 1:u8); 1 -> 3: assume !(g == 1:u8); 3 -> 4: g := 1:u8; 4 -> 5: call main(); 5 -> 9: skip", skips, skipsK, verdict.Contracts{1: yes}, false},
		{"an invariant of no location", "1 -> 2: skip", skips, skipsK, verdict.Contracts{1: yes, 99: yes}, false},
	} {
		err := certify.Contracts(t.Context(), callsProgram(t, c.main, c.f, c.k), c.inv, native, 1)
		var r *certify.Rejection
		if (err == nil) != c.ok || err != nil && (!errors.As(err, &r) || r.Undecided) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// TestForgedSummaries is TestForgedContracts for summaries.
func TestForgedSummaries(t *testing.T) {
	st := term.NewStore()
	v := func(name string) term.Term { return st.Var(name, term.Int) }
	is := func(name string, n int64) term.Term { return st.Eq(v(name), st.Int(n)) }
	sum := func(safe, excludes term.Term) verdict.Summary { return verdict.Summary{Safe: safe, Excludes: excludes} }
	yes, no := st.True(), st.False()
	nothing := sum(yes, no) // safe from anywhere, and returns with anything
	const keeps = "1 -> 3: g := 0:u8; 3 -> 4: call f(1:u8); 4 -> 2: assume (g == 0:u8); 4 -> 9: assume !(g == 0:u8)"
	for _, c := range []struct {
		name, main, f, k string
		sums             verdict.Summaries
		ok               bool
	}{
		{"a callee that changes nothing", keeps, skips, skipsK, verdict.Summaries{1: nothing, 11: nothing}, true},
		{"a global that the callee changes is as before", keeps, "11 -> 12: g := 5:u8", skipsK, verdict.Summaries{1: nothing, 11: nothing}, false},
		{"a global that the callee's callee changes is as before", keeps, "11 -> 12: call k()", "21 -> 22: g := 5:u8", verdict.Summaries{1: nothing, 11: nothing, 21: nothing}, false},
		{"the callee excludes what it does", keeps, "11 -> 12: g := 5:u8", skipsK, verdict.Summaries{1: nothing, 11: sum(yes, is("g'", 5))}, false},
		{"the callee excludes what it does not do", keeps, "11 -> 12: g := 0:u8", skipsK, verdict.Summaries{1: nothing, 11: sum(yes, st.Not(is("g'", 0)))}, true},
		{"two values, of which one is excluded", "1 -> 3: main::a := call f(1:u8); 3 -> 2: assume (g == main::a); 3 -> 9: assume !(g == main::a)", "11 -> 13: g := 5:u8; 13 -> 12: f::r := 5:u8", skipsK,
			verdict.Summaries{1: nothing, 11: sum(yes, st.Not(st.Eq(v("g'"), v("f::r'"))))}, true},
		{"the callee is not safe from there", "1 -> 2: call f(0:u8)", "11 -> 12: assume (f::x == 1:u8); 11 -> 19: assume !(f::x == 1:u8)", skipsK,
			verdict.Summaries{1: nothing, 11: sum(is("f::x", 1), no)}, false},
		{"the callee is safe from there", "1 -> 2: call f(1:u8)", "11 -> 12: assume (f::x == 1:u8); 11 -> 19: assume !(f::x == 1:u8)", skipsK,
			verdict.Summaries{1: nothing, 11: sum(is("f::x", 1), no)}, true},
		{"main is not safe at first", "1 -> 2: assume (g == 1:u8); 1 -> 9: assume !(g == 1:u8)", skips, skipsK, verdict.Summaries{1: sum(is("g", 1), no)}, false},
		{"the callee is said never to return", "1 -> 3: call f(1:u8); 3 -> 9: skip; 1 -> 2: skip", skips, skipsK, verdict.Summaries{1: nothing, 11: sum(yes, yes)}, false},
		{"main is called, and said never to return", "1 -> 2: assume (g == 1:u8); 1 -> 3: assume !(g == 1:u8); 3 -> 4: g := 1:u8; 4 -> 5: call main(); 5 -> 9: skip", skips, skipsK,
			verdict.Summaries{1: sum(yes, yes)}, false},
		{"a summary speaks of another procedure's variable", "1 -> 2: call f(1:u8)", skips, skipsK, verdict.Summaries{1: nothing, 11: sum(yes, is("main::a", 0))}, false},
	} {
		err := certify.Summaries(t.Context(), callsProgram(t, c.main, c.f, c.k), c.sums, native, 1)
		var r *certify.Rejection
		if (err == nil) != c.ok || err != nil && (!errors.As(err, &r) || r.Undecided) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

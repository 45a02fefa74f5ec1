package interleaving

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"craig/internal/evidence/verdict"
	"craig/internal/evidence/witness"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/run"
	"craig/internal/testenv"
)

// A witness with ghost variables is woven into the machine, and races are looked for between two statements.

// woven is a machine with two ghost variables.
type woven struct {
	machine
	ghosts [2]int8
}

// update gives a ghost variable a value: n, or n more than the other one.
type update struct {
	ghost int
	n     int8
	other bool
}

// seen is what an invariant may speak of: both ghost variables, x and y.
type seen [4]int8

var words = [4]string{"ghost0", "ghost1", "x", "y"}

// observed are the executions of a program with ghosts: what there is where threads are at the statements of marks, and which statements race when both threads have been
// made. ok is false if there are too many states.
func observed(code [threads][]step, marks []mark, updates map[int]update) (at []map[seen]int, races map[[2]int]bool, reached, ok bool) {
	at, races = make([]map[seen]int, len(marks)), map[[2]int]bool{}
	changes := [3]map[int16]update{{}, {}, {}} // by the step with which they are made
	starts := [3]map[int16]int{{}, {}, {}}
	within := func(i int, pc int16) int {
		return slices.IndexFunc(marks, func(x mark) bool { return x.thread == i && x.from <= int(pc) && int(pc) < x.to })
	}
	for k, x := range marks {
		at[k] = map[seen]int{}
		starts[x.thread][int16(x.from)] = k
		if u, is := updates[k]; is {
			pc := x.from
			for pc < x.to-1 && !code[x.thread][pc].visible() {
				pc++
			}
			changes[x.thread][int16(pc)] = u
		}
	}
	var f facts
	done := map[woven]bool{}
	todo := []woven{{machine: begin()}}
	for len(todo) > 0 {
		m := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if done[m] {
			continue
		}
		if done[m] = true; len(done) > 200_000 {
			return nil, nil, false, false
		}
		for i := range 3 {
			if m.pc[i] < 0 || m.section != 0 && m.section != int8(i+1) {
				continue
			}
			if k, is := starts[i][m.pc[i]]; is {
				at[k][seen{m.ghosts[0], m.ghosts[1], m.cells[0], m.cells[1]}]++
			}
			for _, n := range m.machine.next(code, i, &f) {
				next := woven{n, m.ghosts}
				if u, is := changes[i][m.pc[i]]; is {
					next.ghosts[u.ghost] = u.n
					if u.other {
						next.ghosts[u.ghost] += m.ghosts[1-u.ghost]
					}
				}
				todo = append(todo, next)
			}
		}
		for i := range 3 {
			for j := range 3 {
				if i == j || m.pc[i] < 0 || m.pc[j] < 0 || m.pc[1] == -1 || m.pc[2] == -1 {
					continue
				}
				c, w, a, ok1 := m.access(code, i)
				d, v, b, ok2 := m.access(code, j)
				if ok1 && ok2 && c == d && (w || v) && !(a && b) {
					races[[2]int{within(i, m.pc[i]), within(j, m.pc[j])}] = true
				}
			}
		}
	}
	return at, races, f.reached, true
}

// place is where the statement with a number begins, in the format of witnesses.
func place(text string, k int) string {
	at := strings.Index(text, fmt.Sprintf("/*%d*/", k))
	at += strings.Index(text[at:], "*/") + 2
	return located(text, at)
}

func located(text string, at int) string {
	line := strings.Count(text[:at], "\n") + 1
	return fmt.Sprintf("{file_name: p.c, line: %d, column: %d}", line, at-strings.LastIndex(text[:at], "\n"))
}

func entry(kind, version, specification string) string {
	return "- entry_type: " + kind + "\n  metadata:\n    format_version: '" + version + "'\n    task:\n      specification: 'CHECK( init(main()), LTL(G ! " + specification + ") )'\n      data_model: LP64\n  content:\n"
}

// checked is the verdict on the copy that a witness asks for; "" if it is not checked.
func checked(t *testing.T, text, w string) verdict.Verdict {
	t.Helper()
	dir := t.TempDir()
	file, name, copied := filepath.Join(dir, "p.c"), filepath.Join(dir, "w.yml"), filepath.Join(dir, "copy.c")
	write := func(name, text string) {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(file, text)
	write(name, w)
	entries, err := witness.Read(name)
	if err != nil {
		t.Fatalf("%v\n%s", err, w)
	}
	claim, err := witness.NewClaim(name, entries, file)
	if err != nil {
		if _, is := err.(*witness.Unsupported); is {
			return verdict.Unknown
		}
		t.Fatalf("%v\n%s\n%s", err, w, text)
	}
	write(copied, string(claim.Texts[0]))
	opts := cfront.Options{Properties: []string{"unreach-call"}, GoalsMayLack: true, Ghosts: witness.InvariantFile, ErrorFunction: claim.Error, LeftOut: cfront.LeftOut{Only: claim.Counts()}}
	if claim.Race != nil {
		opts.Properties = []string{"no-data-race"}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	res, err := run.Verify(ctx, prepare.New(opts, nil, copied), run.Options{Workers: 1})
	if err != nil {
		t.Fatalf("%v\n%s", err, claim.Texts[0])
	}
	return res.Verdict
}

// TestRandomWitnesses: witnesses with random ghost variables of random programs are confirmed only if their invariants hold in all executions of a machine into which
// they are woven, and rejected only if they do not; a data race of two statements is confirmed only if these race there, and rejected only if they do not. What craig
// itself writes of its proofs is not rejected.
func TestRandomWitnesses(t *testing.T) {
	testenv.NeedsLong(t)
	count, seed := testenv.Random(4)
	got := map[string]int{}
	compare := func(seed uint64, what string, has verdict.Verdict, want verdict.Verdict, text, w string) {
		got[fmt.Sprintf("%s: %s, right is %s", what, has, want)]++
		if has != verdict.Unknown && has != want {
			t.Errorf("seed %d: %s: the copy is %s, want %s\n%s\n%s", seed, what, has, want, text, w)
		}
	}
	for i := range uint64(count) {
		seed := seed + i
		r := rand.New(rand.NewPCG(seed, 43))
		text, code, marks := randomMarked(seed, 2, true)
		text, code = filled(r, text, code)
		if r.IntN(3) > 0 { // then only the invariants matter
			text = strings.ReplaceAll(text, "reach_error();", ";")
		}
		updates := map[int]update{}
		for k := range marks {
			if r.IntN(2) == 0 && !strings.Contains(statementOf(text, k), "*p") {
				updates[k] = update{r.IntN(2), int8(r.IntN(3)), r.IntN(5) == 0}
			}
		}
		at, races, reached, ok := observed(code, marks, updates)
		reached = reached && strings.Contains(text, "reach_error();")
		if !ok || len(marks) == 0 {
			got["too many executions"]++
			continue
		}
		ghosts := entry("ghost_instrumentation", "2.1", "call(reach_error())") + "    ghost_variables:\n"
		for g := range 2 {
			ghosts += fmt.Sprintf("    - {name: %s, scope: global, type: int, initial: {value: '0', format: c_expression}}\n", words[g])
		}
		ghosts += "    ghost_updates:\n"
		for k := range marks {
			if u, is := updates[k]; is {
				value := fmt.Sprint(u.n)
				if u.other {
					value += " + " + words[1-u.ghost]
				}
				ghosts += fmt.Sprintf("    - location: %s\n      updates: [{variable: %s, value: '%s', format: c_expression}]\n", place(text, k), words[u.ghost], value)
			}
		}
		for range 2 {
			k := r.IntN(len(marks))
			var x seen // which the invariant excludes
			holds := true
			for range 30 {
				x = seen{int8(r.IntN(4)), int8(r.IntN(3)), int8(r.IntN(4)), int8(r.IntN(3))}
				if holds = at[k][x] == 0; r.IntN(4) == 0 || !holds {
					break
				}
			}
			var parts []string
			keep := 1 + r.IntN(15)
			holds = true
			for j, word := range words {
				if keep&(1<<j) != 0 {
					parts = append(parts, fmt.Sprintf("%s != %d", word, x[j]))
				}
			}
			for y := range at[k] {
				same := true
				for j := range words {
					same = same && (keep&(1<<j) == 0 || x[j] == y[j])
				}
				holds = holds && !same
			}
			w := entry("invariant_set", "2.1", "call(reach_error())") + fmt.Sprintf("  - invariant:\n      type: location_invariant\n      location: %s\n      value: '%s'\n      format: c_expression\n",
				place(text, k), strings.Join(parts, " || ")) + ghosts
			want := verdict.True
			if reached || !holds {
				want = verdict.False
			}
			compare(seed, "ghosts", checked(t, text, w), want, text, w)
		}
		for range 2 {
			a, b := r.IntN(len(marks)), r.IntN(len(marks))
			var list [][2]int
			for x := range races {
				if x[0] >= 0 && x[1] >= 0 {
					list = append(list, x)
				}
			}
			if len(list) > 0 && r.IntN(2) == 0 {
				slices.SortFunc(list, func(x, y [2]int) int { return (x[0]-y[0])*1000 + x[1] - y[1] })
				x := list[r.IntN(len(list))]
				a, b = x[0], x[1]
			}
			if marks[a].thread == marks[b].thread {
				continue
			}
			threads := [2]int{marks[a].thread, marks[b].thread}
			right := races[[2]int{a, b}] && !calls(text, a) && !calls(text, b)
			if r.IntN(5) == 0 {
				threads[r.IntN(2)] = r.IntN(4)
				right = right && threads[0] == marks[a].thread && threads[1] == marks[b].thread
			}
			w := entry("violation_sequence", "2.2", "data-race")
			for n := 1; n < 3; n++ {
				call := strings.Index(text, fmt.Sprintf(", t%d, ", n))
				if call < 0 {
					call = strings.Index(text, fmt.Sprintf(", 0, t%d, ", n))
				}
				maker := 0
				if main := strings.Index(text, "int main("); call < main {
					maker = 1
				}
				end := call + strings.Index(text[call:], ");")
				w += fmt.Sprintf("  - segment:\n    - waypoint: {type: function_enter, action: follow, thread_id: %d, location: %s}\n", maker, located(text, end))
			}
			w += fmt.Sprintf("  - segment:\n    - waypoint: {type: target, action: follow, thread_id: %d, location: %s}\n    - waypoint: {type: target, action: follow, thread_id: %d, location: %s}\n",
				threads[0], place(text, a), threads[1], place(text, b))
			want := verdict.True
			if right {
				want = verdict.False
			}
			compare(seed, "race", checked(t, text, w), want, text, w)
		}
		if !reached {
			own(t, seed, text, got)
		}
	}
	t.Log(got)
}

// statementOf is the statement with a number.
func statementOf(text string, k int) string {
	_, rest, _ := strings.Cut(text, fmt.Sprintf("/*%d*/", k))
	s, _, _ := strings.Cut(rest, ";")
	return s
}

// calls tells whether the accesses of a statement are those of a function of the program, which is no part of its text.
func calls(text string, k int) bool {
	s := strings.TrimSpace(statementOf(text, k))
	return strings.HasPrefix(s, "add(") || strings.Contains(s, "once(")
}

// own checks what craig writes of a program without an error.
func own(t *testing.T, seed uint64, text string, got map[string]int) {
	dir := t.TempDir()
	file := filepath.Join(dir, "p.c")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	res, err := run.Verify(ctx, prepare.New(cfront.Options{}, nil, file), run.Options{Workers: 1})
	if err != nil || res.Verdict != verdict.True {
		return
	}
	w, err := witness.Of(res.Program, &res.Result, witness.About{Version: "2.1", Craig: "test", Sources: res.Sources, Now: time.Unix(0, 0)})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := witness.Write(&b, w); err != nil {
		t.Fatal(err)
	}
	has := checked(t, text, b.String())
	got[fmt.Sprintf("own with %t: %s", len(w.Content) > 0, has)]++
	if has == verdict.False {
		t.Errorf("seed %d: craig's own witness is rejected\n%s\n%s", seed, text, b.String())
	}
}

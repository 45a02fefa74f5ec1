package cli

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"craig/internal/testenv"
)

// A program whose witness is attacked: craig's, or for proofs one with these invariants by line.
// Inputs are between -3 and 12 wherever the program goes on, so that a C compiler's program can try
// them all. IN(i, n) is the index i of an array of n elements, and FREE(p) ends the life of a block. AT1, AT2 stand where loop invariants are evaluated, and are nothing to craig.
type attacked struct {
	property   string // unreach-call if ""
	text       string
	inputs     int
	invariants map[int]string
}

const attackHead = `#ifndef __VERIFIER_nondet_int
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define AT1
#define AT2
#define IN(i, n) (i)
#define FREE(p) free(p)
#include <stdlib.h>
#endif
`

var correct = []attacked{
	{inputs: 1, invariants: map[int]string{13: "(x <= n) && (y == 2 * x) && (n <= 12)"}, text: `int main(void) {
  int n = __VERIFIER_nondet_int(), x = 0, y = 0;
  if (n < 0 || n > 12) return 0;
  while (AT1 x < n) { x++; y += 2; }
  if (y != 2 * n) reach_error();
  return 0;
}
`},
	{inputs: 1, invariants: map[int]string{
		13: "(s == 2 * i) && (i <= n) && (n <= 12) && (i >= 0)", 14: "(s == n + i) && (i >= 0) && (i <= n) && (n <= 12)",
	}, text: `int main(void) {
  int n = __VERIFIER_nondet_int(), s = 0, i = 0;
  if (n < 0 || n > 12) return 0;
  while (AT1 i < n) { s += 2; i++; }
  while (AT2 i > 0) { s--; i--; }
  if (s != n) reach_error();
  return 0;
}
`},
	{inputs: 1, invariants: map[int]string{14: "(s >= 1.0f) && (s <= 4096.0f) && (i >= 0) && (i <= n) && (n <= 12)"}, text: `int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0;
  float s = 1.0f;
  if (n < 0 || n > 12) return 0;
  while (AT1 i < n) { s = s < 2048.0f ? s * 2.0f : s; i++; }
  if (s < 1.0f) reach_error();
  return 0;
}
`},
	{property: "valid-memsafety", inputs: 1, invariants: map[int]string{14: "(i >= 0) && (i <= n) && (n <= 12)"}, text: `int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0;
  char *p = n < 0 || n > 12 ? 0 : malloc(13);
  if (!p) return 0;
  while (AT1 i <= n) { p[IN(i, 13)] = 1; i++; if (i > n) break; }
  FREE(p);
  return 0;
}
`},
}

var violated = []attacked{
	{inputs: 2, text: `int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  if (a < -3 || a > 12 || b < -3 || b > 12) return 0;
  if (a * 3 + b == 20)
    reach_error();
  if (b == 7)
    reach_error();
  return 0;
}
`},
	{inputs: 3, text: `int main(void) {
  int s = 0, i = 0;
  while (i < 3) {
    int v = __VERIFIER_nondet_int();
    if (v < -3 || v > 12) return 0;
    s = 2 * s + v;
    i++;
  }
  if (s == 21)
    reach_error();
  return 0;
}
`},
	{property: "valid-memsafety", inputs: 2, text: `int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  char *p = malloc(20);
  if (!p || a < 0 || a > 12 || b < 0 || b > 12) return 0;
  if (a + b == 22)
    p[IN(a + b - 2, 20)] = 1;
  p[IN(a + b / 2, 20)] = 1;
  if (p != 0)
    FREE(p);
  return 0;
}
`},
	{property: "valid-memsafety", inputs: 2, text: `int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  char *p = malloc(20);
  if (!p || a < -3 || a > 12 || b < -3 || b > 12) return 0;
  if (a == 7)
    FREE(p);
  if (b != a + 2)
    FREE(p);
  return 0;
}
`},
}

// driver runs the program with all inputs. Its arguments are the line of the target, 0 for none, and
// line and value of each waypoint, in order. It prints whether a check fails or an execution along
// the waypoints comes to the target.
const driver = `#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
static jmp_buf end;
static int input[8], next, bad, target, ways, at, line[64], value[64];
static int nd_at(int l) {
  int v = input[next++];
  if (at < ways && line[at] == l && value[at] == v) at++;
  return v;
}
static void failed(void) { bad = 1; longjmp(end, 1); }
static void error_at(int l) {
  if (target == 0 || l == target && at == ways) bad = 1;
  longjmp(end, 1);
}
#define __VERIFIER_nondet_int() nd_at(__LINE__)
#define reach_error() error_at(__LINE__)
static int freed;
#define IN(i, n) ((unsigned)(i) < (n) ? (i) : (error_at(__LINE__), 0))
#define FREE(p) (freed++ ? error_at(__LINE__) : free(p))
#define main program
#include "p.c"
#undef main
static void try(int k) {
  if (k == INPUTS) {
    next = at = freed = 0;
    if (!setjmp(end)) program();
    return;
  }
  for (input[k] = -4; input[k] <= 13 && !bad; input[k]++) try(k + 1);
}
int main(int argc, char **argv) {
  target = atoi(argv[1]);
  for (int i = 2; i + 1 < argc; i += 2) line[ways] = atoi(argv[i]), value[ways++] = atoi(argv[i + 1]);
  try(0);
  puts(bad ? "bad" : "fine");
}
`

// TestAttackedWitnesses damages witnesses: constants and operators of invariants change, conjuncts
// get lost, places change; values, order, number and places of waypoints. What craig witness check
// confirms of invariants no execution violates, what it confirms of a violation exists, and the other
// way round, as a C compiler's program finds that tries all inputs. Every twelfth is looked at, all of
// them with CRAIG_MUTANTS=all.
func TestAttackedWitnesses(t *testing.T) {
	testenv.NeedsLong(t)
	testenv.NeedsTool(t, "cc")
	counts := map[string]int{}
	for _, violation := range []bool{false, true} {
		programs := correct
		if violation {
			programs = violated
		}
		for _, p := range programs {
			dir := t.TempDir()
			file := filepath.Join(dir, "p.c")
			write(t, file, attackHead+p.text)
			text := p.correctness()
			if violation {
				good := filepath.Join(dir, "good.yml")
				craigStatus(t, "verify", "--quiet", "--timeout", "60s", "--property", cmp.Or(p.property, "unreach-call"), "--witness", good, file)
				written, err := os.ReadFile(good)
				if err != nil {
					t.Fatal(err)
				}
				text = string(written)
			}
			o := &attackOracle{t: t, dir: dir, inputs: p.inputs, violation: violation, built: map[string]string{}}
			list := mutateWitness(text, violation)
			for i, mutant := range append([]string{text}, list...) {
				if i%12 != 0 && os.Getenv("CRAIG_MUTANTS") != "all" {
					continue
				}
				name := filepath.Join(dir, "w.yml")
				write(t, name, mutant)
				status, out := craigStatus(t, "witness", "check", "--timeout", "20s", file, name)
				if i == 0 && status != exitConfirmed {
					t.Errorf("craig's own witness: %s%s", out, text)
				}
				valid := o.valid(mutant)
				counts[fmt.Sprintf("violation %v, valid %v, status %d", violation, valid, status)]++
				if status == exitConfirmed && !valid || status == exitRejected && valid {
					t.Errorf("valid: %v, but %s%s", valid, out, mutant)
				}
			}
		}
	}
	t.Log(counts)
	for _, what := range []string{"violation false, valid false, status 1", "violation false, valid true, status 0", "violation true, valid false, status 1", "violation true, valid true, status 0"} {
		if counts[what] == 0 {
			t.Errorf("none: %s", what)
		}
	}
}

// correctness is the witness with the invariants.
func (p attacked) correctness() string {
	text := "- entry_type: invariant_set\n"
	if p.property != "" {
		text += "  metadata:\n    task:\n      specification: CHECK( init(main()), LTL(G " + p.property + ") )\n"
	}
	text += "  content:\n"
	for _, line := range slices.Sorted(maps.Keys(p.invariants)) {
		text += fmt.Sprintf("  - invariant:\n      type: loop_invariant\n      location:\n        file_name: p.c\n        line: %d\n        column: 3\n      value: %s\n      format: c_expression\n", line, p.invariants[line])
	}
	return text
}

// craigStatus runs craig as a process of its own, which TestMain has put where commands are found.
func craigStatus(t *testing.T, args ...string) (status int, out string) {
	t.Helper()
	cmd := exec.Command("craig", args...)
	text, err := cmd.CombinedOutput()
	if err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), string(text)
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

var (
	valueLine  = regexp.MustCompile(`(?m)^(\s*value: )(.*)$`)
	lineLine   = regexp.MustCompile(`(?m)^(\s*line: )(\d+)$`)
	segment    = regexp.MustCompile(`(?m)^  - segment:\n(?:    .*\n|  - waypoint.*\n)+`)
	number     = regexp.MustCompile(`\d+`)
	comparison = regexp.MustCompile(`<=|>=|==|!=| < | > `)
	conjunct   = regexp.MustCompile(` && \([^()]*(?:\([^()]*\)[^()]*)*\)`)
)

// mutateWitness lists witnesses that differ from text in one place.
func mutateWitness(text string, violation bool) (list []string) {
	add := func(from, to int, new string) {
		if new != text[from:to] {
			list = append(list, text[:from]+new+text[to:])
		}
	}
	for _, m := range valueLine.FindAllStringSubmatchIndex(text, -1) {
		value := text[m[4]:m[5]]
		for _, n := range number.FindAllStringIndex(value, -1) {
			k, err := strconv.Atoi(value[n[0]:n[1]])
			if err != nil || n[0] > 0 && strings.ContainsAny(value[n[0]-1:n[0]], "_abcdefghijklmnopqrstuvwxyz") || strings.HasPrefix(value[n[1]:], ")a") {
				continue
			}
			add(m[4]+n[0], m[4]+n[1], strconv.Itoa(k+1))
			add(m[4]+n[0], m[4]+n[1], strconv.Itoa(max(k-1, 0)))
		}
		if violation {
			continue
		}
		for _, c := range comparison.FindAllStringIndex(value, -1) {
			for _, other := range []string{"<=", ">=", "==", "!="} {
				add(m[4]+c[0], m[4]+c[1], " "+other+" ")
			}
		}
		for _, c := range conjunct.FindAllStringIndex(value, -1) {
			add(m[4]+c[0], m[4]+c[1], "")
		}
	}
	lines := lineLine.FindAllStringSubmatchIndex(text, -1)
	for i, m := range lines {
		for _, other := range lines[:i] { // to the place of another
			a, b := text[m[4]:m[5]], text[other[4]:other[5]]
			swapped := text[:other[4]] + a + text[other[5]:m[4]] + b + text[m[5]:]
			if a != b && !violation {
				list = append(list, swapped)
			}
		}
	}
	segments := segment.FindAllStringIndex(text, -1)
	for i, s := range segments {
		if i < len(segments)-1 {
			add(s[0], s[1], "") // one less
			add(s[0], s[1], strings.Repeat(text[s[0]:s[1]], 2))
		}
		if i > 0 && i < len(segments)-1 {
			before := segments[i-1]
			list = append(list, text[:before[0]]+text[s[0]:s[1]]+text[before[0]:before[1]]+text[s[1]:])
		}
	}
	if violation { // another target
		for _, line := range []string{"15", "17", "19"} {
			last := lines[len(lines)-1]
			if other := text[:last[4]] + line + text[last[5]:]; other != text {
				list = append(list, other)
			}
		}
	}
	return list
}

// attackOracle asks a C compiler's program.
type attackOracle struct {
	t         *testing.T
	dir       string
	inputs    int
	violation bool
	built     map[string]string // the programs, by what stands at AT1 and AT2
}

// valid says whether all that a witness says is so.
func (o *attackOracle) valid(text string) bool {
	at := map[string]string{"AT1": "", "AT2": ""}
	args := []string{"0"}
	values, lines := valueLine.FindAllStringSubmatch(text, -1), lineLine.FindAllStringSubmatch(text, -1)
	source, err := os.ReadFile(filepath.Join(o.dir, "p.c"))
	if err != nil {
		o.t.Fatal(err)
	}
	for i, v := range values {
		value := strings.Trim(v[2], "'")
		if o.violation {
			value = strings.Trim(strings.TrimSpace(strings.TrimPrefix(value, `\result ==`)), "()L")
			args = append(args, lines[i][2], value)
			continue
		}
		n, _ := strconv.Atoi(lines[i][2])
		place := regexp.MustCompile(`AT\d`).FindString(strings.Split(string(source), "\n")[n-1])
		if place == "" {
			o.t.Fatalf("no loop in line %d", n)
		}
		at[place] += "((" + value + ") ? (void)0 : failed()),"
	}
	if o.violation {
		args[0] = lines[len(lines)-1][2]
		if !errorPlace.MatchString(strings.Split(string(source), "\n")[atoi(args[0])-1]) {
			return false
		}
	}
	out, err := exec.Command(o.program(at), args...).CombinedOutput()
	if err != nil {
		return false // undefined behaviour in the condition
	}
	return (strings.TrimSpace(string(out)) == "bad") == o.violation
}

// errorPlace matches what may be an error.
var errorPlace = regexp.MustCompile(`reach_error|IN\(|FREE\(`)

func atoi(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}

func (o *attackOracle) program(at map[string]string) string {
	key := at["AT1"] + "\n" + at["AT2"]
	if o.built[key] == "" {
		source, exe := filepath.Join(o.dir, "driver.c"), filepath.Join(o.dir, fmt.Sprintf("driver%d", len(o.built)))
		write(o.t, source, driver)
		cmd := exec.Command("cc", "-w", "-O1", "-fsanitize=undefined", "-fsanitize-undefined-trap-on-error", "-o", exe,
			"-DINPUTS="+strconv.Itoa(o.inputs), "-DAT1="+at["AT1"], "-DAT2="+at["AT2"], source)
		if text, err := cmd.CombinedOutput(); err != nil {
			o.t.Fatalf("%v\n%s", err, text)
		}
		o.built[key] = exe
	}
	return o.built[key]
}

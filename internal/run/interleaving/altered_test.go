package interleaving

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"craig/internal/engine/enginetest"
	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/resultfile"
	"craig/internal/run"
	"craig/internal/svcomp"
	"craig/internal/testenv"
)

// threaded is a program with threads and what is asked of it.
type threaded struct {
	name, text string
	opts       cfront.Options
}

// threadedPrograms are those of testdata/litmus, some of any number of threads, and the tasks of the sets, if they are there.
func threadedPrograms(t *testing.T) (list []threaded) {
	t.Helper()
	files, _ := filepath.Glob("../../../testdata/litmus/*.c")
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		properties := "unreach-call"
		if m := litmusSays.FindSubmatch(text); m != nil {
			properties = string(m[1])
		}
		for _, p := range strings.Fields(properties) {
			list = append(list, threaded{filepath.Base(file), string(text), cfront.Options{Properties: []string{strings.Trim(p, "()")}}})
		}
	}
	const many = "#include <pthread.h>\nextern int __VERIFIER_nondet_int(void); extern void reach_error(void); int x, y; pthread_mutex_t m, k;\n" +
		"void *f(void *p) {\npthread_mutex_lock(&m);\nx++;\nx--;\npthread_mutex_unlock(&m);\nreturn p; }\nint main(void) { pthread_t t; for (int i = 0; i < 99; i++) pthread_create(&t, 0, f, 0);\npthread_mutex_lock(&m);\nif (x) reach_error();\npthread_mutex_unlock(&m);\n}\n"
	for _, number := range []int{prepare.AnyThreads, prepare.GuardedThreads} {
		for _, p := range []string{"unreach-call", "no-data-race"} {
			list = append(list, threaded{fmt.Sprint("many", number), many, cfront.Options{Properties: []string{p}, Threads: number}})
		}
	}
	tasks, _ := filepath.Glob(filepath.Join(os.Getenv("CRAIG_BENCH"), "tasks", "conc-*", "*.yml"))
	for _, task := range tasks {
		def, err := svcomp.ReadDefinition(task)
		if err != nil || len(def.Files) != 1 {
			continue
		}
		text, err := os.ReadFile(def.Files[0])
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range []string{"unreach-call", "no-data-race", "no-deadlock"} {
			list = append(list, threaded{filepath.Base(task), string(text), cfront.Options{ILP32: def.ILP32, Properties: []string{p}}})
		}
	}
	return list
}

// claim is the certificate of a program.
type claim struct {
	threaded
	doc *resultfile.Document
}

// clone is a certificate that can be altered.
func (c claim) clone() claim {
	doc := *c.doc
	doc.Invariants = slices.Clone(doc.Invariants)
	doc.Options.Properties = slices.Clone(doc.Options.Properties)
	c.doc = &doc
	return c
}

// accepted tells whether the certifier accepts a certificate. Then it is a proof by the conditions that package conditions makes, which shares no code with it,
// and doubted is false; or these are open.
func (c claim) accepted(t *testing.T) (accepted, doubted bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	prog := prepare.New(c.doc.Options, fstest.MapFS{"p.c": {Data: []byte(c.text)}}, "p.c")
	p, err := run.Load(ctx, prog, verdict.True, run.Form{Calls: c.doc.Calls, Results: c.doc.Results})
	if err != nil {
		return false, false
	}
	res, err := c.doc.Result(p)
	if err != nil {
		return false, false
	}
	if _, err = run.Certify(ctx, p, res, nil, 1); err != nil {
		return false, false
	}
	return true, !enginetest.Agree(t, p, res.Proof, nil)
}

var (
	numeral  = regexp.MustCompile(`\b\d+\b`)
	thread   = regexp.MustCompile(`(#|@|\$self|\$made|\$returned)([123])\b`)
	released = regexp.MustCompile(`(?m)^.*\b(pthread_mutex_(un)?lock|pthread_(rw|spin_)\w*lock|pthread_join|sem_(wait|post)|__VERIFIER_atomic_(begin|end)|mtx_\w*lock)\s*\([^;]*\);`)
	owned    = regexp.MustCompile(`\b(_Thread_local|__thread|_Atomic)\b`)
)

// replaceOne replaces one of the places that match, if there are any.
func replaceOne(r *rand.Rand, of *regexp.Regexp, text string, with func(match string) string) string {
	places := of.FindAllStringIndex(text, -1)
	if len(places) == 0 {
		return text
	}
	at := places[r.IntN(len(places))]
	return text[:at[0]] + with(text[at[0]:at[1]]) + text[at[1]:]
}

// alterations are ways to alter a certificate: what it claims of the threads, and of which program it claims that.
var alterations = []struct {
	name  string
	alter func(r *rand.Rand, c *claim)
}{
	{"another number of threads", func(r *rand.Rand, c *claim) { c.doc.Options.Threads = r.IntN(6) - 2 }},
	{"another property", func(r *rand.Rand, c *claim) {
		c.doc.Options.Properties = []string{[]string{"unreach-call", "no-data-race", "no-deadlock"}[r.IntN(3)]}
	}},
	{"an invariant left out", func(r *rand.Rand, c *claim) {
		if n := len(c.doc.Invariants); n > 0 {
			i := r.IntN(n)
			c.doc.Invariants = slices.Delete(c.doc.Invariants, i, i+1)
		}
	}},
	{"true", func(r *rand.Rand, c *claim) { c.formula(r, func(string) string { return "true" }) }},
	{"false", func(r *rand.Rand, c *claim) { c.formula(r, func(string) string { return "false" }) }},
	{"the opposite", func(r *rand.Rand, c *claim) { c.formula(r, func(f string) string { return "(not " + f + ")" }) }},
	{"another owner or count", func(r *rand.Rand, c *claim) {
		c.formula(r, func(f string) string {
			return replaceOne(r, numeral, f, func(n string) string { v, _ := strconv.Atoi(n); return strconv.Itoa(v + 1) })
		})
	}},
	{"of another thread", func(r *rand.Rand, c *claim) {
		c.formula(r, func(f string) string {
			return replaceOne(r, thread, f, func(n string) string { return n[:len(n)-1] + strconv.Itoa(1+int(n[len(n)-1]-'0')%3) })
		})
	}},
	{"of another place", func(r *rand.Rand, c *claim) {
		if n := len(c.doc.Invariants); n > 1 {
			a, b := &c.doc.Invariants[r.IntN(n)], &c.doc.Invariants[r.IntN(n)]
			a.SMTLIB, b.SMTLIB = b.SMTLIB, a.SMTLIB
		}
	}},
	{"a lock, a join or a section left out", func(r *rand.Rand, c *claim) {
		c.text = replaceOne(r, released, c.text, func(line string) string { return released.ReplaceAllString(line, ";") })
	}},
	{"a variable of each thread shared", func(r *rand.Rand, c *claim) {
		c.text = replaceOne(r, owned, c.text, func(string) string { return "" })
	}},
	{"an access more", func(r *rand.Rand, c *claim) {
		c.text = replaceOne(r, regexp.MustCompile(`\bpthread_create\s*\(`), c.text, func(call string) string { return "pthread_yield(), " + call })
	}},
	{"an initial value", func(r *rand.Rand, c *claim) {
		c.text = replaceOne(r, regexp.MustCompile(`(?m)^(static |volatile )?int \w+( = \d+)?;`), c.text, func(d string) string {
			name, _, _ := strings.Cut(strings.TrimSuffix(d, ";"), " = ")
			return name + " = " + strconv.Itoa(1+r.IntN(9)) + ";"
		})
	}},
}

// formula replaces one invariant.
func (c *claim) formula(r *rand.Rand, by func(string) string) {
	if n := len(c.doc.Invariants); n > 0 {
		x := &c.doc.Invariants[r.IntN(n)]
		x.SMTLIB = by(x.SMTLIB)
	}
}

// TestAlteredCertificates alters certificates of programs with threads, as result files have them: how many threads there are, which property is meant, what is
// claimed where, and, as a certificate says nothing of what is shared, which locks protect and who waits for whom, of which program: one without some lock, join,
// atomic section, variable of each thread. What the certifier accepts nevertheless has to be a proof by other conditions, and no error of the program may be
// found.
func TestAlteredCertificates(t *testing.T) {
	if !testenv.Night() {
		t.Skip("at night: NIGHT asks for it")
	}
	testenv.NeedsLong(t)
	count, seed := testenv.Random(60)
	r := rand.New(rand.NewPCG(seed, 7))
	proofs, altered, refused := 0, 0, 0
	still, open := map[string]int{}, 0
	list := threadedPrograms(t)
	r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	for _, x := range list {
		if proofs >= count {
			break
		}
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		res, err := run.Verify(ctx, prepare.New(x.opts, fstest.MapFS{"p.c": {Data: []byte(x.text)}}, "p.c"), run.Options{Workers: 1})
		cancel()
		if err != nil || res.Verdict != verdict.True || !res.Program.Threaded() {
			continue
		}
		if _, ok := res.Proof.(verdict.Invariants); !ok { // of loops that end there are other conditions
			continue
		}
		var b bytes.Buffer
		if err := resultfile.Write(&b, res, resultfile.About{Options: x.opts, Version: "test"}); err != nil {
			t.Fatal(err)
		}
		doc, err := resultfile.Read(&b)
		if err != nil {
			t.Fatal(err)
		}
		c := claim{x, doc}
		if ok, _ := c.accepted(t); !ok {
			t.Errorf("%s %v: the certificate itself is rejected", x.name, x.opts.Properties)
			continue
		}
		proofs++
		before := fmt.Sprint(c.text, c.doc.Options, c.doc.Invariants)
		for _, a := range alterations {
			d := c.clone()
			if a.alter(r, &d); fmt.Sprint(d.text, d.doc.Options, d.doc.Invariants) == before {
				continue
			}
			altered++
			ok, doubted := d.accepted(t) // which fails if it is no proof
			if !ok {
				refused++
				continue
			}
			if still[a.name]++; doubted {
				open++
			}
			ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
			res, err := run.Verify(ctx, prepare.New(d.doc.Options, fstest.MapFS{"p.c": {Data: []byte(d.text)}}, "p.c"), run.Options{Workers: 1})
			cancel()
			if err == nil && res.Verdict == verdict.False {
				t.Errorf("%s %v, %s: accepted, and FALSE\n%s", x.name, d.doc.Options.Properties, a.name, d.text)
			}
		}
	}
	t.Logf("%d certificates, %d altered ones, %d refused; accepted, and proofs by the other conditions, of which %d are left open: %v", proofs, altered, refused, open, still)
	if proofs < count && os.Getenv("CRAIG_BENCH") != "" {
		t.Errorf("%d certificates", proofs)
	}
}

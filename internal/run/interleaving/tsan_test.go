package interleaving

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/run"
	"craig/internal/svcomp"
	"craig/internal/testenv"
)

// surroundings are what programs of the sets take for granted: numbers by chance, mostly small ones, and one lock for all atomic sections.
const surroundings = `#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
static pthread_mutex_t section = PTHREAD_MUTEX_INITIALIZER;
void __VERIFIER_atomic_begin(void) { pthread_mutex_lock(&section); }
void __VERIFIER_atomic_end(void) { pthread_mutex_unlock(&section); }
static unsigned state;
__attribute__((constructor)) static void begin(void) { state = (unsigned)atoi(getenv("SEED")) * 2654435761u; }
static unsigned next(void) { unsigned x = __atomic_add_fetch(&state, 0x9E3779B9u, __ATOMIC_SEQ_CST); x ^= x >> 16; x *= 0x85EBCA6Bu; return x ^ x >> 13; }
static unsigned value(void) { unsigned x = next(); return x % 8 ? x / 8 % 8 : x; }
int __VERIFIER_nondet_int(void) { return (int)value(); }
unsigned __VERIFIER_nondet_uint(void) { return value(); }
_Bool __VERIFIER_nondet_bool(void) { return value() & 1; }
char __VERIFIER_nondet_char(void) { return (char)value(); }
long __VERIFIER_nondet_long(void) { return (long)value(); }
__attribute__((weak)) void reach_error(void) { _exit(0); }
__attribute__((weak)) void __VERIFIER_error(void) { _exit(0); }
__attribute__((weak)) void __VERIFIER_assert(int c) { if (!c) _exit(0); }
__attribute__((weak)) void __VERIFIER_assume(int c) { if (!c) _exit(0); }
`

// underThreadSanitizer compiles a file and executes it with the seeds from 1 to n. race is what is reported of the first data race.
func underThreadSanitizer(t *testing.T, gcc, file string, n int) (executed int, race string) {
	t.Helper()
	dir := t.TempDir()
	support, program := filepath.Join(dir, "surroundings.c"), filepath.Join(dir, "program")
	if err := os.WriteFile(support, []byte(surroundings), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(gcc, "-w", "-g", "-O0", "-fsanitize=thread", "-pthread", "-o", program, file, support, "-lm").CombinedOutput(); err != nil {
		t.Logf("%s is not compiled: %s", file, out)
		return 0, ""
	}
	for seed := range n {
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		cmd := exec.CommandContext(ctx, program)
		cmd.Env = append(os.Environ(), "SEED="+strconv.Itoa(seed+1), "TSAN_OPTIONS=report_thread_leaks=0")
		cmd.WaitDelay = time.Second
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		_ = cmd.Run() // as it may fail, or not end
		cancel()
		executed++
		if strings.Contains(stderr.String(), "FATAL: ThreadSanitizer") {
			t.Skip("ThreadSanitizer does not run here: ", stderr.String())
		}
		if at := strings.Index(stderr.String(), "ThreadSanitizer: data race"); at >= 0 && race == "" {
			race = stderr.String()[at:]
		}
	}
	return executed, race
}

// TestRacesOfSets: where ThreadSanitizer reports a data race of a task of the sets with threads, the verdict is not TRUE. Each is executed five times.
func TestRacesOfSets(t *testing.T) {
	gcc := testenv.NeedsTool(t, "gcc")
	sets := os.Getenv("CRAIG_BENCH")
	if sets == "" || !testenv.Night() {
		t.Skip("at night: NIGHT asks for it, and CRAIG_BENCH says where the sets are")
	}
	tasks, err := filepath.Glob(filepath.Join(sets, "tasks", "conc-*", "*.yml"))
	if err != nil || len(tasks) == 0 {
		t.Fatal("no tasks", err)
	}
	count, seen := 0, map[verdict.Verdict]int{}
	for _, task := range tasks {
		def, err := svcomp.ReadDefinition(task)
		if err != nil || len(def.Files) != 1 {
			continue
		}
		n, race := underThreadSanitizer(t, gcc, def.Files[0], 5)
		if count += n; race == "" {
			continue
		}
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
		res, err := run.Verify(ctx, prepare.New(cfront.Options{ILP32: def.ILP32, Properties: []string{"no-data-race"}}, nil, def.Files[0]), run.Options{})
		cancel()
		if err != nil {
			t.Logf("%s: %v", def.Files[0], err)
			continue
		}
		if seen[res.Verdict]++; res.Verdict == verdict.True {
			t.Errorf("%s is TRUE, and has this data race:\n%.1500s", def.Files[0], race)
		}
	}
	t.Logf("%d executions, the tasks with data races: %v", count, seen)
}

// Package schedule has compiled programs with threads be executed in the order of an execution, or in many ways: the compiler puts a call before each access
// to memory (as for ThreadSanitizer), and the linker one before each call of a function of threads. What is called there waits for the turn of the thread, or for a
// while or not, by chance. What a compiled program then does, it may do.
//
//	order.go    the order in which threads do something in an execution
//	lines.go    where the compiled program does it
//	runtime     what waits, and what watches locks
package schedule

import (
	"context"
	_ "embed"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"craig/internal/evidence/native"
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
)

// runtime is a C file with what is called before accesses. It is not compiled with Flags itself.
//
//go:embed runtime/runtime.c
var runtime []byte

// judge is a C file with what watches how locks are used.
//
//go:embed runtime/locks.c
var judge []byte

// forced is how often a program is executed in the order of the trace before it is by chance.
const forced = 3

// Environment has execution number n, from 1 on, follow the order in a file, if there is that, or be one by chance. What is looked for is a violation of a property.
func Environment(property string, n int, order string) []string {
	env := []string{fmt.Sprint("CRAIG_SCHEDULE=", n)}
	if property == deadlock {
		env = append(env, "CRAIG_WATCH=1")
	}
	if _, err := os.Stat(order); err == nil && n <= forced {
		env = append(env, "CRAIG_ORDER="+order)
	}
	return env
}

// Refuses says why compiled programs do not execute t; "" if they may.
func Refuses(p *ir.Program, t *verdict.Trace) string {
	if end := p.Locs[t.Error]; t.Goal.Property == locks && end.Why == unset && strings.HasPrefix(end.Function(), "used") {
		return "since a mutex, a condition or a read-write lock that has no value looks like one with a static initialiser when a compiled program uses it"
	}
	for i, id := range t.Path {
		if h, ok := p.Edges[id].Stmt.(*ir.Havoc); ok && h.Source == ir.FromInterrupt && !t.Input[i].IsZero() && !p.Threaded() {
			return "since it needs interrupts between two accesses, which a compiled program cannot be made to have"
		}
	}
	return ""
}

// Takes tells whether the runtime is part of the compiled program: where it has threads, or misuses a lock, which the judge tells.
func Takes(p *ir.Program, t *verdict.Trace) bool {
	return p.Threaded() || t.Goal.Property == locks
}

// race is the property of which ThreadSanitizer itself is the judge.
const race = "no-data-race"

// deadlock is the property of which the runtime is one.
const deadlock = "no-deadlock"

// locks is the property of which the judge is one.
const locks = "locks"

const sanitizer = "-fsanitize=thread"

// Flags are those that a program is compiled with.
func Flags() []string { return []string{sanitizer} }

// wrapped are the functions of threads that the program comes to by way of the runtime.
var wrapped = strings.Fields(`pthread_create pthread_join pthread_exit pthread_once pthread_barrier_wait pthread_cond_wait
	pthread_mutex_lock pthread_mutex_trylock pthread_mutex_timedlock pthread_mutex_unlock
	pthread_rwlock_rdlock pthread_rwlock_wrlock pthread_rwlock_tryrdlock pthread_rwlock_trywrlock pthread_rwlock_unlock
	pthread_spin_lock pthread_spin_trylock pthread_spin_unlock sem_wait sem_trywait sem_post
	pthread_mutex_init pthread_mutex_destroy pthread_rwlock_init pthread_rwlock_destroy pthread_spin_init pthread_spin_destroy pthread_barrier_init pthread_barrier_destroy
	pthread_cond_init pthread_cond_signal pthread_cond_broadcast pthread_cond_destroy sem_init sem_destroy mtx_init mtx_destroy cnd_init cnd_signal cnd_broadcast cnd_destroy
	thrd_create thrd_join thrd_exit call_once cnd_wait mtx_lock mtx_trylock mtx_timedlock mtx_unlock sleep usleep`)

// hooks are the functions that the compiler has called.
func hooks() (names []string) {
	for _, n := range []int{1, 2, 4, 8, 16} {
		for _, of := range []string{"", "unaligned_", "volatile_", "unaligned_volatile_"} {
			names = append(names, fmt.Sprint(of, "read", n), fmt.Sprint(of, "write", n))
		}
	}
	for _, bits := range []int{8, 16, 32, 64} {
		for _, op := range strings.Fields("load store exchange compare_exchange_strong compare_exchange_weak fetch_add fetch_sub fetch_and fetch_or fetch_xor fetch_nand") {
			names = append(names, fmt.Sprint("atomic", bits, "_", op))
		}
	}
	names = append(names, "func_entry", "func_exit", "read_range", "write_range")
	for i, n := range names {
		names[i] = "__tsan_" + n
	}
	return names
}

// Link compiles the runtime in the folder of tools, and says with which flags, and with what besides, a program of so compiled files is linked.
func Link(ctx context.Context, tools native.Toolchain, property string, flags []string) (with, support []string, failure string) {
	files := map[string][]byte{"schedule.c": runtime}
	if property == locks {
		files["locks.c"] = judge
	}
	if failure := tools.Write(files); failure != "" {
		return nil, nil, failure
	}
	with, own := flags, []string{"-O2", "-w", "-DRACES"}
	support = native.Wrap(wrapped...)
	if property == race && !slices.Contains(tools.Machine, "-m32") { // for which there is no ThreadSanitizer
		support = append(support, native.Wrap(hooks()...)...)
	} else {
		with, own = slices.DeleteFunc(slices.Clone(flags), func(f string) bool { return f == sanitizer }), own[:2]
	}
	objects, failure := tools.Objects(ctx, own, slices.Sorted(maps.Keys(files))...)
	return with, append(append(objects, "-pthread"), support...), failure
}

// Until executes a program with the numbers from 1 on until found is true, for a time. n is how often.
func Until(ctx context.Context, limit time.Duration, execute func(n int) (found bool)) (n int, found bool) {
	for end := time.Now().Add(limit); ctx.Err() == nil && !found && (n == 0 || time.Now().Before(end)); {
		n++
		found = execute(n)
	}
	return n, found
}

// Found and NotFound say what has come of n executions, of which the last one has written this to its standard error.
func Found(property string, at ir.Pos, n int, stderr string) string {
	what := "the compiled program reaches the error"
	switch property {
	case deadlock:
		what = "all threads of the compiled program wait, and none can go on, as for the deadlock"
	case locks:
		what = "the compiled program misuses the lock"
	case race:
		what = "ThreadSanitizer reports the data race"
		if strings.Contains(stderr, together) && !report.MatchString(stderr) {
			what = "two threads of the compiled program are about to access the same bytes: there is a data race"
		}
	}
	how := "in the order of this execution"
	if n > forced {
		how = "by chance"
	}
	return fmt.Sprintf("%s at line %d in the execution number %d, in which threads take turns %s", what, at.Line, n, how)
}

// together is what the runtime says where threads come to both accesses of a data race, and neither waits for the other one.
const together = "craig: two threads are about to access the same bytes\n"

// stuck is what the runtime says of a deadlock.
const stuck = "craig: all threads wait, and none can go on\n"

// unset is what lockuse.c says of a lock that has not been initialised: in its function "used" of those that static initialisers make.
const unset = "a lock is used that has not been initialised"

// misuse is what the judge says of a lock, before the text that the error has.
const misuse = "craig: misuse of a lock: "

func NotFound(n int) string {
	return fmt.Sprintf("%d executions of the compiled program, in which threads take turns by chance, do not come to it", n)
}

var (
	report = regexp.MustCompile(`(?s)WARNING: ThreadSanitizer: data race.*?\n={10}`)
	frame  = regexp.MustCompile(`(?m)^ +#\d+ .*? (\S+):(\d+)(?::\d+)? \(`)
)

// Seen tells whether ThreadSanitizer has reported a data race of the two accesses that threads come to at the end of an execution, or the runtime has seen that, or
// the deadlock that is there.
func Seen(stderr string, end *ir.LocInfo) bool {
	switch end.Goal.Property {
	case deadlock:
		return strings.Contains(stderr, stuck)
	case locks:
		return end.Why != "" && strings.Contains(stderr, misuse+end.Why)
	}
	var want []ir.Pos
	for _, l := range []*ir.LocInfo{end, end.Beside} {
		if l == nil || len(l.Places()) == 0 {
			return false
		}
		want = append(want, l.Places()[0])
	}
	at := func(stack string, p ir.Pos) bool {
		for _, m := range frame.FindAllStringSubmatch(stack, -1) {
			if filepath.Base(m[1]) == filepath.Base(p.File) { // the innermost of the program
				return m[2] == strconv.Itoa(p.Line)
			}
		}
		return false
	}
	if strings.Contains(stderr, together) {
		return true
	}
	for _, text := range report.FindAllString(stderr, -1) {
		stacks := strings.SplitN(text, "\n\n", 3)
		if len(stacks) > 1 && (at(stacks[0], want[0]) && at(stacks[1], want[1]) || at(stacks[0], want[1]) && at(stacks[1], want[0])) {
			return true
		}
	}
	return false
}

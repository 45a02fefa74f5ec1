package interleaving

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"craig/internal/engine/bmc"
	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/run"
	"craig/internal/run/outlined"
	"craig/internal/testenv"
)

// Random programs of two threads besides main, and the machine that executes them with all schedules: it shares nothing with craig.

// cells are the shared variables, and what is theirs in the text; each is one memory location. The one of the pointer has the number of a cell.
var cells = []string{"x", "y", "a[0]", "a[1]", "s.f", "s.g", "u", "v", "p"}

const (
	cellA    = 2
	cellAtom = 6 // the first one of _Atomic type
	cellP    = 8
)

// step is one instruction of a thread.
type step struct {
	op     string
	cell   int // of what the thread accesses; -1: where addr says
	n, k   int
	reg    int  // r or s of the thread; in a write -1: n is written, and not the register plus n
	to     int  // of a jump
	atomic bool // the access
}

// threads is how many there are at most, with the first one.
const threads = 6

// begin is the first state.
func begin() (m machine) {
	for i := range threads {
		m.own[i], m.pc[i] = 5, -1
	}
	m.pc[0] = 0
	return m
}

// machine is a state of all threads.
type machine struct {
	cells     [9]int8
	owner     [2]int8 // of the mutexes: 1 + the thread
	readers   int8    // of the read-write lock
	writer    bool
	spin      bool
	sem       int8
	once      int8             // 1: it is executed, 2: it has been
	section   int8             // 1 + the thread that is in an atomic section
	pc        [threads]int16   // -1: it has not been made, -2: it has ended
	reg       [threads][2]int8 // r and s
	addr, tmp [threads]int8    // what an assignment has computed
	own       [threads]int8    // the variable that each thread has for itself
	waits     [threads]int8    // for the condition: 1, or 2 where it has been woken up
}

// facts are what the executions of a program do.
type facts struct {
	reached, race, deadlock bool

	values [4]map[int8]int // of what is asked for in the end: in how many states it has a value
}

// access is what a thread accesses next, if that is memory that others may access.
func (m *machine) access(code [threads][]step, i int) (cell int, writes, atomic, ok bool) {
	if m.pc[i] < 0 {
		return 0, false, false, false
	}
	s := code[i][m.pc[i]]
	if cell = s.cell; cell < 0 {
		cell = int(m.addr[i])
	}
	atomic = s.atomic || m.section == int8(i+1)
	switch s.op {
	case "read":
		return cell, false, atomic, true
	case "write", "rmw":
		return cell, true, atomic, true
	case "cas": // one that fails reads only
		return cell, m.cells[cell] == int8(s.n), atomic, true
	}
	return 0, false, false, false
}

// visible tells whether a step is one that others can tell from those before and behind it.
func (s step) visible() bool {
	switch s.op {
	case "element", "branch", "jump", "own", "assert", "assertown", "move":
		return false
	}
	return true
}

// next are the states behind a step of thread i; none if it waits.
func (m machine) next(code [threads][]step, i int, f *facts) (list []machine) {
	s := code[i][m.pc[i]]
	n := m
	n.pc[i]++
	cell := s.cell
	if cell < 0 {
		cell = int(m.addr[i])
	}
	other := n // of steps that may end in two ways
	two := false
	switch s.op {
	case "pointer":
		n.addr[i] = m.cells[cellP]
	case "element":
		n.addr[i] = int8(cellA + int(m.reg[i][s.reg])&1)
	case "read":
		if s.reg < 0 {
			n.tmp[i] = m.cells[cell]
		} else {
			n.reg[i][s.reg] = m.cells[cell]
		}
	case "move":
		n.reg[i][s.reg] = int8(s.n)
	case "write":
		switch {
		case s.k == 1: // of what was read before
			n.cells[cell] = m.tmp[i] + int8(s.n)
		case s.reg >= 0:
			n.cells[cell] = m.reg[i][s.reg] + int8(s.n)
		default:
			n.cells[cell] = int8(s.n)
		}
	case "rmw":
		n.reg[i][s.reg] = m.cells[cell]
		if s.k == 1 {
			n.cells[cell] = int8(s.n)
		} else {
			n.cells[cell] += int8(s.n)
		}
	case "cas":
		n.reg[i][s.reg] = 0
		if m.cells[cell] == int8(s.n) {
			n.cells[cell], n.reg[i][s.reg] = int8(s.k), 1
		}
	case "branch": // on, if the register is n
		if m.reg[i][s.reg] != int8(s.n) {
			n.pc[i] = int16(s.to)
		}
	case "jump":
		n.pc[i] = int16(s.to)
	case "own":
		n.own[i] += int8(s.n)
	case "assertown":
		f.reached = f.reached || m.own[i] != int8(s.n)
	case "assert":
		if s.k > 0 {
			if f.values[s.k] == nil {
				f.values[s.k] = map[int8]int{}
			}
			f.values[s.k][m.reg[i][s.reg]]++
		}
		f.reached = f.reached || m.reg[i][s.reg] == int8(s.n)
	case "begin":
		n.section = int8(i + 1)
	case "end":
		n.section = 0
	case "lock", "again":
		if m.owner[s.n] != 0 {
			return nil
		}
		n.owner[s.n] = int8(i + 1)
	case "trylock":
		other.reg[i][s.reg], two = 1, true
		if m.owner[s.n] != 0 {
			return []machine{other}
		}
		n.owner[s.n], n.reg[i][s.reg] = int8(i+1), 0
	case "unlock":
		n.owner[s.n] = 0
	case "wait":
		n.owner[s.n], n.waits[i] = 0, 1
	case "woken":
		n.waits[i] = 0
	case "signal":
		for j := range m.waits {
			if m.waits[j] == 1 {
				x := n
				x.waits[j] = 2
				list = append(list, x)
			}
		}
		if list != nil {
			return list
		}
	case "broadcast":
		for j := range m.waits {
			if m.waits[j] == 1 {
				n.waits[j] = 2
			}
		}
	case "rdlock":
		if m.writer {
			return nil
		}
		n.readers++
	case "wrlock":
		if m.writer || m.readers > 0 {
			return nil
		}
		n.writer = true
	case "rwunlock":
		if m.writer {
			n.writer = false
		} else {
			n.readers--
		}
	case "spin":
		if m.spin {
			return nil
		}
		n.spin = true
	case "unspin":
		n.spin = false
	case "semwait":
		if m.sem == 0 {
			return nil
		}
		n.sem--
	case "sempost":
		n.sem++
	case "once":
		switch m.once {
		case 1:
			return nil
		case 0:
			n.once = 1
		case 2:
			n.pc[i] = int16(s.to)
		}
	case "oncedone":
		n.once = 2
	case "spawn":
		n.pc[s.n], n.own[s.n] = 0, 5
		n.reg[s.n][1] = int8(s.k)
	case "join":
		if m.pc[s.n] != -2 {
			return nil
		}
		if s.reg >= 0 {
			n.reg[i][s.reg] = m.reg[s.n][0]
		}
	case "leave":
		n.pc[i] = -2
	case "exit":
		n.pc = [threads]int16{-2, -2, -2, -2, -2, -2}
	default:
		panic(s.op)
	}
	list = []machine{n}
	if two {
		list = append(list, other)
	}
	return list
}

// on executes what nobody else sees of a thread.
func (m machine) on(code [threads][]step, i int, f *facts) machine {
	for m.pc[i] >= 0 && !code[i][m.pc[i]].visible() {
		m = m.next(code, i, f)[0]
	}
	return m
}

// blocked tells whether thread i waits, of which a set says who are in the same position, or nil for all.
func (m *machine) blocked(code [threads][]step, i int, set []int) bool {
	s := code[i][m.pc[i]]
	all := set == nil
	switch s.op {
	case "lock", "again":
		return m.owner[s.n] != 0 && (all || slices.Contains(set, int(m.owner[s.n])-1))
	case "join":
		return m.pc[s.n] != -2 && (all || slices.Contains(set, s.n))
	case "woken":
		return all && m.waits[i] != 2
	case "rdlock":
		return all && m.writer
	case "wrlock":
		return all && (m.writer || m.readers > 0)
	case "spin":
		return all && m.spin
	case "semwait":
		return all && m.sem == 0
	case "once":
		return all && m.once == 1
	}
	return false
}

// executions are the facts of all executions. ok is false if there are too many states.
func executions(code [threads][]step) (f facts, ok bool) {
	first := begin()
	seen := map[machine]bool{}
	todo := []machine{first.on(code, 0, &f)}
	for len(todo) > 0 {
		m := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[m] {
			continue
		}
		if seen[m] = true; len(seen) > 300_000 {
			return f, false
		}
		var live []int
		for i := range threads {
			if m.pc[i] >= 0 {
				live = append(live, i)
			}
		}
		for _, i := range live {
			for _, j := range live {
				if c, w, a, ok := m.access(code, i); ok && i < j {
					d, v, b, ok := m.access(code, j)
					f.race = f.race || ok && c == d && (w || v) && !(a && b)
				}
			}
		}
		if m.section == 0 {
			stuck := live
			blocked := len(live) > 0
			for _, i := range live {
				blocked = blocked && m.blocked(code, i, nil)
			}
			for changed := true; changed; { // the largest set that waits for itself
				n := len(stuck)
				stuck = slices.DeleteFunc(slices.Clone(stuck), func(i int) bool { return !m.blocked(code, i, append([]int{}, stuck...)) })
				changed = len(stuck) < n
			}
			f.deadlock = f.deadlock || blocked || len(stuck) > 0
		}
		for _, i := range live {
			if m.section != 0 && m.section != int8(i+1) {
				continue
			}
			for _, n := range m.next(code, i, &f) {
				n = n.on(code, i, &f)
				if s := code[i][m.pc[i]]; s.op == "spawn" {
					n = n.on(code, s.n, &f)
				}
				todo = append(todo, n)
			}
		}
	}
	return f, true
}

// threadsWriter writes a program and its steps.
type threadsWriter struct {
	r      *rand.Rand
	c11    bool // threads.h
	text   strings.Builder
	code   []step
	held   []string // what ends that which the thread is in
	inCond bool

	marked bool // comments number statements without others in them: marks
	marks  []mark
	thread int
}

// mark is a statement: the first of its steps, and the first one behind these.
type mark struct{ thread, from, to int }

func (w *threadsWriter) add(s ...step)              { w.code = append(w.code, s...) }
func (w *threadsWriter) say(f string, args ...any)  { fmt.Fprintf(&w.text, f+" ", args...) }
func (w *threadsWriter) pick(list ...string) string { return list[w.r.IntN(len(list))] }

// place chooses what is accessed: its text, and the steps that find it.
func (w *threadsWriter) place() (text string, cell int, find []step) {
	switch k := w.r.IntN(12); {
	case k < 6:
		cell = []int{0, 0, 0, 1, 2, 4}[k]
		return cells[cell], cell, nil
	case k == 6:
		cell = []int{1, 3, 5}[w.r.IntN(3)]
		return cells[cell], cell, nil
	case k < 9:
		return "*p", -1, []step{{op: "pointer"}}
	case k == 9:
		return "a[s & 1]", -1, []step{{op: "element", reg: 1}}
	default:
		cell = cellAtom + w.r.IntN(2)
		return cells[cell], cell, nil
	}
}

// statement adds one statement.
func (w *threadsWriter) statement() {
	if !w.marked {
		w.unmarked()
		return
	}
	before, from, known := w.text.String(), len(w.code), len(w.marks)
	w.unmarked()
	said := w.text.String()[len(before):]
	if from == len(w.code) || len(w.marks) > known || strings.ContainsAny(said, "{") || strings.HasPrefix(said, "if ") || strings.HasPrefix(said, "while ") || strings.Count(said, ";") != 1 {
		return
	}
	w.text.Reset()
	fmt.Fprintf(&w.text, "%s/*%d*/%s", before, len(w.marks), said)
	w.marks = append(w.marks, mark{w.thread, from, len(w.code)})
}

// unmarked adds one statement.
func (w *threadsWriter) unmarked() {
	r := w.r
	reg := r.IntN(2)
	name := "rs"[reg : reg+1]
	n := r.IntN(3)
	mark := func(cell int, s step) step {
		s.atomic = cell >= cellAtom && cell < cellP
		s.cell = cell
		return s
	}
	before := func(find []step) {
		for _, s := range find {
			if s.op == "pointer" { // reading it is an access
				w.add(step{op: "read", cell: cellP, reg: -1})
			}
			w.add(s)
		}
	}
	switch k := r.IntN(30); k {
	case 0, 1, 2:
		text, cell, find := w.place()
		before(find)
		w.add(mark(cell, step{op: "read", reg: reg}))
		w.say("%s = %s;", name, text)
	case 3, 4, 5:
		text, cell, find := w.place()
		before(find)
		if r.IntN(2) == 0 {
			w.add(mark(cell, step{op: "write", reg: -1, n: n}))
			w.say("%s = %d;", text, n)
		} else {
			w.add(mark(cell, step{op: "write", reg: reg, n: n}))
			w.say("%s = %s + %d;", text, name, n)
		}
	case 6, 7, 8:
		text, cell, find := w.place()
		before(find)
		n++
		if cell >= cellAtom { // one step
			w.add(step{op: "rmw", cell: cell, n: n, reg: reg, atomic: true})
			w.say("%s = (%s += %d) - %d;", name, text, n, n)
			return
		}
		w.add(mark(cell, step{op: "read", reg: -1}), mark(cell, step{op: "write", k: 1, n: n}))
		if w.say("%s", w.pick(fmt.Sprintf("%s += %d;", text, n), fmt.Sprintf("add(&%s, %d);", text, n))); cell == -1 && find[0].op == "pointer" {
			return
		}
	case 9:
		cell := r.IntN(2)
		w.add(step{op: "rmw", cell: cell, n: n, reg: reg, atomic: true})
		w.say("%s = %s(&%s, %d%s;", name, "__atomic_fetch_add", cells[cell], n, ", __ATOMIC_SEQ_CST)")
	case 10:
		cell := r.IntN(2)
		w.add(step{op: "rmw", cell: cell, n: n, reg: reg, k: 1, atomic: true})
		w.say("%s = __atomic_exchange_n(&%s, %d, __ATOMIC_SEQ_CST);", name, cells[cell], n)
	case 11:
		cell := []int{0, 1, 4}[r.IntN(3)]
		w.add(step{op: "cas", cell: cell, n: n, k: 2 - n, reg: reg, atomic: true})
		w.say("%s = __sync_bool_compare_and_swap(&%s, %d, %d);", name, cells[cell], n, 2-n)
	case 12:
		cell := cellAtom + r.IntN(2)
		w.add(step{op: "rmw", cell: cell, n: n, reg: reg, atomic: true})
		w.say("%s = atomic_fetch_add(&%s, %d);", name, cells[cell], n)
	case 13:
		cell := r.IntN(6)
		w.add(step{op: "write", cell: cellP, reg: -1, n: cell})
		w.say("p = &%s;", cells[cell])
	case 14:
		if r.IntN(2) == 0 {
			w.add(step{op: "own", n: 1})
			w.say("own++;")
		} else {
			w.add(step{op: "assertown", n: 5 + n/2})
			w.say("if (own != %d) reach_error();", 5+n/2)
		}
	case 15, 16:
		w.add(step{op: "assert", reg: reg, n: n})
		w.say("if (%s == %d) reach_error();", name, n)
	case 17:
		if w.inCond {
			return
		}
		at := len(w.code)
		w.add(step{op: "branch", reg: reg, n: n})
		w.say("if (%s == %d) {", name, n)
		held := w.held
		w.held, w.inCond = nil, true
		for range 1 + r.IntN(2) {
			w.statement()
		}
		w.release(0)
		w.held, w.inCond = held, false
		w.say("}")
		w.code[at].to = len(w.code)
	case 18: // waits for a flag
		if slices.Contains(w.held, "section") || w.inCond {
			return
		}
		cell := cellAtom + r.IntN(2)
		w.add(step{op: "read", cell: cell, reg: 0, atomic: true}, step{op: "branch", reg: 0, n: 0, to: len(w.code) + 3}, step{op: "jump", to: len(w.code)})
		w.say("while ((r = %s) == 0) ;", cells[cell])
	case 19, 20, 21, 22:
		if w.enter(); r.IntN(3) == 0 {
			w.enter()
		}
	case 23:
		w.release(max(0, len(w.held)-1))
	case 24:
		if slices.Contains(w.held, "section") {
			return
		}
		if r.IntN(2) == 0 {
			w.add(step{op: "sempost"})
			w.say("sem_post(&sem);")
		} else {
			w.add(step{op: "semwait"})
			w.say("sem_wait(&sem);")
		}
	case 25:
		if slices.Contains(w.held, "section") {
			return
		}
		at := len(w.code)
		w.add(step{op: "once"}, step{op: "read", cell: 1, reg: -1}, step{op: "write", cell: 1, k: 1, n: 1}, step{op: "oncedone"})
		w.code[at].to = len(w.code)
		w.say("%s(&once, initialise);", w.either("pthread_once", "call_once"))
	case 26:
		if w.c11 {
			w.add(step{op: "signal"})
			w.say("cnd_signal(&cond);")
		} else if r.IntN(2) == 0 {
			w.add(step{op: "signal"})
			w.say("pthread_cond_signal(&cond);")
		} else {
			w.add(step{op: "broadcast"})
			w.say("pthread_cond_broadcast(&cond);")
		}
	case 27:
		if slices.Contains(w.held, "m") && !slices.Contains(w.held, "section") {
			w.add(step{op: "wait"}, step{op: "woken"}, step{op: "again"})
			w.say("%s(&cond, &m);", w.either("pthread_cond_wait", "cnd_wait"))
		}
	case 28:
		w.add(step{op: "move", reg: reg, n: n})
		w.say("%s = %d;", name, n)
	case 29:
		if r.IntN(4) == 0 && !slices.Contains(w.held, "section") {
			w.add(step{op: "exit"})
			w.say("exit(0);")
		}
	}
}

func (w *threadsWriter) either(posix, c11 string) string {
	if w.c11 {
		return c11
	}
	return posix
}

// enter adds what begins a section under a lock or an atomic one.
func (w *threadsWriter) enter() {
	if slices.Contains(w.held, "section") {
		return
	}
	what := w.pick("m", "m", "m", "k", "k", "section", "spin", "rd", "wr", "try", "sem")
	if slices.Contains(w.held, what) && w.r.IntN(8) > 0 { // which waits for ever
		return
	}
	switch what {
	case "m", "k":
		w.add(step{op: "lock", n: strings.Index("mk", what)})
		w.say("%s(&%s);", w.either("pthread_mutex_lock", "mtx_lock"), what)
	case "try":
		w.add(step{op: "trylock", n: 0, reg: 1}, step{op: "branch", reg: 1, n: 0})
		w.say("if ((s = (%s(&m) != 0)) == 0) {", w.either("pthread_mutex_trylock", "mtx_trylock"))
		at := len(w.code) - 1
		held, in := w.held, w.inCond
		w.held, w.inCond = []string{"section"}, true // without locks
		for range 1 + w.r.IntN(2) {
			w.statement()
		}
		w.held, w.inCond = held, in
		w.add(step{op: "unlock", n: 0})
		w.say("%s(&m); }", w.either("pthread_mutex_unlock", "mtx_unlock"))
		w.code[at].to = len(w.code)
		return
	case "section":
		w.add(step{op: "begin"})
		w.say("__VERIFIER_atomic_begin();")
	case "spin":
		w.add(step{op: "spin"})
		w.say("pthread_spin_lock(&spin);")
	case "rd":
		w.add(step{op: "rdlock"})
		w.say("pthread_rwlock_rdlock(&rw);")
	case "wr":
		w.add(step{op: "wrlock"})
		w.say("pthread_rwlock_wrlock(&rw);")
	case "sem":
		w.add(step{op: "semwait"})
		w.say("sem_wait(&sem);")
	}
	w.held = append(w.held, what)
}

// release ends what the thread is in, but for the first n.
func (w *threadsWriter) release(n int) {
	for len(w.held) > n {
		switch what := w.held[len(w.held)-1]; what {
		case "m", "k":
			w.add(step{op: "unlock", n: strings.Index("mk", what)})
			w.say("%s(&%s);", w.either("pthread_mutex_unlock", "mtx_unlock"), what)
		case "section":
			w.add(step{op: "end"})
			w.say("__VERIFIER_atomic_end();")
		case "spin":
			w.add(step{op: "unspin"})
			w.say("pthread_spin_unlock(&spin);")
		case "rd", "wr":
			w.add(step{op: "rwunlock"})
			w.say("pthread_rwlock_unlock(&rw);")
		case "sem":
			w.add(step{op: "sempost"})
			w.say("sem_post(&sem);")
		}
		w.held = w.held[:len(w.held)-1]
	}
}

func (w *threadsWriter) statements(n int) {
	for range n {
		w.statement()
	}
	w.release(0)
}

// spawn and join make thread i, which is given n, and wait for it.
func (w *threadsWriter) spawn(handle string, i, n int) {
	w.add(step{op: "spawn", n: i, k: n})
	w.say(w.either("pthread_create(&%s, 0, t%d, (void *)%d);", "thrd_create(&%s, t%d, (void *)%d);"), handle, i, n)
}

func (w *threadsWriter) join(handle string, i int) {
	if w.r.IntN(2) == 0 {
		w.add(step{op: "join", n: i, reg: -1})
		w.say(w.either("pthread_join(%s, 0);", "thrd_join(%s, 0);"), handle)
		return
	}
	w.add(step{op: "join", n: i, reg: 0})
	w.say(w.either("{ void *q; pthread_join(%s, &q); r = (int)(long)q; }", "{ int q; thrd_join(%s, &q); r = q; }"), handle)
}

// randomThreads is a random program with n threads besides the first one.
func randomThreads(seed uint64, n int) (text string, code [threads][]step) {
	text, code, _ = randomMarked(seed, n, false)
	return text, code
}

// randomMarked is that program, with numbers in comments at its simple statements if that is asked for.
func randomMarked(seed uint64, n int, marked bool) (text string, code [threads][]step, marks []mark) {
	r := rand.New(rand.NewPCG(seed, 41))
	w := &threadsWriter{r: r, c11: r.IntN(3) == 0, marked: marked}
	if w.c11 {
		w.say("#include <threads.h>\n")
	}
	w.say("#include <pthread.h>\n#include <semaphore.h>\n#include <stdatomic.h>\nextern void reach_error(void), __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void), exit(int);\n" +
		"int x, y, a[2], *p = &x; struct { int f, g; } s_; _Atomic int u, v; _Thread_local int own = 5;\n" +
		"pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER; pthread_spinlock_t spin; sem_t sem;\nstatic void add(int *q, int n) { *q += n; }\nstatic void initialise(void) { y++; }\n")
	if w.c11 {
		w.say("mtx_t m, k; cnd_t cond; once_flag once = ONCE_FLAG_INIT;\n")
	} else {
		w.say("pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, k; pthread_cond_t cond = PTHREAD_COND_INITIALIZER; pthread_once_t once = PTHREAD_ONCE_INIT;\n")
	}
	head := w.text.String()
	nested := r.IntN(6) == 0 // thread 1 makes thread 2
	var given [threads]int
	for i := range n {
		given[i+1] = r.IntN(3)
	}
	var bodies [threads]string
	length := 5
	if n > 2 {
		length = 3
	}
	for i := n; i > 0; i-- {
		w.text.Reset()
		w.code, w.held, w.thread = nil, nil, i
		if i == 1 && nested {
			w.spawn("h", 2, given[2])
			w.statements(2 + r.IntN(2))
			if r.IntN(4) > 0 {
				w.join("h", 2)
			}
		} else {
			w.statements(2 + r.IntN(length))
		}
		w.add(step{op: "leave"})
		bodies[i], code[i] = w.text.String(), w.code
	}
	w.text.Reset()
	w.code, w.thread = nil, 0
	semaphore := r.IntN(2)
	for range semaphore {
		w.add(step{op: "sempost"}) // nobody is there yet
	}
	handles := [threads]string{"", "h", "l", "hs[2]", "hs[3]", "hs[4]"}
	if r.IntN(3) == 0 {
		handles[1], handles[2] = "hs[0]", "hs[1]"
	}
	w.spawn(handles[1], 1, given[1])
	made := []int{1}
	if !nested {
		if r.IntN(4) == 0 {
			w.statements(1)
		}
		if r.IntN(8) == 0 {
			w.join(handles[1], 1)
			made = nil
		}
		w.spawn(handles[2], 2, given[2])
		made = append(made, 2)
	}
	for i := 3; i <= n; i++ {
		w.spawn(handles[i], i, given[i])
		made = append(made, i)
	}
	if r.IntN(3) == 0 {
		w.statements(1 + r.IntN(2))
	}
	if len(made) >= 2 && r.IntN(2) == 0 {
		made[0], made[1] = made[1], made[0]
	}
	for _, i := range made {
		if r.IntN(8) > 0 {
			w.join(handles[i], i)
		}
		if r.IntN(3) == 0 {
			w.statements(1)
		}
	}
	for k := range 1 + r.IntN(3) { // what has come of it
		cell := []int{0, 0, 1, 2, 4, 6}[r.IntN(6)]
		w.add(step{op: "read", cell: cell, reg: 0, atomic: cell >= cellAtom}, step{op: "assert", reg: 0, n: -100, k: k + 1})
		w.say("r = %s; if (r == @%d) reach_error();", cells[cell], k+1)
	}
	if r.IntN(8) == 0 {
		w.add(step{op: "leave"})
		w.say(w.either("pthread_exit(0);", "thrd_exit(0);"))
	} else {
		w.add(step{op: "exit"})
		w.say("return 0;")
	}
	code[0] = w.code
	text = head
	handle := w.either("pthread_t", "thrd_t")
	for i := n; i > 0; i-- {
		text += fmt.Sprintf(w.either("void *t%d(void *arg) {", "int t%d(void *arg) {"), i) + " int r = 0, s = (int)(long)arg; "
		if i == 1 && nested {
			text += handle + " h; "
		}
		text += bodies[i] + w.either("return (void *)(long)r; }\n", "return r; }\n")
	}
	text += "int main(void) { int r = 0, s = 0; " + handle + " h, l, hs[5]; "
	if w.c11 {
		text += "mtx_init(&m, mtx_plain); mtx_init(&k, mtx_plain); cnd_init(&cond); "
	}
	text += fmt.Sprintf("sem_init(&sem, 0, %d); ", semaphore) + w.text.String() + "}\n"
	return strings.ReplaceAll(strings.ReplaceAll(text, "s.f", "s_.f"), "s.g", "s_.g"), code, w.marks
}

// filled is a program with the values that are asked for in the end: the rarest ones, or those next to all that come up.
func filled(r *rand.Rand, text string, code [threads][]step) (string, [threads][]step) {
	f, _ := executions(code)
	for i := range code[0] {
		s := &code[0][i]
		if s.op != "assert" || s.k == 0 {
			continue
		}
		n, most := 0, 0
		for v, count := range f.values[s.k] {
			most = max(most, int(v))
			if c := f.values[s.k][int8(n)]; c == 0 || count < c || count == c && int(v) < n {
				n = int(v)
			}
		}
		if r.IntN(3) == 0 {
			n = most + 1
		}
		s.n = n
		text = strings.ReplaceAll(text, fmt.Sprintf("@%d", s.k), fmt.Sprint(n))
	}
	return text, code
}

// TestRandomThreads: verdicts on random programs of two threads besides main are those of an enumeration of all their executions, or UNKNOWN.
func TestRandomThreads(t *testing.T) {
	testenv.NeedsLong(t)
	count, seed := testenv.Random(2)
	if testenv.Night() {
		count = max(count, 300)
	}
	var certified proofs
	got := map[string]int{}
	for i := range uint64(count) {
		text, code := randomThreads(seed+i, 2)
		text, code = filled(rand.New(rand.NewPCG(seed+i, 7)), text, code)
		f, ok := executions(code)
		if !ok {
			got["too many executions"]++
			continue
		}
		for property, broken := range map[string]bool{"unreach-call": f.reached, "no-data-race": f.race, "no-deadlock": f.deadlock} {
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
			res, err := run.Verify(ctx, prepare.New(cfront.Options{Properties: []string{property}}, fstest.MapFS{"p.c": {Data: []byte(text)}}, "p.c"), run.Options{})
			cancel()
			if err != nil {
				t.Fatalf("seed %d: %v\n%s", seed+i, err, text)
			}
			got[fmt.Sprintf("%s %s", property, res.Verdict)]++
			if testenv.Night() && hasOutline(t, property, text) {
				if got[property+" by an outline"]++; broken {
					t.Errorf("seed %d, %s: there is an outline\n%s", seed+i, property, text)
				}
			}
			switch want := map[bool]verdict.Verdict{true: verdict.False, false: verdict.True}[broken]; {
			case res.Verdict == verdict.Unknown:
				t.Logf("seed %d, %s: %s: %s", seed+i, property, res.Reason, res.Detail)
			case res.Verdict != want:
				t.Errorf("seed %d, %s: %s, want %s\n%s", seed+i, property, res.Verdict, want, text)
			case want == verdict.True && testenv.Night():
				certified.alter(t, res)
			}
			if property == "no-deadlock" {
				continue
			}
			for _, threads := range []int{prepare.InTurnThreads, prepare.RoundThreads} {
				res = searched(t, property, text, threads)
				got[fmt.Sprintf("%s %s searched with %d", property, res.Verdict, threads)]++
				if res.Verdict == verdict.False && !broken {
					t.Errorf("seed %d, %s: FALSE with threads %d\n%s", seed+i, property, threads, text)
				}
			}
		}
	}
	t.Logf("%v; %d proofs, %d altered ones", got, certified.all, certified.altered)
}

// hasOutline tells whether an outline of a program is found.
func hasOutline(t *testing.T, property, text string) bool {
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
	defer cancel()
	_, err := outlined.Find(ctx, prepare.New(cfront.Options{Properties: []string{property}}, fstest.MapFS{"p.c": {Data: []byte(text)}}, "p.c"), run.Options{Workers: 1})
	return err == nil
}

// searched is what is said of a program whose threads are followed as threads says, which finds errors only.
func searched(t *testing.T, property, text string, threads int) *run.Result {
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
	defer cancel()
	opts := cfront.Options{Properties: []string{property}, Threads: threads}
	var of run.Options
	if threads == prepare.RoundThreads {
		of.Engine = bmc.New(bmc.Config{})
	}
	res, err := run.Verify(ctx, prepare.New(opts, fstest.MapFS{"p.c": {Data: []byte(text)}}, "p.c"), of)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return res
}

// TestManyThreads: an error that is found in rounds in a random program of four or five threads besides main is one that an enumeration of all its executions finds.
func TestManyThreads(t *testing.T) {
	testenv.NeedsLong(t)
	count, seed := testenv.Random(2)
	if testenv.Night() {
		count = max(count, 100)
	}
	got := map[string]int{}
	for i := range uint64(count) {
		text, code := randomThreads(seed+i, 4+int(i)%2)
		text, code = filled(rand.New(rand.NewPCG(seed+i, 7)), text, code)
		f, ok := executions(code)
		if !ok {
			got["too many executions"]++
			continue
		}
		for property, broken := range map[string]bool{"unreach-call": f.reached, "no-data-race": f.race} {
			res := searched(t, property, text, prepare.RoundThreads)
			got[fmt.Sprintf("%s broken=%v: %s", property, broken, res.Verdict)]++
			switch {
			case res.Verdict == verdict.False && !broken:
				t.Errorf("seed %d, %s: FALSE\n%s", seed+i, property, text)
			case res.Verdict == verdict.True:
				t.Errorf("seed %d, %s: TRUE\n%s", seed+i, property, text)
			case res.Verdict == verdict.Unknown && broken:
				t.Logf("seed %d, %s: %s: %s", seed+i, property, res.Reason, res.Detail)
			}
		}
	}
	t.Log(got)
}

// TestReducedThreads: what is said of the product in which independent steps come in one order is what an enumeration of all executions finds.
func TestReducedThreads(t *testing.T) {
	testenv.NeedsLong(t)
	count, seed := testenv.Random(3)
	if testenv.Night() {
		count = max(count, 300)
	}
	got := map[string]int{}
	for i := range uint64(count) {
		text, code := randomThreads(seed+i, 2+int(i)%2)
		text, code = filled(rand.New(rand.NewPCG(seed+i, 7)), text, code)
		f, ok := executions(code)
		if !ok {
			got["too many executions"]++
			continue
		}
		for property, broken := range map[string]bool{"unreach-call": f.reached, "no-data-race": f.race, "no-deadlock": f.deadlock} {
			res := searched(t, property, text, prepare.ReducedThreads)
			got[fmt.Sprintf("%s broken=%v: %s", property, broken, res.Verdict)]++
			if res.Verdict == map[bool]verdict.Verdict{true: verdict.True, false: verdict.False}[broken] {
				t.Errorf("seed %d, %s: %s\n%s", seed+i, property, res.Verdict, text)
			} else if res.Verdict == verdict.Unknown {
				t.Logf("seed %d, %s: %s: %s", seed+i, property, res.Reason, res.Detail)
			}
		}
	}
	t.Log(got)
}

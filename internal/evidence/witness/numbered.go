package witness

import (
	"fmt"
	"strings"

	"craig/internal/evidence/ctext"
	"craig/internal/pattern"
)

// Threads of a witness are numbered by the calls that it passes which make them. In the copy each has its number in a variable of its own, -1 in those of which
// the witness does not speak: such a call gives the thread another function, which sets that and calls the one of the program. Whether a waypoint is
// passed is decided in an atomic section.
const (
	threadNumber = "craig_thread" // of the thread; -1 of those without one
	threadNew    = "craig_new"    // of the one that it makes
	threadBegun  = "craig_begun"  // 1 when the first thread has its number
	threadStart  = "craig_start"  // and a number: the function of that thread
)

// numbers are the threads of a witness.
type numbers struct {
	on   bool // there are some
	made int  // how many
}

// numbering tells whether waypoints say which thread passes them.
func numbering(items []Item) bool {
	for _, item := range items {
		for _, s := range item.Segment {
			if s.Waypoint.Thread != nil {
				return true
			}
		}
	}
	return false
}

// declare has the copies declare what they use; the first file has the variables.
func (n *numbers) declare(f *ctext.Source, linkage string) {
	own, begun := threadNumber+" = -1, ", "int "+threadBegun+"; "
	if linkage != "" {
		own, begun = threadNumber+", ", linkage+begun
	}
	f.Head(linkage + "_Thread_local int " + own + threadNew + "; " + begun + "extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void); ")
}

// entry matches the function where executions begin, in the specification of a witness.
var entry = pattern.New(`\binit\(\s*([A-Za-z_][A-Za-z_0-9]*)\s*\(\)`)

// first numbers the first thread, when its function is executed first.
func (c *claim) first() error {
	name := "main"
	if m := entry.FindStringSubmatch(c.specification); m != nil {
		name = m[1]
	}
	for _, f := range c.files {
		body := -1
		f.Words(func(at int, word string) {
			open := f.Skip(at + len(word))
			if word != name || !strings.HasPrefix(f.Rest(open), "(") {
				return
			}
			if closing, ok := f.Find(open+1, ")"); ok && strings.HasPrefix(f.Rest(f.Skip(closing+1)), "{") {
				body = f.Skip(closing+1) + 1
			}
		})
		if body >= 0 {
			f.Edit(body, 0, fmt.Sprintf(" if (!%s) { %[1]s = 1; %s = 0; }", threadBegun, threadNumber))
			return nil
		}
	}
	return &Unsupported{"threads of a program whose function " + name + " is not found"}
}

// by is a condition of a waypoint, which a thread passes.
func (n *numbers) by(thread *int, cond string) string {
	if !n.on || thread == nil {
		return cond
	}
	return fmt.Sprintf("%s == %d && (%s)", threadNumber, *thread, cond)
}

// section makes one step of several.
func (n *numbers) section(steps string) string {
	if !n.on {
		return steps
	}
	return "__VERIFIER_atomic_begin(), " + steps + ", __VERIFIER_atomic_end()"
}

// makes tells whether a call of a function makes a thread, and which argument is what that executes.
func makes(function string) (arg int, result string) {
	switch function {
	case "pthread_create":
		return 2, "void *"
	case "thrd_create":
		return 1, "int "
	}
	return -1, ""
}

// start gives a thread its own function, and so its number: word is called, with arguments from open on. The numbers are those that the call may give.
func (c *claim) start(word string, open int, list []int) error {
	arg, result := makes(word)
	from, ok := open+1, true
	for range arg {
		if from, ok = c.src.Find(from, ",)"); !ok {
			break
		}
		from++
	}
	to, end := c.src.Find(from, ",)")
	name := ""
	if ok && end {
		name = strings.TrimPrefix(strings.TrimSpace(c.src.Rest(from)[:to-from]), "&")
	}
	parameter, returns, ok := c.defines(name)
	if !ok {
		return &Unsupported{"threads that execute no function of the same file"}
	}
	text := ""
	for _, n := range list {
		text += fmt.Sprintf("%s == %d ? %s%[2]d : ", threadNew, n, threadStart)
		c.src.Head(fmt.Sprintf("%s%s%d(void *); ", result, threadStart, n))
		call := name + "()"
		if parameter {
			call = name + "(craig_p)"
		}
		if call = "return " + call + ";"; !returns {
			call = strings.TrimPrefix(call, "return ") + " return 0;"
		}
		c.src.Tail(fmt.Sprintf("%s%s%d(void *craig_p) { %s = %[3]d; %[5]s }", result, threadStart, n, threadNumber, call))
	}
	c.src.Edit(from, 0, "("+text)
	c.src.Edit(to, 0, ")")
	return nil
}

// defines tells whether the file at hand has the body of a function, with a parameter or none, and whether that returns something.
func (c *claim) defines(name string) (parameter, returns, found bool) {
	c.src.Words(func(at int, word string) {
		open := c.src.Skip(at + len(word))
		if word != name || !strings.HasPrefix(c.src.Rest(open), "(") {
			return
		}
		closing, ok := c.src.Find(open+1, ")")
		if !ok || !strings.HasPrefix(c.src.Rest(c.src.Skip(closing+1)), "{") {
			return
		}
		given := strings.TrimSpace(c.src.Rest(open + 1)[:closing-open-1])
		found = !strings.Contains(given, ",")
		parameter, returns = given != "" && given != "void", c.src.Before(at) != "void"
	})
	return parameter, returns, found
}

package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"craig/internal/resultfile"
)

// Executions in SARIF (3.36 to 3.38): one code flow, with a thread flow for each thread, whose steps are numbered across all of them.
type (
	sarifFlow struct {
		Threads []sarifThread `json:"threadFlows"`
	}
	sarifThread struct {
		ID        string               `json:"id,omitempty"`
		Message   *sarifText           `json:"message,omitempty"`
		Initial   map[string]sarifText `json:"initialState,omitempty"`
		Locations []sarifStep          `json:"locations"`
	}
	sarifStep struct {
		Location   sarifLocation `json:"location"`
		Nesting    int           `json:"nestingLevel,omitempty"`
		Order      int           `json:"executionOrder,omitempty"` // from 1
		Importance string        `json:"importance,omitempty"`
	}
)

// lastPlace is where an execution goes wrong; its File is "" if that is not known.
func lastPlace(t *resultfile.Trace) (last resultfile.Place) {
	for _, s := range t.Steps {
		if s.File != "" {
			last = s.Place
		}
	}
	if t.At != nil {
		last = *t.At
	}
	return last
}

// flowOf is an execution, with what there is to say of its end. The steps of each thread are in order, the threads in that in which they begin; if there is one
// thread, it has no name.
func flowOf(t *resultfile.Trace, end string) (flow sarifFlow) {
	at := map[int]int{} // index of a thread
	order, last := 0, 0
	add := func(thread, depth int, importance string, l sarifLocation) {
		i, known := at[thread]
		if !known {
			i = len(flow.Threads)
			at[thread] = i
			flow.Threads = append(flow.Threads, sarifThread{ID: fmt.Sprint(thread), Message: &sarifText{threadName(thread)}})
		}
		order++
		last = thread
		flow.Threads[i].Locations = append(flow.Threads[i].Locations, sarifStep{Location: l, Nesting: depth, Order: order, Importance: importance})
	}
	depth := 0
	for _, s := range t.Steps {
		if s.File == "" {
			continue
		}
		what := slices.Clone(s.Conditions)
		for _, c := range s.Changes {
			what = append(what, c.Name+" = "+c.Value)
		}
		importance := ""
		if s.Matters {
			importance = "essential"
		}
		depth = s.Depth
		add(s.Thread, s.Depth, importance, sarifAt(s.Place, strings.Join(what, ", ")))
	}
	if t.At != nil && t.At.File != "" {
		if len(t.Race) > 0 {
			last = t.Race[0].Thread
		}
		add(last, depth, "essential", sarifAt(*t.At, end))
	}
	if len(flow.Threads) == 0 {
		return flow
	}
	if len(t.Entry) > 0 {
		flow.Threads[0].Initial = map[string]sarifText{}
		for _, e := range t.Entry {
			flow.Threads[0].Initial[e.Name] = sarifText{e.Value}
		}
	}
	if len(flow.Threads) == 1 {
		flow.Threads[0].ID, flow.Threads[0].Message = "", nil
	}
	return flow
}

// callSites are the calls that have led to where an execution goes wrong, the innermost first.
func callSites(t *resultfile.Trace) (list []sarifLocation) {
	var stack []resultfile.Step // the last step of each depth, of the thread that comes there last
	for _, s := range t.Steps {
		if len(stack) > 0 && stack[0].Thread != s.Thread {
			stack = nil
		}
		for len(stack) <= s.Depth {
			stack = append(stack, resultfile.Step{})
		}
		stack = stack[:s.Depth+1]
		stack[s.Depth] = s
		stack[0].Thread = s.Thread
	}
	for d := len(stack) - 2; d >= 0; d-- {
		if s := stack[d]; s.File != "" {
			list = append(list, sarifAt(s.Place, cmp.Or(s.Function, "a function")+" calls from here"))
		}
	}
	return list
}

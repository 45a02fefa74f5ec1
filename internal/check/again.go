package check

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"time"

	"craig/internal/program/cfront"
	"craig/internal/resultfile"
	"craig/internal/work"
)

// Claim is evidence of what rounds of a function came to, one after the other.
type Claim struct {
	Entry   string                 `json:"entry"`
	At      resultfile.Place       `json:"at"` // of its name
	Results []*resultfile.Document `json:"results"`
}

// Except are the errors that a round leaves out that comes after those of the claim.
func (c Claim) Except() (list []cfront.Exception) {
	for _, doc := range c.Results {
		at := place(doc, c.At)
		list = append(list, cfront.Exception{File: at.File, Line: at.Line, Property: doc.Property})
	}
	return list
}

// place is where a result shows an error: at, if it does not say.
func place(doc *resultfile.Document, at resultfile.Place) resultfile.Place {
	if doc.Trace != nil && doc.Trace.At != nil {
		return *doc.Trace.At
	}
	return at
}

// at is the place of the name of a function.
func (f *Function) at() resultfile.Place { return resultfile.Place{File: f.File, Line: f.Line} }

// mostClaims is how many functions one process certifies: so many that reading the unit costs little.
const mostClaims = 16

// again finds what was kept of the functions, and has the evidence certified for the files as they are now: many functions of a
// unit in one process, which reads it once. What does not hold there is left to the rounds of the function.
func (c *checker) again(ctx context.Context) error {
	var groups [][]*Function
	type where struct {
		unit  *Unit
		stays bool
	}
	open := map[where]int{}
	for _, f := range c.report.Functions {
		f.key = c.opts.Cache.key(f, c.opts.Commands.Verify(f, nil, false))
		f.file = c.opts.Cache.file(f, slices.Concat(c.opts.Asked, f.Unit.Flags))
		if f.old = c.opts.Cache.find(f.file); len(f.old.evidence()) == 0 {
			continue
		}
		at := where{f.Unit, c.stays(f)}
		i, ok := open[at]
		if !ok || len(groups[i]) == mostClaims {
			i = len(groups)
			groups, open[at] = append(groups, nil), i
		}
		groups[i] = append(groups[i], f)
	}
	c.begin("certify", len(groups))
	return work.Each(ctx, c.opts.Jobs, len(groups), func(i int) {
		c.certify(ctx, groups[i])
		c.done(groups[i][0].Unit.File, 0)
	})
}

// evidence are the results of the first rounds, as far as they have evidence.
func (m *memory) evidence() (list []*resultfile.Document) {
	if m == nil {
		return nil
	}
	for _, r := range m.Rounds {
		if r.Document == nil || r.Document.Verdict == "UNKNOWN" {
			break
		}
		list = append(list, r.Document)
	}
	return list
}

// certify has the evidence of functions of one unit certified.
func (c *checker) certify(ctx context.Context, fs []*Function) {
	var claims []Claim
	rounds := 0
	for _, f := range fs {
		claims = append(claims, Claim{f.Name, f.at(), f.old.evidence()})
		rounds += len(f.old.evidence())
	}
	text, err := json.Marshal(claims)
	if err != nil {
		return
	}
	j := work.Job{Args: c.opts.Commands.Again(fs[0].Unit), In: text, Time: readTime + time.Duration(rounds*MoreWithEvidence)*c.opts.Time, Memory: c.opts.Memory}
	a, err := c.run(ctx, fs[0], j)
	if err != nil {
		return
	}
	for line := range bytes.Lines(a.Out) { // what there is of them, whatever has become of the process
		var held Claim
		if json.Unmarshal(line, &held) != nil {
			continue
		}
		for _, f := range fs {
			if f.Name == held.Entry {
				f.held = held.Results
			}
		}
	}
}

package check

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"time"

	"craig/internal/program/c/cfront"
	"craig/internal/resultfile"
	"craig/internal/work"
)

// Claim is evidence of what rounds of a function came to, one after the other, and what else there is to do about it.
type Claim struct {
	Entry   string                 `json:"entry"`
	At      resultfile.Place       `json:"at"` // of its name
	Results []*resultfile.Document `json:"results"`
	With    [][]string             `json:"with"` // of each result the files besides that of the unit which it is about

	Rounds int           `json:"rounds,omitempty"` // there are to be so many results, the last of which may be no finding; 0: no engine looks
	Limit  time.Duration `json:"limit,omitempty"`  // of a round that is no evidence
	Last   bool          `json:"last,omitempty"`   // nobody will look for longer

	Confirm time.Duration `json:"confirm,omitempty"` // how long a compiler may take to confirm what engines find; 0: none is asked

	Settled bool          `json:"settled,omitempty"` // of an answer: nothing more is to be looked for
	Said    []Said        `json:"said,omitempty"`    // likewise: what a compiler says to each result
	Took    time.Duration `json:"took,omitempty"`    // likewise
}

// Said is what a compiler says to a finding.
type Said struct {
	Confirmation string `json:"confirmation,omitempty"` // as in Finding; "" if no compiler was asked, or it did not come to an end
	Said         string `json:"said,omitempty"`
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

// mostClaims is how many functions one process looks at: so many that reading the unit costs little, and few enough that something is soon
// told. When there is enough to do for a while, it is moreClaims.
const (
	mostClaims = 16
	moreClaims = 48
	firstOnes  = 4 // groups for each job, before those are larger
)

// quick is how long functions are looked at one after the other in one process, before each gets a process of its own: most are decided
// then. If it is all of the time, none gets one.
func (c *checker) quick() time.Duration {
	if c.opts.Time <= 4*time.Second {
		return c.opts.Time
	}
	return max(c.opts.Time/8, time.Second)
}

// plan finds out which functions are looked at in one process with others of their unit, which reads it once. What was kept of them is
// certified for the files as they are now; where nothing was, or they have changed, engines look for a short time, if that was asked for: unless
// these are so few that each can have a process at once. Groups in which engines look come first.
func (c *checker) plan() (few []*Function, groups [][]*Function) {
	type where struct {
		unit        *Unit
		stays, look bool
	}
	changed := 0
	for _, f := range c.report.Functions {
		if c.opts.Cache != nil {
			f.key = c.opts.Cache.key(f, c.opts.Commands.Verify(f, nil, false, 1))
			f.file = c.opts.Cache.file(f, slices.Concat(c.opts.Asked, f.Unit.Flags))
			f.old = c.opts.Cache.find(f.file).within(f.others)
		}
		if f.look = c.opts.Together && (f.old == nil || f.old.Key != f.key); f.look {
			changed++
		}
	}
	open := map[where]int{}
	share := len(c.report.Functions) / max(c.opts.Jobs, 1) // there is to be work for all
	for _, f := range c.report.Functions {
		if f.look && changed <= c.opts.Jobs {
			f.look = false
			few = append(few, f)
			continue
		}
		if known, _ := f.old.evidence(); len(known) == 0 && !f.look {
			continue
		}
		at := where{f.Unit, c.stays(f), f.look}
		limit := mostClaims
		if len(groups) >= firstOnes*max(c.opts.Jobs, 1) {
			limit = moreClaims
		}
		most := max(min(share, limit), mostClaims/2)
		if f.look && c.opts.Jobs > 1 { // some take longer than others
			most = min(share/4, limit)
		}
		i, ok := open[at]
		if !ok || len(groups[i]) >= most {
			i = len(groups)
			groups, open[at] = append(groups, nil), i
		}
		groups[i] = append(groups[i], f)
	}
	slices.SortStableFunc(groups, func(a, b []*Function) int {
		switch {
		case a[0].look == b[0].look:
			return 0
		case a[0].look:
			return -1
		}
		return 1
	})
	return few, groups
}

// batch has a group looked at in one process. What does not hold there, or is not decided, is left to the rounds of the function.
func (c *checker) batch(ctx context.Context, all []*Function) {
	for group := all; len(group) > 0 && ctx.Err() == nil; {
		done := c.revalidate(ctx, group)
		group = group[min(done+1, len(group)):] // the next one is looked at by itself: it took too much
	}
	for _, f := range all {
		if f.settled && ctx.Err() == nil {
			c.function(ctx, f)
			c.ended(ctx, f)
		}
	}
}

// evidence are the results of the first rounds, as far as they have evidence, and the files besides that of the unit that each is about.
func (m *memory) evidence() (list []*resultfile.Document, with [][]string) {
	if m == nil {
		return nil, nil
	}
	for _, r := range m.Rounds {
		if r.Document == nil || r.Document.Verdict == "UNKNOWN" || r.Flags != nil { // one process reads with the options of the unit
			break
		}
		list, with = append(list, r.Document), append(with, r.With)
	}
	return list, with
}

// revalidate has functions of one unit looked at, one after the other. done is how many were.
func (c *checker) revalidate(ctx context.Context, fs []*Function) (done int) {
	var claims []Claim
	limit := readTime
	for _, f := range fs {
		claim := Claim{Entry: f.Name, At: f.at()}
		claim.Results, claim.With = f.old.evidence()
		limit += time.Duration(len(claim.Results)*MoreWithEvidence) * c.opts.Time
		if f.look {
			claim.Rounds, claim.Limit = max(c.opts.Rounds, 1), c.quick()
			claim.Last = claim.Limit == c.opts.Time
			if !c.opts.Infer && (c.opts.Confirm == ConfirmAll || c.opts.Confirm == ConfirmHarmless && f.harmless) {
				claim.Confirm = 2 * confirmTime
			}
			limit += time.Duration(claim.Rounds) * (claim.Limit + claim.Confirm + pause)
		}
		claims = append(claims, claim)
	}
	text, err := json.Marshal(claims)
	if err != nil {
		return len(fs)
	}
	a, err := c.run(ctx, work.Job{Args: c.opts.Commands.Again(fs[0].Unit), In: text, Time: limit, Memory: c.opts.Memory}, fs...)
	if err != nil || a.Failed != nil {
		return len(fs)
	}
	for line := range bytes.Lines(a.Out) { // what there is of them, whatever has become of the process
		var claim Claim
		if json.Unmarshal(line, &claim) != nil || len(claim.With) != len(claim.Results) {
			continue
		}
		for i, f := range fs {
			if f.Name == claim.Entry {
				f.held, f.ran = held{claim.Results, claim.With, claim.Said}, claim.Took
				f.settled = claim.Settled && (f.look || f.old.Key == f.key)
				done = max(done, i+1)
			}
		}
	}
	return done
}

// pause is what a round may take besides its limit.
const pause = 2 * time.Second

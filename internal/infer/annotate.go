package infer

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"craig/internal/evidence/csource"
	"craig/internal/evidence/ctext"
	"craig/internal/evidence/verdict"
	"craig/internal/pattern"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/run"
)

// insertion is text that is put somewhere into a file.
type insertion struct {
	at   int
	text string
}

// Annotate is the file of the function with its contract in it, in ACSL and in the words of CBMC, and with invariants of its loops that the
// proof has, in ACSL. The verifier has proved the function in that text, the invariants among what is proved; what invariants it does not
// prove there, asked so long about each text, are left out.
func (c *Contract) Annotate(ctx context.Context, opts Options) ([]byte, error) {
	switch {
	case c.Class == Open || c.Never:
		return nil, errors.New("there is no contract that could be written down")
	case c.place.file == "":
		return nil, errors.New(c.Why)
	}
	h := header{requires: c.texts()}
	kept := c.headerAt(h)
	text, err := c.proved(ctx, kept, opts)
	if err != nil || text == nil {
		return nil, cmp.Or(err, errors.New("with the contract before the function it could not be proved again"))
	}
	more, err := c.more(ctx, h, opts)
	if err != nil {
		return nil, err
	}
	if list := c.headerAt(more); !slices.Equal(list, kept) {
		switch better, err := c.proved(ctx, list, opts); {
		case err != nil:
			return nil, err
		case better != nil:
			text, kept = better, list
		}
	}
	for _, x := range c.loopsAt() {
		switch more, err := c.proved(ctx, append(slices.Clip(kept), x), opts); {
		case err != nil:
			return nil, err
		case more != nil:
			text, kept = more, append(kept, x)
		}
	}
	return text, nil
}

// headerAt is where the clauses of a header go.
func (c *Contract) headerAt(h header) []insertion {
	if h.empty() {
		return nil
	}
	at := c.place.begin()
	indent := c.place.text[strings.LastIndexByte(c.place.text[:at], '\n')+1 : at]
	if strings.TrimSpace(indent) != "" {
		indent = ""
	}
	cprover := "\n#ifdef __CPROVER__\n" + h.cprover() + "\n#endif"
	if !strings.HasPrefix(c.place.text[c.place.at:], "\n") {
		cprover += "\n"
	}
	return []insertion{{at, h.acsl() + "\n" + indent}, {c.place.at, cprover}}
}

// loopsAt are the invariants of the proof, in front of the loops of the function.
func (c *Contract) loopsAt() (list []insertion) {
	r := c.Proof
	if r == nil || r.Proof == nil {
		return nil
	}
	var sources []*ctext.Source
	for _, f := range r.Sources {
		sources = append(sources, ctext.New(f.Name, f.Text))
	}
	for _, inv := range csource.LoopInvariants(r.Program, r.Proof, sources...) {
		text := inv.Text()
		if inv.Function != c.Function.Name || inv.Pos.File != c.place.file || len(inv.All) > 0 || text == "" || text == "true" || text == "false" || strings.Contains(text, "*/") {
			continue
		}
		inv.Pos.Col = c.place.column(inv.Pos, len(c.place.with(c.texts()...))-len(c.place.text)) // the proof is of that text
		if at := offset(c.place.text, inv.Pos); at >= 0 && loopWord.MatchString(c.place.text[at:]) {
			list = append(list, insertion{at, "/*@ loop invariant " + text + "; */ "})
		}
	}
	return list
}

// loopWord matches where a loop begins.
var loopWord = pattern.New(`^(?:while|for|do)\b`)

// proved is the text of the function's file with insertions, if the function is proved in it; else nil.
func (c *Contract) proved(ctx context.Context, list []insertion, opts Options) ([]byte, error) {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b insertion) int { return cmp.Compare(a.at, b.at) })
	var b strings.Builder
	at := 0
	for _, x := range list {
		b.WriteString(c.place.text[at:x.at] + x.text)
		at = x.at
	}
	text := []byte(b.String() + c.place.text[at:])
	o := c.Program.Options()
	o.Properties = slices.DeleteFunc(slices.Clone(o.Properties), func(name string) bool { return slices.Contains(c.Left, name) })
	if !slices.Contains(o.Properties, "unreach-call") { // which invariants are checked by
		o.Properties = append(o.Properties, "unreach-call")
	}
	p := prepare.New(o, nil, c.Program.Names()...)
	sources, err := c.Program.Sources()
	if err != nil {
		return nil, err
	}
	for _, src := range sources {
		p.Give(src.Name, src.Text)
	}
	p.Give(c.place.file, text)
	ctx, cancel := context.WithTimeout(ctx, wallPerProcessor*cmp.Or(opts.Query, DefaultQuery))
	defer cancel()
	r, err := run.Verify(ctx, p, opts.Run)
	if mistake := (*cfront.Error)(nil); errors.As(err, &mistake) || err == nil && (r.Verdict != verdict.True || r.Vacuous != "") {
		return nil, nil
	}
	return text, err
}

package infer

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"craig/internal/evidence/verdict"
	"craig/internal/limit"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/run"
)

// insertion is text that is put somewhere into a file.
type insertion struct {
	at   int
	text string
}

// Annotate is the file of the function with its contract in it and with invariants of its loops that the
// proof has, in ACSL and in the words of CBMC. The verifier has proved the function in that text, the invariants among what is proved; what invariants it does not
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
		default:
			more = h
		}
	}
	return c.withLoops(ctx, text, kept, more, opts)
}

// withLoops is a text, in which insertions for a header have been put, with what can be proved there of loops besides: all of it, or one clause after the other,
// and what of this can be proved as CBMC reads it.
func (c *Contract) withLoops(ctx context.Context, text []byte, kept []insertion, h header, opts Options) ([]byte, error) {
	begun := limit.ProcessorUsed()
	var said []loop
	for _, all := range c.loops(h.assigns) {
		var l loop
		var wrong error
		try := func(with loop) bool {
			if wrong != nil || with.empty() || limit.ProcessorUsed()-begun > cmp.Or(opts.Time, DefaultTime) {
				return false
			}
			list := append(slices.Clip(kept), with.insertion(c.place.text))
			var better []byte
			if better, wrong = c.proved(ctx, list, opts); better == nil {
				return false
			}
			text, l = better, with
			return true
		}
		if !try(all) {
			l = loop{at: all.at}
			for _, x := range all.invariants {
				with := l
				with.invariants = append(slices.Clip(l.invariants), x)
				try(with)
			}
			with := l
			with.assigns = all.assigns
			try(with)
			with = l
			with.variant = all.variant
			try(with)
		}
		if wrong != nil {
			return nil, wrong
		}
		if !l.empty() {
			kept, said = append(kept, l.insertion(c.place.text)), append(said, l)
		}
	}
	for _, l := range said {
		in, ok := l.cprover(c.place.text, h)
		if !ok {
			continue
		}
		list := append(slices.Clip(kept), in)
		switch better, err := c.proved(ctx, list, opts, "__CPROVER__"); {
		case err != nil:
			return nil, err
		case better != nil:
			text, kept = better, list
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

// proved is the text of the function's file with insertions, if the function is proved in it, with macros that are defined besides; else nil.
func (c *Contract) proved(ctx context.Context, list []insertion, opts Options, define ...string) ([]byte, error) {
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
	o.Define = append(slices.Clip(o.Define), define...)
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

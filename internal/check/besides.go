package check

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"time"

	"craig/internal/resultfile"
	"craig/internal/work"
)

// keptBesides is what came of looking at a function for something else.
type keptBesides struct {
	Key      string
	Document *resultfile.Document
}

// besides looks at a function for something else, without some errors, within a processor time; nil if that came to no end. It is taken out of the cache if nothing has changed on which it
// depends, nor where the functions stand that f comes to.
func (c *checker) besides(ctx context.Context, what Besides, f *Function, args []string, limit time.Duration) *resultfile.Document {
	var key, file string
	if c.opts.Cache != nil {
		depends := append(slices.Clone(args), fmt.Sprint(limit, c.opts.Time, c.opts.Memory), fmt.Sprint(f.File, f.Line, f.End))
		for _, s := range c.comesTo(f) {
			depends = append(depends, fmt.Sprint(s.File, s.Line, s.End))
		}
		key, file = c.opts.Cache.key(f, depends), c.opts.Cache.file(f, slices.Concat(c.opts.Asked, args, []string{"besides", fmt.Sprint(what)}))
		if old := find[keptBesides](c.opts.Cache, file); old != nil && old.Key == key && !(c.opts.Retry && old.Document.Verdict == "UNKNOWN") {
			return old.Document
		}
	}
	a, err := c.run(ctx, work.Job{Args: args, Time: c.opts.Time + pause, CPU: limit, Memory: c.opts.Memory}, f)
	if err != nil || a.Killed != "" || a.Failed != nil {
		return nil
	}
	doc, err := resultfile.Read(bytes.NewReader(a.Out))
	if err != nil || ctx.Err() != nil {
		return nil
	}
	if err := c.opts.Cache.keep(file, keptBesides{key, doc}); err != nil {
		c.remark(f.Name, "what was looked for besides could not be kept: "+err.Error())
	}
	return doc
}

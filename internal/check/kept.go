package check

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"craig/internal/infer"
	"craig/internal/program/c/cfront"
)

// keptContract is what is kept of looking for a contract. Like what could not be decided it is taken as it is, if nothing has changed on which
// it depends: to certify it would cost about as much as to find it.
type keptContract struct {
	Key      string
	Contract *infer.Document `json:",omitempty"` // nil: none was found
	Comes    []stretch       // the functions that it comes to
	Files    []stretch       // the files in which the contract has places outside of these
}

// stretch is some lines of a file. A contract says where calls go wrong: while the text of a stretch is the same, these places move with it.
type stretch struct {
	File      string
	Line, End int
	Hash      string // of the text
}

func (s stretch) has(file string, line int) bool {
	return s.File == file && s.Line <= line && line <= s.End
}

// contractOf is the contract of a function, out of the cache if nothing has changed.
func (c *checker) contractOf(ctx context.Context, f *Function) *infer.Document {
	if c.opts.Cache == nil {
		d, _ := c.infer(ctx, f)
		return d
	}
	key := c.opts.Cache.key(f, append(c.opts.Commands.Infer(f, inferTime), fmt.Sprint(c.opts.Memory, c.opts.CPU)))
	file := c.opts.Cache.file(f, slices.Concat(c.opts.Asked, f.Unit.Flags, []string{"contract"}))
	comes := c.comesTo(f)
	if old := find[keptContract](c.opts.Cache, file); old != nil && old.Key == key && !(c.opts.Retry && old.open()) && old.move(comes) {
		return old.Contract
	}
	d, ok := c.infer(ctx, f)
	if !ok || ctx.Err() != nil {
		return d
	}
	if err := c.opts.Cache.keep(file, keptContract{key, d, comes, outside(d, comes)}); err != nil {
		c.remark(f.Name, "its contract could not be kept: "+err.Error())
	}
	return d
}

// open says that more time may tell more.
func (k *keptContract) open() bool {
	d := k.Contract
	return d == nil || d.Class != infer.Necessary || len(d.Left) > 0
}

// move has the places of the contract be where they are now, where the functions are that it comes to; false if that is not known.
func (k *keptContract) move(comes []stretch) bool {
	same := func(a, b stretch) bool { return a.File == b.File && a.Hash == b.Hash }
	now := texts{}
	if !slices.EqualFunc(k.Comes, comes, same) || slices.ContainsFunc(k.Files, func(s stretch) bool { return !same(s, now.stretch(s.File, s.Line, s.End)) }) {
		return false
	}
	if k.Contract != nil {
		k.Contract.Lines(func(file string, line *int) {
			if i := slices.IndexFunc(k.Comes, func(s stretch) bool { return s.has(file, *line) }); i >= 0 {
				*line += comes[i].Line - k.Comes[i].Line
			}
		})
	}
	return true
}

// comesTo are the functions that f comes to, in an order that does not depend on where they stand.
func (c *checker) comesTo(f *Function) (list []stretch) {
	now, seen := texts{}, map[*cfront.Function]bool{}
	reached := func(u *Unit, g *cfront.Function) {
		for _, name := range g.Reaches {
			if h := c.bodies.here[u][name]; h != nil && !seen[h] {
				seen[h] = true
				list = append(list, now.stretch(filepath.Clean(h.Pos.File), h.Pos.Line, h.End))
			}
		}
	}
	if g := c.bodies.here[f.Unit][f.Name]; g != nil {
		reached(f.Unit, g)
	}
	for _, m := range f.linkedUnits {
		if slices.Contains(f.with, m.unit.File) {
			for _, g := range m.needs {
				reached(m.unit, g)
			}
		}
	}
	return list
}

// outside are the files in which a contract has places outside of some stretches.
func outside(d *infer.Document, comes []stretch) (list []stretch) {
	if d == nil {
		return nil
	}
	now := texts{}
	d.Lines(func(file string, line *int) {
		has := func(s stretch) bool { return s.has(file, *line) }
		if !slices.ContainsFunc(comes, has) && !slices.ContainsFunc(list, has) {
			list = append(list, now.stretch(file, 1, math.MaxInt32))
		}
	})
	return list
}

// texts are the lines of files.
type texts map[string][]string

// stretch is some lines of a file as it is now, as many of them as it has.
func (t texts) stretch(file string, line, end int) stretch {
	if t[file] == nil {
		text, _ := readFile(file)
		t[file] = strings.Split(string(text), "\n")
	}
	lines := t[file]
	from := min(max(line-1, 0), len(lines))
	sum := sha256.Sum256([]byte(strings.Join(lines[from:max(from, min(end, len(lines)))], "\n")))
	return stretch{file, line, end, hex.EncodeToString(sum[:])}
}

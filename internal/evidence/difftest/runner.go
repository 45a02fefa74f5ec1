package difftest

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"craig/internal/evidence/native"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// given is a value that a run was given.
type given struct {
	site  int
	value int64
}

// found is a run that the runner tells of.
type found struct {
	isError bool // it came to an error function or a label; else a sanitizer reported
	inputs  []given
	report  string
	kept    bool     // no error: inputs that the search has kept
	blocks  []uint64 // addresses of code, in the order of their first visits
}

// run has the executable run on varied inputs for a time, beginning with those of first; or, if
// it is not to search, on first alone.
func (b *build) run(program string, search bool, first [][]given, total, each time.Duration, seed uint64) ([]found, Counts, error) {
	mode := "repeat"
	if search {
		mode = "search"
	}
	var counts Counts
	told, err := b.runner(program, mode, first, total, each, seed)
	if err != nil {
		return nil, counts, err
	}
	all, err := parse(told, &counts)
	list := all[:0]
	for _, f := range all {
		if f.kept {
			b.kept = append(b.kept, f.inputs)
		} else {
			list = append(list, f)
		}
	}
	return list, counts, err
}

// runner runs an executable, which tells what is returned.
func (b *build) runner(program, mode string, first [][]given, total, each time.Duration, seed uint64) (*bytes.Buffer, error) {
	var text bytes.Buffer
	for _, run := range first {
		fmt.Fprintf(&text, "run %d\n", len(run))
		for _, in := range run {
			fmt.Fprintf(&text, "%d %d\n", in.site, in.value)
		}
	}
	file := filepath.Join(b.dir, "first")
	if err := os.WriteFile(file, text.Bytes(), 0o600); err != nil {
		return nil, err
	}
	b.runs++
	x := native.Execute(b.ctx, native.Run{Program: program, Work: filepath.Join(b.dir, fmt.Sprintf("work-%d", b.runs)),
		Args: []string{mode, fmt.Sprintf("%.3f", total.Seconds()), strconv.Itoa(int(each / time.Millisecond)), strconv.FormatUint(seed, 10), file}})
	if err := x.Failure(); err != nil && b.ctx.Err() == nil {
		if why := native.NotStarted(x.Stderr); why != "" {
			return nil, errors.New(why)
		}
		return nil, fmt.Errorf("the runner: %w", err)
	}
	return bytes.NewBufferString(x.Stdout), nil
}

// parse reads what the runner tells. What is cut off is left out.
func parse(r io.Reader, counts *Counts) (list []found, err error) {
	in := bufio.NewReader(r)
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return list, nil
		}
		var kind string
		var n, size, lines, inputs int
		c := counts
		if _, err := fmt.Sscanf(line, "counts %d %d %d %d %d %d %d %d", &c.Runs, &c.Ended, &c.Limited, &c.Assumed, &c.Undefined, &c.Errors, &c.Blocks, &inputs); err == nil {
			continue
		}
		if _, err := fmt.Sscanf(line, "found %s %d %d %d", &kind, &n, &size, &lines); err != nil {
			return list, fmt.Errorf("the runner says %q", line)
		}
		f := found{isError: kind == "error", kept: kind == "kept"}
		for range n {
			var g given
			line, _ := in.ReadString('\n')
			if _, err := fmt.Sscanf(line, "%d %d", &g.site, &g.value); err != nil {
				return list, nil
			}
			f.inputs = append(f.inputs, g)
		}
		text := make([]byte, size)
		if _, err := io.ReadFull(in, text); err != nil {
			return list, nil
		}
		f.report = string(text)
		for range lines {
			var pc uint64
			line, _ := in.ReadString('\n')
			if _, err := fmt.Sscanf(line, "%x", &pc); err != nil {
				return list, nil
			}
			f.blocks = append(f.blocks, pc)
		}
		list = append(list, f)
	}
}

// values are inputs in the words of the C files.
func (b *build) values(inputs []given) []Value {
	var list []Value
	for _, in := range inputs {
		if in.site >= len(b.sites) {
			list = append(list, Value{Source: ir.FromEffect, Name: "what the C library reads", Value: num.I(in.value), Text: "text number " + strconv.FormatInt(in.value, 10) + " of the runner's"})
			continue
		}
		s := b.sites[in.site]
		list = append(list, Value{s.source, s.name, s.pos, num.I(in.value), shown(s, in.value)})
	}
	return list
}

// seeds are inputs of tests as the runner takes them.
func (b *build) seeds(tests [][]Value) [][]given {
	number := map[place]int{}
	for n, s := range b.sites {
		if !s.memory {
			number[place{s.source, s.name, s.pos}] = n
		}
	}
	var list [][]given
	for _, test := range tests {
		var run []given
		for _, v := range test {
			n, ok := number[place{v.Source, v.Name, v.Pos}]
			if x, fits := ir.Int(64, true).Wrap(v.Value).Int64(); ok && fits {
				run = append(run, given{n, x})
			}
		}
		list = append(list, run)
	}
	return list
}

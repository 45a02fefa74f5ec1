package cli

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"craig/internal/option"
	"craig/internal/program/c/cfront"
	"craig/internal/program/c/trap"
	"craig/internal/property"
	"craig/internal/svcomp"
)

// cOptions are the options that say how C is read.
type cOptions struct {
	compileOptions
	properties             []string
	errorLabel             string
	errorFunction          string
	withoutBody            []string
	mmio                   []string
	isr                    []string
	isrOff, isrOn, secrets []string
	isrNesting             bool
	isrBegin               string
	globals                string
	entry                  string
	task                   string
	except, traps          []string

	depth int
}

func (o *cOptions) flags(f *pflag.FlagSet) {
	f.StringSliceVar(&o.properties, "property", nil, "what to check: `NAMES` (unreach-call, bounds, null, valid-deref, valid-free, valid-memtrack, valid-memcleanup, valid-memsafety, uninit, div-by-zero, no-overflow, unsigned-wrap, conversion, float-cast, float-invalid, float-overflow, float-div-by-zero, no-data-race, no-deadlock, locks; termination and constant-time alone), or FILE.prp, or unreachable-code alone")
	f.StringVar(&o.errorLabel, "error-label", "", "also an error: reaching the label `L`")
	f.StringVar(&o.errorFunction, "error-function", "", "also an error: a call of `F`")
	f.StringArrayVar(&o.withoutBody, "remove-function-body", nil, "read the function `F` as if it had no body; of two definitions, the first one stays")
	choiceFlags(f, option.Program, option.Commands, option.Hidden)
	f.StringSliceVar(&o.mmio, "mmio", nil, "registers of devices, not memory, lie at `FROM:SIZE`, such as 0x40000000:0x1000: each read gives any value, writes change nothing")
	f.StringSliceVar(&o.isr, "isr", nil, "the interrupt handler `F`, without parameters, may run any number of times between two accesses to what it shares")
	f.BoolVar(&o.isrNesting, "isr-nesting", false, "handlers interrupt those that are named before them")
	f.StringSliceVar(&o.isrOff, "isr-off", nil, "calls of `F` switch interrupts off, besides cli, __disable_irq and other known names")
	f.StringSliceVar(&o.isrOn, "isr-on", nil, "calls of `F` switch interrupts on, besides sei, __enable_irq and other known names")
	f.StringVar(&o.isrBegin, "isr-begin", "on", "interrupts are switched on or off at first: `on|off`")
	f.StringVar(&o.globals, "globals", "auto", "global variables begin as C initialises them, or with any value; auto: any if --entry is not main: `auto|initial|unknown`")
	o.compileOptions.flags(f)
	f.StringVar(&o.entry, "entry", "main", "start in the function `NAME`, with any arguments, where pointers lead to objects (docs/entry.md)")
	choiceFlags(f, option.Entry)
	f.StringSliceVar(&o.secrets, "secret", nil, "of property constant-time: at the entry, `NAME` is secret, a parameter, what it leads to, a member such as ctx->key, or a global variable")
	f.IntVar(&o.depth, "depth", 2, "pointers lead on from `N` objects in a row at the entry, and then are null")
	f.StringArrayVar(&o.except, "except", nil, "leave out errors of a property in a line, `FILE:LINE:PROPERTY`, and what would come after them; may be repeated")
	f.StringArrayVar(&o.traps, "trap", nil, "also an error: to come to `FILE:LINE:COLUMN:POINTER`, a return or the end of a block, where the variable is not null; may be repeated")
	f.StringVar(&o.task, "task", "", "files, property and data model of the SV-COMP task definition `FILE.yml`")
}

// choose is one of a few words.
func choose[T any](option, value string, values map[string]T) (T, error) {
	v, ok := values[value]
	if !ok {
		var words []string
		for w := range values {
			words = append(words, w)
		}
		slices.Sort(words)
		return v, usagef("--%s: unknown value %q: want one of %s", option, value, strings.Join(words, ", "))
	}
	return v, nil
}

// resolve makes the front end's options, and the list of files from the arguments or the task.
// unsupported names a property that craig does not decide, if one was asked for.
func (o *cOptions) resolve(c *cobra.Command, args []string) (opts cfront.Options, files []string, unsupported string, err error) {
	files = args
	var props svcomp.Properties
	if o.task != "" {
		t, err := svcomp.ReadDefinition(o.task)
		if err != nil {
			return opts, nil, "", definitionError(err)
		}
		if len(args) > 0 {
			return opts, nil, "", usagef("--task names the files; leave out %s", args[0])
		}
		files = t.Files
		if t.ILP32 && !c.Flags().Changed("machine") {
			o.machine = "32"
		}
		if len(o.properties) == 0 && len(t.Properties) > 0 {
			o.properties = []string{t.Properties[0].File}
		}
	}
	if len(files) == 0 {
		return opts, nil, "", usagef("no C file given; try craig %s FILE.c", c.Name())
	}
	if props, err = svcomp.ReadProperties(o.properties); err != nil {
		if u := (*svcomp.UnknownProperty)(nil); errors.As(err, &u) {
			return opts, nil, "", usagef("--property: %v", u)
		}
		return opts, nil, "", definitionError(err)
	}
	for _, name := range props.Names {
		if property.Of(name).Alone && len(props.Names) > 1 {
			return opts, nil, "", usagef("--property %s is about the whole program; ask for %s by itself", name, name)
		}
	}
	opts = cfront.Options{
		Preprocessing: cfront.Preprocessing{Include: o.includeDir, ForceInclude: o.include, Define: o.macros.defined, Undefine: o.macros.undefined},
		Properties:    props.Names, ErrorLabel: o.errorLabel, ErrorFunction: o.errorFunction,
		Entry: o.entry, Unknown: cfront.Unknown{WithoutBody: o.withoutBody},
	}
	for _, both := range []struct {
		option, of string
		to         *string
	}{{"error-label", props.Label, &opts.ErrorLabel}, {"error-function", props.Function, &opts.ErrorFunction}} {
		switch {
		case both.of == "" || *both.to == both.of:
		case *both.to == "":
			*both.to, opts.GoalsMayLack = both.of, true
		default: // one of them would not be looked at
			return opts, nil, "", usagef("--%s %s: the property is about %s; leave one of them out", both.option, *both.to, both.of)
		}
	}
	if props.Entry != "" && !c.Flags().Changed("entry") {
		opts.Entry = props.Entry
	}
	if opts.ILP32, err = choose("machine", o.machine, map[string]bool{"32": true, "64": false}); err != nil {
		return opts, nil, "", err
	}
	if o.target != "" {
		m := cfront.MachineOf(o.target)
		switch {
		case m == nil:
			return opts, nil, "", usagef("--target: unknown machine %q: want one of %s", o.target, strings.Join(cfront.MachineNames(), ", "))
		case c.Flags().Changed("machine") && (m.ILP32 != opts.ILP32 || m.Int16):
			return opts, nil, "", usagef("--target %s says how many bits a pointer has; leave -m%s out", o.target, o.machine)
		}
		opts.Target, opts.ILP32 = o.target, m.ILP32
		if !c.Flags().Changed("plain-char") {
			o.plainChar = map[bool]string{true: "unsigned", false: "signed"}[m.UnsignedChar]
		}
	}
	bits := uint(64)
	if opts.ILP32 {
		bits = 32
	}
	if m := cfront.MachineOf(opts.Target); opts.Target != "" {
		bits = uint(m.PtrBits())
	}
	if opts.Devices, err = devices(o.mmio, bits); err != nil {
		return opts, nil, "", err
	}
	if opts.UnsignedChar, err = choose("plain-char", o.plainChar, map[string]bool{"unsigned": true, "signed": false}); err != nil {
		return opts, nil, "", err
	}
	if opts.Interrupts, err = o.interrupts(c); err != nil {
		return opts, nil, "", err
	}
	if opts.Except, err = exceptions(o.except); err != nil {
		return opts, nil, "", err
	}
	if opts.Traps, err = trap.ReadAll(o.traps); err != nil {
		return opts, nil, "", usagef("--trap: %v", err)
	}
	if err = setChoices(c.Flags(), &opts); err != nil {
		return opts, nil, "", err
	}
	if err = o.environment(c, &opts); err != nil {
		return opts, nil, "", err
	}
	if opts.Contracts == cfront.ReplaceContracts && !c.Flags().Changed("unknown-pointers") {
		opts.UnknownPointers = cfront.Any // what a contract assigns or returns may lead to an object that there is already
	}
	return opts, files, props.Unsupported, err
}

// exceptions reads the values of --except.
func exceptions(texts []string) (list []cfront.Exception, err error) {
	for _, text := range texts {
		rest, property := cutLast(text, ":")
		file, number := cutLast(rest, ":")
		line, err := strconv.Atoi(number)
		if err != nil || line < 1 || file == "" || property == "" {
			return nil, usagef("--except %s: write FILE:LINE:PROPERTY, such as parse.c:12:bounds", text)
		}
		if _, err := svcomp.ReadProperties([]string{property}); err != nil {
			return nil, usagef("--except %s: %v", text, err)
		}
		list = append(list, cfront.Exception{File: file, Line: line, Property: property})
	}
	return list, nil
}

// cutLast is what stands before and after the last sep.
func cutLast(text, sep string) (before, after string) {
	i := strings.LastIndex(text, sep)
	if i < 0 {
		return "", text
	}
	return text[:i], text[i+len(sep):]
}

// environment sets the options about what surrounds the entry function.
func (o *cOptions) environment(c *cobra.Command, opts *cfront.Options) (err error) {
	e := &opts.Environment
	e.Secrets = o.secrets
	if o.globals == "zero" { // the name that it had before
		o.globals = "initial"
	}
	globals, err := choose("globals", o.globals, map[string]string{"auto": "", "initial": "initial", "unknown": "unknown"})
	if err != nil {
		return err
	}
	unknown := !e.Valid
	e.Valid = e.Valid && (opts.Entry != "main" && opts.Entry != "" || len(opts.Properties) > 0)
	if !e.Valid {
		if len(o.secrets) > 0 {
			return usagef("--secret names what the function of --entry is given")
		}
		for _, name := range []string{"pointers", "null", "lengths", "strings", "depth"} {
			if c.Flags().Changed(name) && unknown {
				return usagef("--%s says where pointers lead; with --parameters unknown, that is unknown", name)
			}
		}
		opts.UnknownGlobals, opts.Environment = globals == "unknown", cfront.Environment{}
		return nil
	}
	main := opts.Entry == "main" || opts.Entry == ""
	e.Initial = globals == "initial" || globals == "" && main
	opts.UnknownGlobals = globals == "unknown" && main
	if o.depth < 0 || o.depth > 8 {
		return usagef("--depth %d: from 0 to 8 objects in a row are possible", o.depth)
	}
	if e.Depth = o.depth; o.depth == 2 {
		e.Depth = 0 // the default
	} else if o.depth == 0 {
		e.Depth = -1
	}
	return nil
}

// byteSize is a flag such as 4GiB.
type byteSize int64

func (b *byteSize) Type() string { return "SIZE" }

func (b *byteSize) String() string {
	switch v := int64(*b); {
	case v == 0:
		return ""
	case v%(1<<30) == 0:
		return fmt.Sprintf("%dGiB", v>>30)
	default:
		return fmt.Sprintf("%dMiB", v>>20)
	}
}

var units = []struct {
	suffix string
	bytes  float64
}{
	{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"TiB", 1 << 40},
	{"kB", 1e3}, {"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12},
	{"K", 1 << 10}, {"M", 1 << 20}, {"G", 1 << 30}, {"T", 1 << 40}, {"B", 1},
}

func (b *byteSize) Set(s string) error {
	text, unit := s, 1.0
	for _, u := range units {
		if t, ok := strings.CutSuffix(s, u.suffix); ok {
			text, unit = t, u.bytes
			break
		}
	}
	v, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err != nil || !(v*unit >= 1<<20) || v*unit > 1<<60 {
		return fmt.Errorf("a size such as 4GiB or 500MB, at least 1MiB, is wanted")
	}
	*b = byteSize(v * unit)
	return nil
}

// positiveDuration is a flag such as 60s; a plain number counts seconds.
type positiveDuration time.Duration

func (d *positiveDuration) Type() string { return "DURATION" }

func (d *positiveDuration) String() string {
	if *d == 0 {
		return ""
	}
	text := time.Duration(*d).String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}

func (d *positiveDuration) Set(s string) error {
	if s == "none" {
		*d = 0
		return nil
	}
	v, err := time.ParseDuration(s)
	if n, err2 := strconv.ParseFloat(s, 64); err2 == nil && n < 1e9 {
		v, err = time.Duration(n*float64(time.Second)), nil
	}
	if err != nil || v <= 0 {
		return fmt.Errorf("a duration such as 60s or 15m is wanted")
	}
	*d = positiveDuration(v)
	return nil
}

// isPipe says whether a file is a named pipe, which gives its text once.
func isPipe(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode()&os.ModeNamedPipe != 0
}

// readable says, before long work, whether a file can be opened; the error is an *os.PathError.
func readable(name string) error {
	if isPipe(name) {
		return nil // it can be opened once, and not before somebody writes
	}
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return &os.PathError{Op: "read", Path: name, Err: fmt.Errorf("is a directory; name a file in it")}
	}
	return nil
}

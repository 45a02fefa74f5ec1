package cfront

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"craig/internal/program/c/belief"
	"craig/internal/program/c/core"
	"craig/internal/program/c/elab"
	"craig/internal/program/c/harness"
	"craig/internal/program/c/library"
	"craig/internal/program/c/product"
	"craig/internal/program/c/same"
	"craig/internal/program/c/source"
	"craig/internal/program/ir"
)

// Side is a function of a file.
type Side struct{ File, Function string }

// Both is a program that calls two functions with the same arguments, and goes wrong where they differ.
type Both struct {
	Core   *core.Program
	Entry  string
	Plans  []product.Plan // ways to merge their loops
	Notes  []ir.Note      // what the surroundings take for granted
	Said   []string       // further notes
	Calls  []string       // functions without a body that are called
	Frees  bool
	Writes bool      // memory that both have for themselves
	At     [2]ir.Pos // where the functions are
	Params []string  // of the old function
	// OnlyDiffer is why the program can only show that they differ, if it is not "".
	OnlyDiffer string
	Confirm    string // the function of the library for which a difference is none unless a compiler confirms it; "" if there is none
	Same       bool   // they are the same, so that there is no product; see package same
	Places     int    // at which they differ all the same, and do the same
}

// Undecidable is why two functions are not compared.
type Undecidable struct {
	Pos ir.Pos
	Why string
}

func (u *Undecidable) Error() string { return fmt.Sprintf("%s: %s", u.Pos, u.Why) }

// Pair makes the product of two functions. The error is an *Error or an *Undecidable.
func Pair(opts Options, from *Files, sides [2]Side, conf product.Config) (*Both, error) {
	both, err := pairWith(opts, from, sides, conf, false)
	if mistake := (*Error)(nil); errors.As(err, &mistake) {
		if again, err2 := pairWith(opts, from, sides, conf, true); err2 == nil || !errors.As(err2, new(*Error)) {
			return again, err2
		}
	}
	return both, err
}

func pairWith(opts Options, from *Files, sides [2]Side, conf product.Config, system bool) (*Both, error) {
	r := &reader{opts: opts, files: from, systemHeaders: system}
	r.opts.Entry, r.opts.Environment.Valid, r.opts.Environment.ForPeople = sides[0].Function, true, true
	var names [2]map[string]bool
	for i, s := range sides {
		cfg := opts.sourceConfig(from, system)
		cfg.Contracts = new(source.Contracts)
		alone, refusal, err := elaborate(cfg, elab.Config{}, false, []string{s.File})
		if refusal != nil {
			return nil, &Undecidable{refusal.text.Pos, refusal.text.Msg}
		}
		if err != nil {
			return nil, err
		}
		names[i] = map[string]bool{}
		for _, g := range alone.Program.Units[0].Globals {
			if d, ok := g.(*core.FuncDef); ok {
				names[i][d.Func.Var.Name] = true
			}
		}
		if !names[i][s.Function] {
			return nil, &Error{Pos: ir.Pos{File: s.File}, Msg: "no function " + s.Function + " with a body", Hint: strings.TrimPrefix(mayStart(s.Function, named(alone.Program)), "; ")}
		}
	}
	cfg := opts.sourceConfig(from, system)
	cfg.Contracts = new(source.Contracts)
	apart := func(name string, function bool) bool { return !function || names[0][name] || names[1][name] }
	all, refusal, err := elaborate(cfg, elab.Config{Apart: apart}, false, []string{sides[0].File, sides[1].File})
	if refusal != nil {
		return nil, &Undecidable{refusal.text.Pos, refusal.text.Msg}
	}
	if err != nil {
		return nil, err
	}
	prog := all.Program
	undecidable := func(err error) error {
		var why *product.Problem
		if errors.As(err, &why) {
			return &Undecidable{posOf(prog, why.At), why.Why}
		}
		return err
	}
	old, new := product.Definition(prog, 0, sides[0].Function), product.Definition(prog, 1, sides[1].Function)
	if conf.Same {
		if a := same.Functions(prog, old, new, same.Config{Changes: product.Changing(prog, r.pairLibrary), Fresh: makesBlock, Byte: takesByte, Follows: followsText}); a.Same {
			return &Both{Same: true, Places: a.Places, At: [2]ir.Pos{posOf(prog, old.Pos), posOf(prog, new.Pos)}}, nil
		}
	}
	surroundings := r.harnessConfig(true)
	if surroundings.Null == harness.NullInside && old != nil && belief.TestsNull(old) {
		surroundings.Null = harness.NullAlways // where the old function goes wrong with null nothing is compared
	}
	conf.Library, conf.Initial = r.pairLibrary, surroundings.Initial
	p, err := product.New(prog, old, new, conf)
	if err != nil {
		return nil, undecidable(err)
	}
	surroundings.Plain, surroundings.Targets, surroundings.Members = false, true, p.Members()
	units := prog.Units
	prog.Units = units[:1]
	env, err := harness.Make(prog, surroundings)
	prog.Units = units
	if err != nil {
		var why *harness.Problem
		if errors.As(err, &why) {
			return nil, &Undecidable{posOf(prog, why.At), why.Why}
		}
		return nil, err
	}
	first, second, err := p.Drive(env.Text, env.Entry)
	if err != nil {
		return nil, undecidable(err)
	}
	r.env = env
	env.Text = first
	for i, text := range []string{first, second} {
		if text == "" {
			continue
		}
		if refusal, err := all.after(i, env.Name(), text); err != nil || refusal != nil {
			if refusal != nil {
				err = refusal.text
			}
			err = r.cannot(inSurroundings(env, nil, err))
			var mistake *Error
			for _, c := range conf.Requires {
				if why, ok := strings.CutSuffix(err.Error(), ": __VERIFIER_assume("+c+");"); ok && errors.As(err, &mistake) {
					mistake.Msg, mistake.Hint = "the condition "+c+" is none on the parameters of "+sides[0].Function+why[strings.LastIndex(why, ": "):], ""
				}
			}
			return nil, err
		}
	}
	both := &Both{Core: prog, Entry: env.Entry, Plans: p.Plans(), Notes: begins(env.Notes, p.Any), Calls: p.Calls, Frees: p.Frees(), Writes: p.Writes(), Said: p.Notes,
		At: [2]ir.Pos{posOf(prog, old.Pos), posOf(prog, new.Pos)}}
	both.OnlyDiffer, both.Confirm = p.OnlyDiffer, p.Confirm
	if conf.Wide {
		both.Notes = slices.DeleteFunc(both.Notes, func(n ir.Note) bool { return n.Aspect == ir.AboutLengths })
	}
	for _, v := range old.Params {
		both.Params = append(both.Params, v.Name)
	}
	if err := p.Finish(env.Entry); err != nil {
		return nil, undecidable(err)
	}
	return both, nil
}

// begins are notes that say of some variables that they begin with any value.
func begins(notes []ir.Note, names []string) (list []ir.Note) {
	for _, n := range notes {
		if n.Aspect == ir.AboutInitial {
			what, vars, _ := strings.Cut(n.Text, ": ")
			left := slices.DeleteFunc(strings.Split(vars, ", "), func(v string) bool {
				name, _, _ := strings.Cut(v, " ")
				return slices.Contains(names, name)
			})
			if len(left) == 0 {
				continue
			}
			n.Text = what + ": " + strings.Join(left, ", ")
		}
		list = append(list, n)
	}
	if len(names) > 0 {
		list = append(list, ir.Note{Kind: ir.Assumption, Text: "these variables begin with any value, too: " + strings.Join(names, ", "), Count: 1, Aspect: ir.AboutGlobals})
	}
	return list
}

// makesBlock tells whether a function of the library gives a new block, and leaves all other memory as it is.
func makesBlock(name string) bool { return name == "malloc" || name == "calloc" }

// takesByte tells whether a function of the library converts an argument to unsigned char before it uses it.
func takesByte(name string, arg int) bool {
	switch name {
	case "memset", "memchr", "memrchr", "rawmemchr":
		return arg == 1
	}
	return false
}

// followsText tells whether a function of string.h reads the text that an argument leads to, whatever it is given else.
func followsText(name string, arg int) bool {
	row := library.Lookup(name)
	if row == nil || row.Header != "string.h" || arg >= len(row.Params) || row.Params[arg].Class != library.Pointer {
		return false
	}
	limited := slices.ContainsFunc(row.Params, func(p library.Param) bool { return p.Class == library.Int })
	text := row.Params[arg].Elem
	return text.Class == library.Char && text.Const && !limited
}

// pairLibrary is what is known of a function without a body.
func (r *reader) pairLibrary(name string) product.Library {
	row := library.Lookup(name)
	switch {
	case name == "abort", name == "exit", name == "_Exit", name == "_exit", name == "quick_exit", name == "__builtin_trap", name == "__builtin_abort", name == "__builtin_unreachable":
		return product.Leaves
	case name == "malloc", name == "calloc", name == "free", name == "realloc", library.Fails(name):
		return product.Writes
	case name == "__builtin_expect":
		return product.Computes
	case row == nil && strings.HasPrefix(name, "__builtin_"):
		return product.Effects
	case row == nil:
		return product.Unknown
	case row.OnlyComputes():
		return product.Computes
	case repeats(row, name):
		return product.Repeats
	}
	switch row.Header {
	case "string.h", "strings.h": // all others read and write what their arguments lead to
		if row.Kind == library.Exact && name != "strtok" {
			return product.Writes
		}
	case "math.h", "stdlib.h":
		for _, p := range row.Params {
			if p.Class == library.Pointer {
				return product.Effects
			}
		}
		if row.Header == "math.h" || name == "abs" || name == "labs" || name == "llabs" {
			return product.Computes
		}
	}
	return product.Effects
}

// repeats tells whether a function of the library, which craig does not follow, gives the same, and writes the same, whenever it is given the same: it neither
// reads input nor keeps anything but what it has written to a file.
func repeats(row *library.Function, name string) bool {
	switch row.Header {
	case "stdio.h":
		for _, input := range []string{"scanf", "get", "read", "open", "tmp", "seek", "tell", "pos", "buf", "remove", "rename", "close", "eof", "error", "clear", "rewind", "fileno"} {
			if strings.Contains(name, input) {
				return name == "sscanf" || name == "vsscanf"
			}
		}
		return strings.Contains(name, "printf") || strings.Contains(name, "put") || name == "fwrite"
	case "wchar.h":
		return strings.HasPrefix(name, "wcs") || strings.HasPrefix(name, "wmem")
	case "wctype.h", "ctype.h":
		return true
	case "stdlib.h":
		return strings.HasPrefix(name, "strto") || strings.HasPrefix(name, "ato")
	}
	return false
}

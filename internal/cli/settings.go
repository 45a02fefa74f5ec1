package cli

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"craig/internal/option"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/resultfile"
)

// settings are what options say of the meaning of a program, as they are written on the command line, each in one line;
// none of the defaults.
func settings(o cfront.Options) []string {
	var list []string
	say := func(isSet bool, words ...string) {
		if isSet {
			list = append(list, resultfile.OneLine(strings.Join(words, " ")))
		}
	}
	say(len(o.Properties) > 0 && !slices.Equal(o.Properties, []string{"unreach-call"}), "--property", strings.Join(o.Properties, ","))
	say(o.Properties != nil && len(o.Properties) == 0, "no property but the targets")
	say(o.Where != "", "only operations in", o.Where)
	say(o.ErrorLabel != "", "--error-label", o.ErrorLabel)
	say(o.ErrorFunction != "", "--error-function", o.ErrorFunction)
	say(o.GoalsMayLack, "these need not be there")
	say(o.Threads > 0 && o.Threads < prepare.InTurnThreads, "threads besides the first one:", strconv.Itoa(o.Threads), "at most")
	say(o.Threads == prepare.InTurnThreads, "threads besides the first one: one, and others that run to their ends as they are made, or do not move")
	say(o.Threads == prepare.ReducedThreads, "threads besides the first one: three at most, in one order of steps that have nothing to do with each other")
	say(o.Threads == prepare.RoundThreads, "threads besides the first one: eight at most, which take turns in rounds")
	say(o.Threads == prepare.AnyThreads, "any number of threads")
	say(o.Threads == prepare.GuardedThreads, "any number of threads, and what locks protect is the same whenever these are free")
	entry := o.Entry != "" && o.Entry != "main"
	say(entry && o.Environment.Valid, "--entry", o.Entry)
	say(entry && !o.Environment.Valid, "--entry", o.Entry, "--parameters unknown")
	for _, name := range o.Environment.Secrets {
		say(true, "--secret", name)
	}
	say(o.Target != "", "--target", o.Target)
	say(o.ILP32 && o.Target == "", "-m32")
	usual := false // whether char is unsigned on that machine
	if m := cfront.MachineOf(o.Target); m != nil {
		usual = m.UnsignedChar
	}
	say(o.UnsignedChar && !usual, "-funsigned-char")
	say(!o.UnsignedChar && usual, "-fsigned-char")
	choices := func(is func(c *option.Option) bool) {
		for _, c := range option.List {
			if words := choiceWords(o, c); is(c) {
				say(words != "", words)
			}
		}
	}
	choices(func(c *option.Option) bool { return c.Of != option.Entry })
	for _, d := range o.Devices {
		say(true, "--mmio", deviceText(d))
	}
	for _, f := range o.Interrupts.Handlers {
		say(true, "--isr", f)
	}
	say(o.Interrupts.Nested, "--isr-nesting")
	for _, f := range o.Interrupts.Off {
		say(true, "--isr-off", f)
	}
	for _, f := range o.Interrupts.On {
		say(true, "--isr-on", f)
	}
	say(o.Interrupts.Masked, "--isr-begin off")
	say(o.Statements, "--property unreachable-code")
	say(o.Ghosts != "", "with what a witness adds as", o.Ghosts)
	if o.Only != nil {
		say(true, "only errors in", o.Only.File, o.Only.Variable)
	}
	say(o.Decisions != 0, "with the decisions that tests cover")
	say(o.Missing, "with a list of what the files use and do not define")
	say(o.UnknownGlobals, "--globals unknown")
	if e := o.Environment; e.Valid && entry {
		say(e.Initial, "--globals initial")
		choices(func(c *option.Option) bool { return c.Of == option.Entry })
		say(e.Depth != 0, "--depth", strconv.Itoa(max(e.Depth, 0)))
	}
	for _, e := range o.Except {
		say(true, fmt.Sprintf("--except %s:%d:%s", e.File, e.Line, e.Property))
	}
	for _, t := range o.Traps {
		say(true, "--trap", t.String())
	}
	for _, f := range o.WithoutBody {
		say(true, "--remove-function-body", f)
	}
	for _, d := range o.Define {
		say(true, "-D", d)
	}
	for _, d := range o.Undefine {
		say(true, "-U", d)
	}
	for _, d := range o.Include {
		say(true, "-I", d)
	}
	for _, f := range o.ForceInclude {
		say(true, "--include", f)
	}
	return list
}

// Package hint names the options of the command line that results advise.
package hint

import (
	"slices"
	"strings"

	"craig/internal/evidence/verdict"
	"craig/internal/option"
	"craig/internal/program/ir"
)

// Option is the option of craig verify that a hint means; "" for none.
func Option(h verdict.Hint) string {
	return map[verdict.Hint]string{
		verdict.MoreTime:    "--timeout",
		verdict.MoreMemory:  "--memory",
		verdict.OtherSolver: "--solver z3",
		verdict.OtherEngine: "another --engine",
		verdict.UseLazy:     "--engine lazy",
		verdict.InlineCalls: "--procedures inline",
		verdict.LargerBound: "--unwind",
		verdict.NameDevices: "--mmio FROM:SIZE",
	}[h]
}

// Text is a sentence about what would help.
func Text(h verdict.Hint) string {
	switch h {
	case verdict.NoHint:
		return ""
	case verdict.MoreTime:
		return "A longer --timeout would help."
	case verdict.MoreMemory:
		return "A larger --memory would help."
	case verdict.NameDevices:
		return "If the registers of a device lie at that address, say so: --mmio FROM:SIZE, such as --mmio 0x40000000:0x1000."
	}
	return "This would help, or might: " + Option(h) + "."
}

// ProcessorText is Text where the limit of processor time was reached.
func ProcessorText(h verdict.Hint) string {
	if h == verdict.MoreTime {
		return "A longer --cpu-timeout would help."
	}
	return Text(h)
}

// Caller is a function that says what to do about an execution that no caller of a function of the files causes.
func Caller(files []string) func(function string, null bool) string {
	return func(function string, null bool) string {
		text := "If no caller of " + function + " does this, say what callers guarantee:\n"
		if null {
			text += "  --null never            pointers inside of objects are not null either\n"
		}
		return text + "  craig harness " + function + " " + strings.Join(files, " ") + "\n                          writes the call as a C file to be edited, such as with __VERIFIER_assume"
	}
}

// Front is the option that sets a field of the front end's options.
func Front(field string) string {
	if i := slices.IndexFunc(option.List, func(o *option.Option) bool { return o.Field == field }); i >= 0 {
		return "--" + option.List[i].Name
	}
	name, ok := map[string]string{
		"Entry": "--entry", "Environment": "--parameters unknown", "ErrorLabel": "--error-label", "ErrorFunction": "--error-function", "Properties": "--property",
		"Include": "-I", "Define": "-D", "Undefine": "-U", "Interrupts": "--isr", "ForceInclude": "-include", "Target": "--target",
	}[field]
	if !ok {
		return field
	}
	return name
}

// Drop is the option without which an assumption about the surroundings of the entry function is not
// made; "" if only a harness of one's own helps.
func Drop(a ir.Aspect) string {
	return map[ir.Aspect]string{
		ir.AboutValid: "--parameters unknown", ir.AboutMain: "--parameters unknown", ir.AboutResults: "--parameters unknown", ir.AboutNull: "--null always",
		ir.AboutLengths: "--lengths one", ir.AboutStrings: "--strings bytes", ir.AboutSeparate: "--pointers any",
		ir.AboutDepth: "a larger --depth", ir.AboutGlobals: "--globals initial", ir.AboutInitial: "--globals unknown",
	}[a]
}

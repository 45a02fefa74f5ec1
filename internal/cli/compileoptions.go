package cli

import (
	"strings"

	"github.com/spf13/pflag"

	"craig/internal/option"
	"craig/internal/program/c/cfront"
)

// compileOptions are the options that C compilers have too, which gccargs.Rewrite also reads in their form.
type compileOptions struct {
	machine    string
	target     string
	plainChar  string
	macros     macros
	includeDir []string
	include    []string
}

func (o *compileOptions) flags(f *pflag.FlagSet) {
	f.StringVarP(&o.machine, "machine", "m", "64", "data model ILP32 or LP64: `32|64`, also written -m32, -m64")
	f.StringVar(&o.target, "target", "", "types and byte order of a machine: `"+strings.Join(cfront.MachineNames(), "|")+"` (default: x86_64, or i386 with -m32)")
	f.StringVar(&o.plainChar, "plain-char", "signed", "what char is, where the program says neither: `signed|unsigned`, also written -funsigned-char")
	f.VarP(macroFlag{&o.macros, true}, "define", "D", "define the macro `NAME[=VALUE]`")
	f.Var(macroFlag{&o.macros, false}, "undefine", "do not define the macro `NAME`, also written -U")
	f.StringArrayVarP(&o.includeDir, "include-dir", "I", nil, "look for headers in `DIR`")
	f.StringArrayVar(&o.include, "include", nil, "include `FILE` first")
	choiceFlags(f, option.Compile)
}

// compileNames are the names of these options.
func compileNames() (names []string) {
	f := pflag.NewFlagSet("", pflag.ContinueOnError)
	new(compileOptions).flags(f)
	f.VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	return names
}

// words are those of the options that f was given, as arguments of a command that reads C.
func (o *compileOptions) words(f *pflag.FlagSet) (words []string) {
	for _, one := range []struct{ name, value string }{
		{"machine", o.machine}, {"target", o.target}, {"plain-char", o.plainChar},
	} {
		if f.Changed(one.name) {
			words = append(words, "--"+one.name+"="+one.value)
		}
	}
	for _, c := range option.List {
		if c.Of == option.Compile && f.Changed(c.Name) {
			words = append(words, "--"+c.Name+"="+f.Lookup(c.Name).Value.String())
		}
	}
	for _, list := range []struct {
		option string
		values []string
	}{{"-I", o.includeDir}, {"--include", o.include}, {"-D", o.macros.defined}, {"-U", o.macros.undefined}} {
		for _, v := range list.values {
			words = append(words, list.option, v)
		}
	}
	return words
}

// Package gccargs gives options the form that craig has for them where a command line has the one of C compilers.
package gccargs

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"craig/internal/pattern"
	"craig/internal/program/c/cfront"
)

// commands are the commands that read C, and take the options of gcc; of commands of two words the last one.
var commands = []string{"verify", "again", "test", "show", "harness", "check", "lsp"}

// harmless matches options of gcc that do not change what a program means to craig: how it is optimised, what is warned
// of, what is made of it and where that goes, for which processor, and editions of C that craig reads as C11.
var harmless = pattern.New(`^-(O([0-9]+|[sgz])?|g.*|W.*|w|pedantic(-errors)?|ansi|std=(c|gnu|iso9899:).*|pipe|c|S|E|v|s|r|P|C|CC|H|Q|p|pg|` +
	`M|MM|MD|MMD|MP|MG|MF.+|MT.+|MQ.+|L.+|l.+|B.+|T.+|x.+|o.+|pthread|static(-pie|-libgcc)?|shared(-libgcc)?|rdynamic|pie|no-pie|nostdlib|nodefaultlibs|nostartfiles|nolibc|` +
	`nostdinc|save-temps(=.*)?|time|d[A-Z].*|fdump.*|specs=.*|no-canonical-prefixes|f.*|m.+)$`)

// withValue are harmless options of gcc whose values are the next argument.
var withValue = []string{"-o", "-MF", "-MT", "-MQ", "-L", "-l", "-B", "-T", "-x", "-u", "-z", "-Xlinker", "-Xassembler", "-Xpreprocessor", "-Xclang",
	"--param", "-isysroot", "-iprefix", "-iwithprefix", "-iwithprefixbefore", "-imultilib", "-arch", "-aux-info", "-dumpbase", "-dumpdir"}

// disobeyed matches options of gcc that change what a program means, and that craig knows only by name; the
// reader is told.
var disobeyed = pattern.New(`^-(f(no-)?short-enums|fshort-wchar|fpack-struct(=.*)?|funsigned-bitfields|ftrapv|fopenmp.*|ffast-math|Ofast|funsafe-math-optimizations|` +
	`ffinite-math-only|fassociative-math|freciprocal-math|fno-signed-zeros|fsingle-precision-constant|fms-extensions|fplan9-extensions|fgnu89-inline|finput-charset=.*|fexec-charset=.*|` +
	`frounding-math|mlong-double-.*|malign-double|mms-bitfields|mrtd|mpc(32|64)|std=(c|gnu)(2x|23|2y|26|\+\+.*)|xc\+\+|undef|traditional(-cpp)?|trigraphs)$`)

// otherMachine matches options of gcc for data models that craig does not have.
var otherMachine = pattern.New(`^-m(16|x32|int8|big-endian|eb|abi=ilp32|large|double=64|mcu=.*)$`)

// Rewrite rewrites the options that C compilers write with one dash. What of them is not obeyed is in ignored.
func Rewrite(args []string) (to, ignored []string) {
	if n := len(args) - 1; n > 1 && (args[0] == cobra.ShellCompRequestCmd || args[0] == cobra.ShellCompNoDescRequestCmd) {
		to, ignored = Rewrite(args[1:n]) // the last word is not complete
		return slices.Concat(args[:1], to, args[n:]), ignored
	}
	words := 1
	if len(args) > 1 && args[0] == "witness" {
		words = 2
	}
	if len(args) < words || !slices.Contains(commands, args[words-1]) {
		return args, nil
	}
	to = append(to, args[:words]...)
	var own string // an option of the command itself that is written as one of gcc
	switch args[0] {
	case "harness":
		own = "-o"
	case "check", "lsp":
		own = "-p"
	}
	for i := words; i < len(args); i++ {
		arg := args[i]
		switch arg {
		case "--":
			return append(to, args[i:]...), ignored
		case "-", "-h", "-m", "-D", "-I", own:
			to = append(to, arg)
			continue
		case "--with": // its value is not for this command
			to = append(to, args[i:min(i+2, len(args))]...)
			i++
			continue
		case "-include", "-imacros":
			to = append(to, "--include")
			continue
		case "-isystem", "-iquote", "-idirafter":
			to = append(to, "-I")
			continue
		case "-U":
			to = append(to, "--undefine")
			continue
		case "-fwrapv", "-fno-strict-overflow":
			to = append(to, "--signed-overflow=wrap")
			continue
		case "-funsigned-char", "-fno-signed-char":
			to = append(to, "--plain-char=unsigned")
			continue
		case "-fsigned-char", "-fno-unsigned-char":
			to = append(to, "--plain-char=signed")
			continue
		case "-m32", "-m64":
			to = append(to, "-m="+arg[2:])
			continue
		}
		name, joined := strings.CutPrefix(arg, "-U")
		path, system := cutAny(arg, "-isystem", "-iquote", "-idirafter")
		file, before := cutAny(arg, "-include", "-imacros")
		machine, ofMachine := strings.CutPrefix(arg, "-target=")
		chip, ofChip := strings.CutPrefix(arg, "-mmcu=")
		switch {
		case len(arg) < 2 || arg[0] != '-' || arg[:2] == "-D" || arg[:2] == "-I" || strings.HasPrefix(arg, "-m="):
			to = append(to, arg)
		case ofMachine:
			to = append(to, "--target="+machine)
		case ofChip && cfront.TargetOfChip(chip) != "":
			to = append(to, "--target="+cfront.TargetOfChip(chip))
		case joined:
			to = append(to, "--undefine="+name)
		case system:
			to = append(to, "-I", path)
		case before:
			to = append(to, "--include", file)
		case slices.Contains(withValue, arg):
			i++
		case arg[1] == '-' || own == "-o" && strings.HasPrefix(arg, own):
			to = append(to, arg)
		case otherMachine.MatchString(arg): // another data model: an answer would be about another program
			to = append(to, arg)
		case arg == shortEnums(args):
		case disobeyed.MatchString(arg):
			ignored = append(ignored, arg)
		case !harmless.MatchString(arg):
			to = append(to, arg)
		}
	}
	return to, ignored
}

// shortEnums is the option of gcc that says of enumerations what the target does anyway.
func shortEnums(args []string) string {
	target := ""
	for i, arg := range args {
		if name, ok := cutAny(arg, "--target=", "-target="); ok {
			target = name
		} else if arg == "--target" && i+1 < len(args) {
			target = args[i+1]
		}
	}
	if m := cfront.MachineOf(target); m != nil && m.ShortEnums {
		return "-fshort-enums"
	}
	return "-fno-short-enums"
}

// cutAny is what follows the first of some prefixes that text has, and more than nothing.
func cutAny(text string, prefixes ...string) (rest string, ok bool) {
	for _, p := range prefixes {
		if rest, ok := strings.CutPrefix(text, p); ok && rest != "" {
			return rest, true
		}
	}
	return "", false
}

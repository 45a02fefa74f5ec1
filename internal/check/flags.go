package check

import (
	"fmt"
	"slices"
	"strings"

	"craig/internal/pattern"
	"craig/internal/program/c/cfront"
)

// paths are options of compilers whose value is a file or a folder.
var paths = []string{"-isystem", "-iquote", "-idirafter", "-include", "-imacros", "-I"}

// skipped are other options with a value that is a word of its own.
var skipped = []string{"-o", "-MF", "-MT", "-MQ", "-x", "-arch", "-include-pch", "-include-pth"}

// kept matches options that change what a program means, and that craig verify obeys, or says that it does not.
var kept = pattern.New(`^-(m32|m64|f(no-)?(un)?signed-char|fwrapv|fno-strict-overflow|fshort-enums|fshort-wchar|fpack-struct(=.*)?|funsigned-bitfields)$`)

// disobeyed are those of them that it does not.
var disobeyed = pattern.New(`^-(fshort-enums|fshort-wchar|fpack-struct(=.*)?|funsigned-bitfields)$`)

// otherMachine matches options for machines that craig does not know.
var otherMachine = pattern.New(`^-(m(16|x32|int8|big-endian|eb|abi=ilp32|large|double=64|mcu=.*)|-?target=.*)$`)

// relevant are the options of a compiler that craig verify wants to know, with the names of files as messages have
// them. told are remarks about some; why, if not "", is why the file is not read at all.
func relevant(args []string, dir string) (flags, told []string, why string) {
	args = slices.DeleteFunc(slices.Clone(args), func(a string) bool { return a == "-Xclang" }) // -Xclang -include -Xclang FILE
	for i := 0; i < len(args); i++ {
		arg := args[i]
		if arg == targetWord && i+1 < len(args) { // clang's other form
			i++
			arg = "-" + targetOption + args[i]
		}
		if target := targetIn(arg); target != "" {
			flags = append(flags, targetOption+target)
			continue
		}
		value := func(option string) (string, bool) {
			if arg == option && i+1 < len(args) {
				i++
				return args[i], true
			}
			if rest, ok := strings.CutPrefix(arg, option); ok && rest != "" {
				return rest, true
			}
			return "", false
		}
		switch {
		case strings.HasPrefix(arg, "@"):
			return nil, nil, "its options are in a file, " + arg[1:] + ", which is not read"
		case otherMachine.MatchString(arg):
			return nil, nil, "it is compiled with " + arg + ", for a machine that craig does not know"
		case arg == "-xc++" || arg == "-x" && i+1 < len(args) && args[i+1] == "c++":
			return nil, nil, "it is compiled as C++, by -x c++"
		case slices.Contains(skipped, arg):
			i++
		case kept.MatchString(arg):
			flags = append(flags, arg)
			if disobeyed.MatchString(arg) {
				told = append(told, arg+" is not obeyed, though it can change what the program means")
			}
		default:
			for _, option := range append(paths, "-D", "-U") {
				if v, ok := value(option); ok {
					if option != "-D" && option != "-U" {
						v = from(dir, v)
					}
					flags = append(flags, option, v)
					break
				}
			}
		}
	}
	return flags, told, ""
}

// targetOption is clang's option for the machine, as its older versions write it, which craig verify takes like others of compilers.
const targetOption = targetWord + "="

const targetWord = "-target"

// targetIn is the target of craig verify that an option means; "" if it means none.
func targetIn(arg string) string {
	if chip, ok := strings.CutPrefix(arg, "-mmcu="); ok {
		return cfront.TargetOfChip(chip)
	}
	if triple, ok := strings.CutPrefix(strings.TrimPrefix(arg, "-"), targetOption); ok {
		if cfront.MachineOf(triple) != nil {
			return triple
		}
		return cfront.TargetOf(triple)
	}
	return ""
}

// crossCompiler finds the machine in the name of a compiler, such as avr-gcc or aarch64-linux-gnu-gcc-12.
var crossCompiler = pattern.New(`(?:^|/)([a-z0-9_]+(?:-[a-z0-9_]+)*)-(?:gcc|cc|clang)(?:-[0-9.]+)?$`)

// machineOf are the options for the machine that a compiler is for, by its name; told is a remark if craig does not know that machine.
func machineOf(compiler string) (flags []string, told string) {
	m := crossCompiler.FindStringSubmatch(compiler)
	if m == nil {
		return nil, ""
	}
	processor, _, system := strings.Cut(m[1], "-")
	switch target := cfront.TargetOf(m[1]); {
	case target == "x86_64":
	case target == "i386":
		return []string{"-m32"}, ""
	case target != "":
		return []string{targetOption + target}, ""
	case system || processor == "xtensa": // else it may be a wrapper, such as musl-gcc
		return nil, "it is compiled by " + m[1] + "'s compiler, and read as for x86-64: give the target in compile.flags"
	}
	return nil, ""
}

// compilerOf is the compiler of a command. Other programs may stand in front of it, with their options behind it, as in ccache arm-none-eabi-gcc -c a.c.
func compilerOf(command []string) string {
	for _, word := range command {
		if strings.HasPrefix(word, "-") {
			break
		}
		if crossCompiler.MatchString(word) {
			return word
		}
	}
	return command[0]
}

// splitCommand splits a command as a shell does, as far as databases have it: blanks, quotes, backslashes.
func splitCommand(text string) (words []string, err error) {
	var word strings.Builder
	begun := false
	var quote rune
	runes := []rune(text)
	for i := 0; i < len(runes); i++ {
		c := runes[i]
		switch {
		case quote == '\'' && c != '\'', quote == '"' && c != '"' && c != '\\':
			word.WriteRune(c)
		case quote != 0 && c == quote:
			quote = 0
		case c == '\\':
			if i++; i == len(runes) {
				return nil, fmt.Errorf("the command ends in a backslash")
			}
			if quote == '"' && !strings.ContainsRune("\"\\$`\n", runes[i]) {
				word.WriteRune('\\')
			}
			word.WriteRune(runes[i])
			begun = true
		case c == '\'' || c == '"':
			quote, begun = c, true
		case c == ' ' || c == '\t' || c == '\n':
			if begun {
				words = append(words, word.String())
				word.Reset()
				begun = false
			}
		default:
			word.WriteRune(c)
			begun = true
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("the command has a quote without an end")
	}
	if begun {
		words = append(words, word.String())
	}
	return words, nil
}

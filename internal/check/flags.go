package check

import (
	"fmt"
	"strings"

	"craig/internal/pattern"
)

// paths are options of compilers whose value is a file or a folder.
var paths = []string{"-isystem", "-iquote", "-idirafter", "-include", "-imacros", "-I"}

// kept matches options that change what a program means, and that craig verify obeys, or says that it does not.
var kept = pattern.New(`^-(m32|m64|f(no-)?(un)?signed-char|fwrapv|fno-strict-overflow|fshort-enums|fshort-wchar|fpack-struct(=.*)?|funsigned-bitfields)$`)

// disobeyed are those of them that it does not.
var disobeyed = pattern.New(`^-(fshort-enums|fshort-wchar|fpack-struct(=.*)?|funsigned-bitfields)$`)

// otherMachine matches options for machines that craig does not know.
var otherMachine = pattern.New(`^-(m(16|x32|int8|big-endian|eb|abi=ilp32)|target=.*|xc\+\+)$`)

// relevant are the options of a compiler that craig verify wants to know, with the names of files as messages have
// them. told are remarks about some; why, if not "", is why the file is not read at all.
func relevant(args []string, dir string) (flags, told []string, why string) {
	for i := 0; i < len(args); i++ {
		arg := args[i]
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
		case arg == "-o" || arg == "-MF" || arg == "-MT" || arg == "-MQ" || arg == "-x" || arg == "-arch":
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

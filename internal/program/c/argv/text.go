package argv

import (
	"fmt"
	"strings"

	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
	"craig/internal/program/ir"
)

// Names of functions of the text: the one in which the program begins, and one that gives the strings of a list any values, which are an
// approximation.
const (
	TextEntry   = "craig_environment"
	MoreStrings = "__craig_more_arguments"
)

// Text is C that calls main with lists of strings, each in memory of its own: the first arguments are known to be strings, and of what else there is
// only that it is there. It is nil if main uses none of its parameters as a list.
func Text(prog *core.Program) *ir.Environment {
	f := main(prog)
	if f == nil {
		return nil
	}
	list := func(i int) bool {
		return i < len(f.Params) && IsList(f.Params[i].Type) && Of(prog, f.Params[i]).Any
	}
	if len(f.Params) < 2 || !f.Params[0].Type.IsInteger() || !list(1) && !list(2) {
		return nil
	}
	w := &writer{paths: map[string]string{}, machine: prog.Types.Machine}
	w.strings("argc", "argv", eachArgument)
	args := []string{"argc", "argv", "envp"}[:min(len(f.Params), 3)]
	switch {
	case list(2):
		w.strings("envc", "envp", 0)
	case len(args) == 3:
		args[2] = "argv + argc"
	}
	w.line("main(%s);", strings.Join(args, ", "))
	pos := prog.Place(f.Pos)
	at := ir.Pos{File: pos.File, Line: pos.Line, Col: pos.Col}
	return &ir.Environment{
		File: prog.Units[f.Var.Unit].Name, Entry: TextEntry, Function: f.Var.Name, Text: w.text(), Paths: w.paths,
		Notes: []ir.Note{{Pos: at, Kind: ir.Assumption, Text: note, Count: 1, Aspect: ir.AboutMain}},
	}
}

// main is the function of that name; nil if the program has none.
func main(prog *core.Program) *core.Func {
	v := prog.Function("main")
	for _, u := range prog.Units {
		for _, g := range u.Globals {
			if d, ok := g.(*core.FuncDef); ok && d.Func.Var == v {
				return d.Func
			}
		}
	}
	return nil
}

// writer writes the text.
type writer struct {
	b       strings.Builder
	machine *types.Machine
	paths   map[string]string
}

func (w *writer) line(format string, args ...any) { fmt.Fprintf(&w.b, "  "+format+"\n", args...) }

// strings makes a list of any number of strings, of which some are known to be strings, and a null pointer behind them.
func (w *writer) strings(count, list string, known int) {
	most := mostArguments
	if w.machine.Int16 {
		most = 1 << 13
	}
	w.line("int %s = __VERIFIER_nondet_int();", count)
	w.line("__VERIFIER_assume(%s >= 0 && %s <= %d);", count, count, most)
	w.line("char *%s[%s + 1];", list, count)
	w.line("%s(%s, %s);", MoreStrings, list, count)
	for i := range known {
		name, size := fmt.Sprintf("%s_%d", list, i), w.size()
		w.line("%s %s_length = __VERIFIER_nondet_u%s(); /* of the text and what follows its end */", "unsigned "+size, name, size)
		w.line("__VERIFIER_assume(%s_length < __PTRDIFF_MAX__);", name)
		w.line("char *%s_text = __builtin_alloca(%[1]s_length + 1);", name) // main may not free it, and need not
		w.paths[name+"_text"] = name
		w.line("__VERIFIER_assume(%s_text != 0);", name)
		w.line("__VERIFIER_assume(%s_text[%[1]s_length] == 0);", name)
		w.line("if (%d < %s) %s[%d] = %s_text;", i, count, list, i, name)
	}
	w.line("%s[%s] = 0;", list, count)
}

// size is the type of sizes, without the word unsigned.
func (w *writer) size() string {
	if w.machine.ILP32 || w.machine.Int16 {
		return "int"
	}
	return "long"
}

// text puts the parts together.
func (w *writer) text() string {
	return "extern int __VERIFIER_nondet_int(void);\n" +
		fmt.Sprintf("extern unsigned %s __VERIFIER_nondet_u%[1]s(void);\n", w.size()) +
		"extern void __VERIFIER_assume(int);\n" +
		"static void " + MoreStrings + "(char **list, int n) { for (int i = 0; i < n; i++) list[i] = (char *)\"\"; }\n" +
		"\n/* One call of main. */\nvoid " + TextEntry + "(void) {\n" + w.b.String() + "}\n"
}

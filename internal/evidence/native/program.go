package native

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"craig/internal/evidence/ctext"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
)

// Program is what was verified.
type Program struct {
	IR      *ir.Program
	Options cfront.Options
	Sources []cfront.Source // its files, as they were verified
}

// Names are the names of the program's files.
func (p Program) Names() []string {
	var names []string
	for _, f := range p.Sources {
		names = append(names, f.Name)
	}
	return names
}

// Entry is the function that the program begins with.
func (p Program) Entry() string {
	switch {
	case p.IR.Environment != nil:
		return p.IR.Environment.Entry
	case p.Options.Entry != "":
		return p.Options.Entry
	}
	return "main"
}

// EntryMacro is what the program's main is called where the execution begins elsewhere.
const EntryMacro = "craig_program_main"

// Command is the comment on top of a C file, about how it is run with the program.
func (p Program) Command(about string, wrapped bool) string {
	flags := ""
	if wrapped {
		flags = "-Dmain=" + EntryMacro + " "
	}
	for _, name := range p.Names() {
		flags += filepath.Base(name) + " "
	}
	return "/* " + about + "\n   To run it: cc " + flags + "<this file> && ./a.out */\n"
}

// CallEntry is a main that calls the entry function with arguments of some types, after other statements.
func (p Program) CallEntry(before string, types, args []string) string {
	name := p.Entry()
	if name == "main" {
		name = EntryMacro
	}
	if len(types) == 0 {
		types = []string{"void"}
	}
	return fmt.Sprintf("\nextern int %[1]s(%[2]s);\n#undef main\nint main(void) {\n%[4]s  %[1]s(%[3]s);\n  return 0;\n}\n", name, strings.Join(types, ", "), strings.Join(args, ", "), before)
}

// InModel tells whether a position is in one of craig's models of the C library.
func InModel(p ir.Pos) bool { return strings.HasPrefix(p.File, "<craig>/") }

// Copy is a copy of a program's text that is edited: values come from elsewhere in it, and it reports the error.
type Copy struct {
	Files []*ctext.Source
	Tails map[*ctext.Source]string // C text after a file
}

// Copy is a copy without edits.
func (p Program) Copy() *Copy {
	c := &Copy{Tails: map[*ctext.Source]string{}}
	for _, f := range p.Sources {
		c.Files = append(c.Files, ctext.New(f.Name, p.IR.Environment.After(f.Name, f.Text)))
	}
	return c
}

// Call is the place of a call of a function.
func (c *Copy) Call(pos ir.Pos, name string) (*ctext.Source, int, bool) {
	return ctext.Locate(c.Files, pos, func(f *ctext.Source, at int) bool { return f.Word(at) == name && f.Calls(at) })
}

// ReplaceCall has a call that gives an unknown value call another function for it, or that decide whether an allocation works.
// It gives the file, nil if the call is not found.
func (c *Copy) ReplaceCall(pos ir.Pos, name string, t ir.Type, by string) *ctext.Source {
	if !Identifier.MatchString(name) {
		return nil
	}
	f, at, ok := c.Call(pos, name)
	if !ok {
		return nil
	}
	f.Head(CType(t) + " " + by + "(); ")
	if Allocates(name, t) {
		by = perhaps(by+"()", name)
		f.Head("void *craig_null(); ")
	}
	f.Edit(at, len(name), by)
	return f
}

// Declarator is the place of the declarator of what a designator is a part of.
func (c *Copy) Declarator(pos ir.Pos, designator string) (*ctext.Source, int, bool) {
	root := RootOf(designator)
	return ctext.Locate(c.Files, pos, func(f *ctext.Source, at int) bool { return f.Declares(at, root) })
}

// Volatile is the place and the length of an expression that reads a volatile object.
func (c *Copy) Volatile(pos ir.Pos, name string) (f *ctext.Source, at, length int, ok bool) {
	f, at, ok = ctext.Locate(c.Files, pos, func(f *ctext.Source, at int) bool {
		length = f.Read(at, name)
		return length > 0
	})
	return f, at, length, ok
}

// Write writes the copy into a folder, and lists the files. They are .c files even if they were preprocessed: they have
// line directives.
func (c *Copy) Write(dir string) (names []string, err error) {
	for i, f := range c.Files {
		text := f.Edited()
		if tail := c.Tails[f]; tail != "" {
			text = append(text, "\n"+tail...)
		}
		names = append(names, filepath.Join(dir, fmt.Sprintf("%d.c", i)))
		if err := os.WriteFile(names[i], text, 0o600); err != nil {
			return nil, err
		}
	}
	return names, nil
}

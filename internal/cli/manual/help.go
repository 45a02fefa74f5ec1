// Package manual writes what commands say of themselves: their help, pages for man, and a page of all options.
//
//	help.go      on a terminal
//	pages.go     in the macros of man(7)
//	options.go   in Markdown
package manual

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Width is how long lines of the help may be.
const Width = 80

// Usage prints how a command is called: its options, those of research in a section of their own; research may be
// nil.
func Usage(research *pflag.FlagSet) func(*cobra.Command) error {
	return func(c *cobra.Command) error {
		w := c.OutOrStdout()
		fmt.Fprintln(w, "Usage:")
		if c.Runnable() && c.HasParent() {
			fmt.Fprintf(w, "  %s\n", c.UseLine())
		}
		if c.HasAvailableSubCommands() {
			fmt.Fprintf(w, "  %s COMMAND\n\nCommands:\n", c.CommandPath())
			for _, sub := range c.Commands() {
				if sub.IsAvailableCommand() || sub.Name() == "help" {
					wrap(w, "  "+sub.Name(), sub.Short, 14)
				}
			}
		}
		if c.HasExample() {
			fmt.Fprintf(w, "\nExamples:\n%s\n", c.Example)
		}
		everybody, rare := pflag.NewFlagSet("everybody", pflag.ContinueOnError), pflag.NewFlagSet("rare", pflag.ContinueOnError)
		everybody.SortFlags, rare.SortFlags = false, false
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if research != nil && research.Lookup(f.Name) != nil {
				rare.AddFlag(f)
			} else {
				everybody.AddFlag(f)
			}
		})
		section(w, "Options:", everybody)
		section(w, "For researchers; those with a name in front belong to that engine:", rare)
		if c.HasAvailableSubCommands() {
			fmt.Fprintf(w, "\n%s help COMMAND has more.\n", c.Root().Name())
		}
		return nil
	}
}

// Help prints what a command does, and how it is called.
func Help(c *cobra.Command, _ []string) {
	text := c.Long
	if text == "" {
		text = c.Short
	}
	for _, paragraph := range strings.Split(text, "\n\n") {
		if strings.Contains("\n"+paragraph, "\n ") { // not running text
			fmt.Fprintf(c.OutOrStdout(), "%s\n\n", paragraph)
			continue
		}
		wrap(c.OutOrStdout(), "", paragraph, 0)
		fmt.Fprintln(c.OutOrStdout())
	}
	c.UsageFunc()(c)
}

// section prints the options of a set, if it has some.
func section(w io.Writer, title string, set *pflag.FlagSet) {
	if !set.HasAvailableFlags() {
		return
	}
	fmt.Fprintf(w, "\n%s\n", title)
	set.VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		kind, text := pflag.UnquoteUsage(f)
		if strings.Contains(kind, "|") { // the words are in front
			text = strings.Replace(strings.Replace(text, ": "+kind, "", 1), "`"+kind+"`", "", 1)
		}
		head := "      --" + f.Name
		if f.Shorthand != "" {
			head = "  -" + f.Shorthand + ", --" + f.Name
		}
		if kind != "" {
			head += " " + kind
		}
		if d := f.DefValue; d != "" && d != "false" && d != "[]" && d != "0" && !strings.Contains(text, "default") {
			text += " (default " + d + ")"
		}
		wrap(w, head, text, 30)
	})
}

// wrap prints head, and text from a column on, in lines that are not too long.
func wrap(w io.Writer, head, text string, column int) {
	line := head
	if n := utf8.RuneCountInString(head); n >= column && column > 0 {
		for len(head) > Width { // a list of words
			at := strings.LastIndex(head[:Width], "|") + 1
			if at == 0 {
				break
			}
			fmt.Fprintln(w, head[:at])
			head = strings.Repeat(" ", 10) + head[at:]
		}
		fmt.Fprintln(w, head)
		line = ""
	}
	line += strings.Repeat(" ", column-utf8.RuneCountInString(line))
	begun := false
	for _, word := range strings.Fields(text) {
		if begun && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > Width {
			fmt.Fprintln(w, line)
			line, begun = strings.Repeat(" ", column), false
		}
		if begun {
			line += " "
		}
		line += word
		begun = true
	}
	fmt.Fprintln(w, line)
}

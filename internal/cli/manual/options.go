package manual

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Options is docs/options.md: every command with all of its options, in Markdown. Those that say how C is read are those of many
// commands, and are written once.
func Options(root *cobra.Command, reading *pflag.FlagSet) string {
	var b strings.Builder
	b.WriteString("# Options\n\n<!-- Written by craig man --format markdown docs; a test compares. -->\n\n")
	b.WriteString("Every command with every option, as `craig help COMMAND` prints them. Manual pages are written by `craig man DIR`,\n" +
		"completion for shells by `craig completion bash|zsh|fish|powershell`.\n\n")
	var of func(c *cobra.Command, write func(*cobra.Command))
	of = func(c *cobra.Command, write func(*cobra.Command)) {
		for _, sub := range c.Commands() {
			if sub.IsAvailableCommand() && sub.Name() != "completion" {
				write(sub)
				of(sub, write)
			}
		}
	}
	of(root, func(c *cobra.Command) {
		fmt.Fprintf(&b, "- [%s](#%s): %s\n", c.CommandPath(), strings.ReplaceAll(c.CommandPath(), " ", "-"), escaped(c.Short))
	})
	b.WriteString("\n## How C is read\n\nThese options say what the program is, what it means, and what an error is. Most commands that read C have them.\n\n")
	reading.VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			writeOption(&b, f)
		}
	})
	of(root, func(c *cobra.Command) { writeCommand(&b, c, reading) })
	return b.String()
}

// writeCommand writes the section of a command; of the shared options it says only that the command has them.
func writeCommand(b *strings.Builder, c *cobra.Command, shared *pflag.FlagSet) {
	fmt.Fprintf(b, "\n## %s\n\n", c.CommandPath())
	text := c.Long
	if text == "" {
		text = strings.ToUpper(c.Short[:1]) + c.Short[1:] + "."
	}
	for _, part := range strings.Split(text, "\n\n") {
		if strings.Contains("\n"+part, "\n ") {
			b.WriteString("```\n" + part + "\n```\n\n")
		} else {
			b.WriteString(escaped(part) + "\n\n")
		}
	}
	fmt.Fprintf(b, "```\n%s\n", c.UseLine())
	for line := range strings.SplitSeq(c.Example, "\n") {
		if line = strings.TrimPrefix(line, "  "); line != "" {
			b.WriteString(line + "\n")
		}
	}
	b.WriteString("```\n\n")
	reads := 0
	c.LocalFlags().VisitAll(func(f *pflag.Flag) {
		switch g := shared.Lookup(f.Name); {
		case f.Hidden || f.Name == "help":
		case g != nil && g.Usage == f.Usage && g.DefValue == f.DefValue:
			reads++
		default:
			writeOption(b, f)
		}
	})
	if reads > 0 {
		fmt.Fprintf(b, "\nAnd the options of [How C is read](#how-c-is-read).\n")
	}
}

// writeOption writes one option as an item of a list.
func writeOption(b *strings.Builder, f *pflag.Flag) {
	kind, text := pflag.UnquoteUsage(f)
	if strings.Contains(kind, "|") { // the words are in front
		text = strings.Replace(strings.Replace(text, ": "+kind, "", 1), "`"+kind+"`", "", 1)
	}
	name := "--" + f.Name
	if f.Shorthand != "" {
		name = "-" + f.Shorthand + ", " + name
	}
	if kind != "" {
		name += " " + kind
	}
	if d := f.DefValue; d != "" && d != "false" && d != "[]" && d != "0" && !strings.Contains(text, "default") {
		text += " (default " + d + ")"
	}
	fmt.Fprintf(b, "- `%s`: %s\n", name, escaped(strings.TrimSpace(text)))
}

// escaped is running text without meaning to Markdown.
func escaped(text string) string {
	return strings.NewReplacer("*", `\*`, "_", `\_`, "<", `\<`, "[", `\[`).Replace(text)
}

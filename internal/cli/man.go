package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// manCommand writes manual pages, and docs/options.md. They are made here and not by cobra's generator, which needs a Markdown library that
// nobody keeps any more.
func (a *app) manCommand() *cobra.Command {
	format := ""
	c := &cobra.Command{
		Use:   "man DIR",
		Short: "write manual pages, one for each command, to a folder",
		Long: `Man writes craig.1, craig-verify.1 and so on to the folder DIR, which is made if it is not there.
Put them where man looks, such as ~/.local/share/man/man1. With --format markdown it writes one page,
options.md. Completion for shells is written by craig completion bash|zsh|fish|powershell.`,
		Example: "  craig man ~/.local/share/man/man1\n  man craig-check",
		Args: func(c *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usagef("one folder is wanted: craig man DIR")
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			markdown, err := choose("format", format, map[string]bool{"roff": false, "markdown": true})
			if err != nil {
				return err
			}
			if err := os.MkdirAll(args[0], 0o777); err != nil {
				return err
			}
			if markdown {
				return os.WriteFile(filepath.Join(args[0], "options.md"), []byte(optionsPage(c.Root())), 0o666)
			}
			return writeManual(c.Root(), args[0])
		},
	}
	c.Flags().StringVar(&format, "format", "roff", "a page for man of each command, or one page in Markdown: `roff|markdown`")
	return c
}

// writeManual writes the pages of a command and of those below it.
func writeManual(c *cobra.Command, dir string) error {
	c.InitDefaultHelpFlag()
	name := strings.ReplaceAll(c.CommandPath(), " ", "-")
	if err := os.WriteFile(filepath.Join(dir, name+".1"), []byte(manual(c)), 0o666); err != nil {
		return err
	}
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() && !sub.IsAdditionalHelpTopicCommand() {
			if err := writeManual(sub, dir); err != nil {
				return err
			}
		}
	}
	return nil
}

// manual is the page of a command, in the macros of man(7).
func manual(c *cobra.Command) string {
	var b strings.Builder
	name := strings.ReplaceAll(c.CommandPath(), " ", "-")
	fmt.Fprintf(&b, ".TH %s 1 \"\" \"%s\" \"craig\"\n.ad l\n", strings.ToUpper(roff(name)), roff(versionText()))
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n", roff(name), roff(c.Short))
	fmt.Fprintf(&b, ".SH SYNOPSIS\n.nf\n%s\n.fi\n", roffLines(c.UseLine()))
	text := c.Long
	if text == "" {
		text = strings.ToUpper(c.Short[:1]) + c.Short[1:] + "."
	}
	fmt.Fprintf(&b, ".SH DESCRIPTION\n")
	for _, part := range strings.Split(text, "\n\n") {
		if strings.HasPrefix(part, "  ") {
			fmt.Fprintf(&b, ".PP\n.nf\n%s\n.fi\n", roffLines(part))
		} else {
			fmt.Fprintf(&b, ".PP\n%s\n", roffLines(part))
		}
	}
	options := func(title string, flags *pflag.FlagSet) {
		if !flags.HasAvailableFlags() {
			return
		}
		fmt.Fprintf(&b, ".SH %s\n", title)
		flags.VisitAll(func(f *pflag.Flag) {
			if f.Hidden {
				return
			}
			kind, usage := pflag.UnquoteUsage(f)
			head := "\\fB\\-\\-" + roff(f.Name) + "\\fR"
			if f.Shorthand != "" {
				head = "\\fB\\-" + roff(f.Shorthand) + "\\fR, " + head
			}
			if kind != "" {
				head += " \\fI" + breakable(kind) + "\\fR"
			}
			text := roffLines(usage)
			if strings.Contains(kind, "|") {
				text = strings.ReplaceAll(text, roff(kind), breakable(kind))
			}
			fmt.Fprintf(&b, ".TP\n%s\n%s\n", head, text)
		})
	}
	options("OPTIONS", c.LocalFlags())
	options("OPTIONS OF ALL COMMANDS", c.InheritedFlags())
	if c.Example != "" {
		fmt.Fprintf(&b, ".SH EXAMPLES\n.nf\n%s\n.fi\n", roffLines(c.Example))
	}
	var also []string
	if c.HasParent() {
		also = append(also, strings.ReplaceAll(c.Parent().CommandPath(), " ", "-"))
	}
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() && !sub.IsAdditionalHelpTopicCommand() {
			also = append(also, strings.ReplaceAll(sub.CommandPath(), " ", "-"))
		}
	}
	for i := range also {
		also[i] = "\\fB" + roff(also[i]) + "\\fR(1)"
	}
	if len(also) > 0 {
		fmt.Fprintf(&b, ".SH SEE ALSO\n%s\n", strings.Join(also, ",\n"))
	}
	return b.String()
}

var roffed = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "^", `\(ha`, "~", `\(ti`, "`", `\(ga`)

// roff is a text without meaning to troff.
func roff(text string) string { return roffed.Replace(text) }

// breakable is a list of words, where a line may end behind each |.
func breakable(words string) string { return strings.ReplaceAll(roff(words), "|", `|\:`) }

// roffLines is roff for a text of lines, none of which is a request.
func roffLines(text string) string {
	lines := strings.Split(roff(text), "\n")
	for i, l := range lines {
		if strings.HasPrefix(l, ".") {
			lines[i] = `\&` + l
		}
	}
	return strings.Join(lines, "\n")
}

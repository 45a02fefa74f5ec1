package manual

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// WritePages writes the pages of a command and of those below it to a folder.
func WritePages(c *cobra.Command, dir, version string) error {
	c.InitDefaultHelpFlag()
	name := strings.ReplaceAll(c.CommandPath(), " ", "-")
	if err := os.WriteFile(filepath.Join(dir, name+".1"), []byte(page(c, version)), 0o666); err != nil {
		return err
	}
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() && !sub.IsAdditionalHelpTopicCommand() {
			if err := WritePages(sub, dir, version); err != nil {
				return err
			}
		}
	}
	return nil
}

// page is the page of a command, in the macros of man(7).
func page(c *cobra.Command, version string) string {
	var b strings.Builder
	name := strings.ReplaceAll(c.CommandPath(), " ", "-")
	fmt.Fprintf(&b, ".TH %s 1 \"\" \"%s\" \"craig\"\n.ad l\n", strings.ToUpper(Roff(name)), Roff(version))
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n", Roff(name), Roff(c.Short))
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
			head := "\\fB\\-\\-" + Roff(f.Name) + "\\fR"
			if f.Shorthand != "" {
				head = "\\fB\\-" + Roff(f.Shorthand) + "\\fR, " + head
			}
			if kind != "" {
				head += " \\fI" + breakable(kind) + "\\fR"
			}
			text := roffLines(usage)
			if strings.Contains(kind, "|") {
				text = strings.ReplaceAll(text, Roff(kind), breakable(kind))
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
		also[i] = "\\fB" + Roff(also[i]) + "\\fR(1)"
	}
	if len(also) > 0 {
		fmt.Fprintf(&b, ".SH SEE ALSO\n%s\n", strings.Join(also, ",\n"))
	}
	return b.String()
}

var roffed = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "^", `\(ha`, "~", `\(ti`, "`", `\(ga`)

// Roff is a text without meaning to troff.
func Roff(text string) string { return roffed.Replace(text) }

// breakable is a list of words, where a line may end behind each |.
func breakable(words string) string { return strings.ReplaceAll(Roff(words), "|", `|\:`) }

// roffLines is Roff for a text of lines, none of which is a request.
func roffLines(text string) string {
	lines := strings.Split(Roff(text), "\n")
	for i, l := range lines {
		if strings.HasPrefix(l, ".") {
			lines[i] = `\&` + l
		}
	}
	return strings.Join(lines, "\n")
}

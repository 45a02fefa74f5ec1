package review

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"craig/internal/check"
	"craig/internal/equiv"
	"craig/internal/review/markdown"
)

// Bounds of what is listed of one kind.
const (
	mostFindings  = 50
	mostFunctions = 200
	mostInputs    = 8
)

// Write writes the change as Markdown. Texts of the program are code in it, whatever they have in them.
func (c *Change) Write(w io.Writer) error {
	var b strings.Builder
	proved := 0
	classes := map[equiv.Class]int{}
	for _, f := range c.Functions {
		if f.Proved() {
			proved++
		}
		if f.Pair != nil {
			classes[f.Pair.Class]++
		}
	}
	if c.Since == "" {
		fmt.Fprintf(&b, "## craig: %d of %s proved, %s\n\n", proved, count(len(c.Functions), "function"), count(len(c.New), "finding"))
	} else {
		fmt.Fprintf(&b, "## craig: %d of %s proved, %s\n\n", proved, count(len(c.Functions), "changed function"), count(len(c.New), "new finding"))
		fmt.Fprintf(&b, "Against %s: ", markdown.Code(c.Since))
		if c.Before == "" {
			fmt.Fprintf(&b, "findings %d new, %d gone, %d as before; ", len(c.New), len(c.Gone), len(c.Same))
		}
		fmt.Fprintf(&b, "functions %d behave as before, %d differ, %d open or not compared, %d added, %d removed, %d not touched.\n",
			classes[equiv.Equal], classes[equiv.Differ], len(c.Functions)-classes[equiv.Equal]-classes[equiv.Differ]-c.added(), c.added(), len(c.Removed), c.Unchanged)
	}
	fmt.Fprintf(&b, "Looked for: %s.\n", markdown.Code(strings.Join(c.Properties, ", ")))
	if c.Before != "" {
		fmt.Fprintf(&b, "\nWhat was found before is not known, or not all of it: %s\n", markdown.Code(c.Before))
	}
	title := "New findings"
	if c.Since == "" || c.Before != "" {
		title = "Findings"
	}
	findings(&b, title, c.New, true)
	findings(&b, "Findings as before", c.Same, true)
	findings(&b, "Findings that are gone", c.Gone, false)
	c.functions(&b)
	for i, s := range c.Skipped {
		if i == 0 {
			b.WriteString("\n### Not looked at\n\n")
		}
		if more(&b, i, len(c.Skipped), mostFindings) {
			break
		}
		fmt.Fprintf(&b, "- %s: %s\n", markdown.Code(s.What), markdown.Code(s.Why))
	}
	for i, m := range c.Remarks {
		if i == 0 {
			b.WriteString("\n### Remarks\n\n")
		}
		if more(&b, i, len(c.Remarks), mostFindings) {
			break
		}
		fmt.Fprintf(&b, "- %s: %s\n", markdown.Code(m.What), markdown.Code(m.Text))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// added counts the functions that were not there.
func (c *Change) added() (n int) {
	for _, f := range c.Functions {
		if f.Added {
			n++
		}
	}
	return n
}

// more says once that there are more than most of a list, and whether this is where it ends.
func more(b *strings.Builder, i, n, most int) bool {
	if i == most {
		fmt.Fprintf(b, "\nand %d more\n", n-most)
	}
	return i >= most
}

// findings writes a list of findings; those that are there have their executions' inputs.
func findings(b *strings.Builder, title string, list []*check.Finding, now bool) {
	for i, g := range list {
		if i == 0 {
			fmt.Fprintf(b, "\n### %s\n\n", title)
		}
		if more(b, i, len(list), mostFindings) {
			break
		}
		fmt.Fprintf(b, "- %s %s: %s", markdown.Code(fmt.Sprintf("%s:%d", g.File, g.Line)), markdown.Code(g.Property), markdown.Code(g.Message))
		if g.In != "" {
			fmt.Fprintf(b, ", in %s", markdown.Code(g.In))
		}
		if now && len(g.Inputs) > 0 {
			fmt.Fprintf(b, ", with %s", markdown.Code(few(g.Inputs)))
		}
		if now && g.Confirmation != "" {
			fmt.Fprintf(b, " (%s)", g.Confirmation)
		}
		if now && g.Because != "" {
			fmt.Fprintf(b, "; %s: %s", cmp.Or(string(g.Class), "finding"), markdown.Code(g.Because))
		}
		b.WriteString("\n")
	}
}

// few joins some of many texts.
func few(list []string) string {
	if len(list) > mostInputs {
		return strings.Join(list[:mostInputs], ", ") + fmt.Sprintf(", and %d more", len(list)-mostInputs)
	}
	return strings.Join(list, ", ")
}

// functions writes a table of functions: those that differ, then those that are open, then the rest.
func (c *Change) functions(b *strings.Builder) {
	if len(c.Functions)+len(c.Removed) == 0 {
		return
	}
	list := slices.Clone(c.Functions)
	slices.SortStableFunc(list, func(x, y Function) int { return cmp.Compare(x.order(), y.order()) })
	b.WriteString("\n### Functions\n\n")
	if c.Since == "" {
		b.WriteString("| function | |\n|---|---|\n")
	} else {
		b.WriteString("| function | now | beside what it was |\n|---|---|---|\n")
	}
	for i, f := range list {
		if more(b, i, len(list), mostFunctions) {
			break
		}
		fmt.Fprintf(b, "| %s %s | %s |", markdown.Code(f.Name), markdown.Code(fmt.Sprintf("%s:%d", f.File, f.Line)), f.now())
		if c.Since != "" {
			fmt.Fprintf(b, " %s |", f.then())
		}
		b.WriteString("\n")
	}
	if n := len(c.Removed); n > 0 {
		var names []string
		for _, e := range c.Removed {
			names = append(names, e.Name)
		}
		fmt.Fprintf(b, "\nRemoved: %s\n", markdown.Code(few(names)))
	}
}

// order is how soon a function is of interest.
func (f Function) order() int {
	switch {
	case f.Pair != nil && f.Pair.Class == equiv.Differ:
		return 0
	case f.Verdict == "FALSE" && !f.Proved():
		return 1
	case !f.Proved():
		return 2
	case f.Pair != nil && f.Pair.Class == equiv.Open:
		return 3
	}
	return 4
}

// now is what is known of a function, with why it is not more.
func (f Function) now() string {
	text := "open: "
	switch {
	case f.Proved():
		text = "proved: "
	case f.Verdict == "FALSE":
		text = "not proved: "
	}
	text += markdown.Code(f.Says())
	if detail, _, _ := strings.Cut(f.Detail, "\n"); !f.Proved() && f.Verdict != "FALSE" && detail != "" {
		text += ": " + markdown.Code(detail)
	}
	return text
}

// then is what a function does beside what it was.
func (f Function) then() string {
	p := f.Pair
	switch {
	case f.Added:
		return "added"
	case p == nil:
		return "open: " + markdown.Code(f.Why)
	case p.Class == equiv.Equal:
		return "behaves as before, if both return"
	case p.Class == equiv.Open:
		return "open: " + markdown.Code(p.Why)
	}
	text := "**differs**"
	var with []string
	for _, v := range p.Input {
		with = append(with, v.Name+" = "+v.Value)
	}
	if len(with) > 0 {
		text += ", with " + markdown.Code(few(with))
	}
	switch {
	case p.Property != "":
		text += ": it goes wrong now, by " + markdown.Code(p.Property)
		if p.Wrong != "" {
			text += ", " + markdown.Code(p.Wrong)
		}
	case p.OldResult != p.NewResult:
		text += ": it returned " + markdown.Code(p.OldResult) + ", and returns " + markdown.Code(p.NewResult)
	default:
		text += ", in memory that it leaves or calls that it makes"
	}
	return text + " (" + p.Confirmation + ")"
}

// count is a number of things.
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

package comments

import (
	"fmt"
	"strings"

	"craig/internal/review/markdown"
)

// mostSteps bounds how many steps of an execution are shown: the last ones.
const mostSteps = 400

// line says what a finding is, in a line.
func line(f Finding) string {
	at := "somewhere"
	if f.File != "" {
		at = markdown.Span(fmt.Sprintf("%s:%d", f.File, f.Line))
	}
	return fmt.Sprintf("**%s** %s %s: %s", f.Level, at, markdown.Span(f.Rule), markdown.Span(f.Message))
}

// bodyOf is the text of a finding's comment.
func bodyOf(f Finding, source func(file string, line int) string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "**%s** %s: %s\n", f.Level, markdown.Span(f.Rule), markdown.Span(f.Message))
	b.WriteString(suggestion(f, source))
	if len(f.Related) > 0 {
		b.WriteString(markdown.Details("Where it comes from", markdown.Block("text", steps(f.Related))))
	}
	if len(f.Steps) > 0 {
		b.WriteString(markdown.Details(fmt.Sprintf("The execution, in %d steps", len(f.Steps)), markdown.Block("text", steps(f.Steps))))
	}
	return markdown.Cut(b.String(), markOf(f.Name, open), markdown.Most)
}

// suggestion is a contract that excludes the finding: what can be committed, if the comment is at the line in front of which it goes.
func suggestion(f Finding, source func(file string, line int) string) string {
	x := f.Fix
	if x == nil {
		return ""
	}
	if x.File == f.File && x.Before == f.Line && source != nil {
		if old := source(x.File, x.Before); strings.HasSuffix(old, "\n") {
			if block := markdown.Block("suggestion", x.Text+old); strings.Contains(block, x.Text+old) {
				return "\n" + markdown.Span(x.Why) + block
			}
		}
	}
	return fmt.Sprintf("\n%s, in front of %s:\n", markdown.Span(x.Why), markdown.Span(fmt.Sprintf("%s:%d", x.File, x.Before))) + markdown.Block("c", x.Text)
}

// steps are places with what happens there, a line for each.
func steps(list []Step) string {
	var b strings.Builder
	if n := len(list) - mostSteps; n > 0 {
		fmt.Fprintf(&b, "… %d steps before\n", n)
		list = list[n:]
	}
	for _, s := range list {
		if s.Thread != "" {
			fmt.Fprintf(&b, "[%s] ", s.Thread)
		}
		fmt.Fprintf(&b, "%s:%d", s.File, s.Line)
		if s.Text != "" {
			fmt.Fprintf(&b, ": %s", strings.Join(strings.Fields(s.Text), " "))
		}
		b.WriteString("\n")
	}
	return b.String()
}

// goneBody is the text of a comment whose finding is not there any more, or elsewhere: what it said is folded.
func goneBody(body, name string, found bool, commit string) string {
	said := "**Gone**: craig does not find this any more"
	if found {
		said = "**Elsewhere**: craig finds this at another line now"
	}
	if commit != "" {
		said += ", as of " + markdown.Span(commit)
	}
	if i := strings.LastIndex(body, "\n<!-- craig:finding "); i >= 0 {
		body = body[:i]
	}
	return markdown.Cut(said+".\n"+markdown.Details("What was said", "\n"+body+"\n"), markOf(name, gone), markdown.Most)
}

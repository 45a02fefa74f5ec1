// Package comments decides which comments a pull request on GitHub gets about the findings of a SARIF file, and makes the requests.
//
//	sarif.go   what is read of SARIF
//	diff.go    the lines that comments may be at
//	plan.go    Make: what is to be written, changed and left, as the bodies of GitHub's requests
//	body.go    the texts, which other people's texts cannot break out of
//	github.go  GitHub's API, as far as it is used
//	run.go     Run: all of it, and what is done where comments cannot be written
//
// A comment ends in a mark with the name of its finding, by which it is known when the action runs again. Marks count in comments of the author that this
// program writes as, and at the end of the comment, so that nobody else can have a finding passed over.
package comments

import (
	"fmt"
	"slices"
	"strings"

	"craig/internal/pattern"
	"craig/internal/review/markdown"
)

// Review is the body of a request that creates a review: POST /repos/OWNER/NAME/pulls/NUMBER/reviews.
type Review struct {
	Commit   string       `json:"commit_id,omitempty"`
	Body     string       `json:"body"`
	Event    string       `json:"event"`
	Comments []NewComment `json:"comments"`
}

// NewComment is a comment at a line of the new file.
type NewComment struct {
	Path string `json:"path"`
	Line int    `json:"line"`
	Side string `json:"side"`
	Body string `json:"body"`
}

// Comment is one that is there, at a line or, with Line 0, outdated or not at a line.
type Comment struct {
	ID     int64
	Author string
	Line   int
	Body   string
}

// Update is a new text of a comment that is there.
type Update struct {
	ID   int64  `json:"id"`
	Body string `json:"body"`
}

// Plan is what is to be done.
type Plan struct {
	Review    *Review   `json:"review,omitempty"` // nil if there is nothing to be said that is not there
	Updates   []Update  `json:"updates,omitempty"`
	Summary   string    `json:"summary"` // with its mark
	Elsewhere []Finding `json:"-"`       // what has no comment: it is in the summary
}

// Input is what a plan is made of.
type Input struct {
	Findings []Finding
	Diff     Diff
	Summary  string // Markdown
	Commit   string // of the new files
	There    []Comment
	Author   string                             // whose comments are ours
	Most     int                                // of new comments
	Source   func(file string, line int) string // a line of a new file, with its end; "" if there is none
}

// States of a finding in a mark.
const (
	open = "open"
	gone = "gone"
)

// mark matches the mark that a comment of ours ends in.
var mark = pattern.New(`<!-- craig:finding ([0-9a-f]{16}(?:-[0-9]{1,6})?) (open|gone) -->\s*$`)

// summaryMark ends the comment that has the summary.
const summaryMark = "\n<!-- craig:summary -->\n"

func markOf(name, state string) string {
	return fmt.Sprintf("\n<!-- craig:finding %s %s -->\n", name, state)
}

// Make plans. A finding at a line that the diff shows has one comment, however often this is done; one that is gone has its comment say so.
func Make(in Input) Plan {
	var p Plan
	type known struct {
		Comment
		state string
	}
	there := map[string][]known{}
	var names []string
	for _, c := range in.There {
		m := mark.FindStringSubmatch(c.Body)
		if m == nil || c.Author != in.Author {
			continue
		}
		if there[m[1]] == nil {
			names = append(names, m[1])
		}
		there[m[1]] = append(there[m[1]], known{c, m[2]})
	}
	found := map[string]bool{}
	var fresh []NewComment
	for _, f := range in.Findings {
		found[f.Name] = true
		if !in.Diff.Has(f.File, f.Line) {
			p.Elsewhere = append(p.Elsewhere, f)
			continue
		}
		body := bodyOf(f, in.Source)
		list := there[f.Name]
		if i := slices.IndexFunc(list, func(k known) bool { return k.Line > 0 }); i >= 0 {
			if strings.TrimSpace(list[i].Body) != strings.TrimSpace(body) {
				p.Updates = append(p.Updates, Update{list[i].ID, body})
			}
			list[i].state = gone // there is no more to be said of it
			continue
		}
		if len(fresh) == in.Most {
			p.Elsewhere = append(p.Elsewhere, f)
			continue
		}
		fresh = append(fresh, NewComment{f.File, f.Line, "RIGHT", body})
	}
	for _, name := range names {
		for _, k := range there[name] {
			if k.state == open {
				p.Updates = append(p.Updates, Update{k.ID, goneBody(k.Body, name, found[name], in.Commit)})
			}
		}
	}
	if len(fresh) > 0 {
		text := "craig has found something at a changed line."
		if n := len(fresh); n > 1 {
			text = fmt.Sprintf("craig has found something at %d changed lines.", n)
		}
		p.Review = &Review{Commit: in.Commit, Body: text, Event: "COMMENT", Comments: fresh}
	}
	p.Summary = SummaryOf(in.Summary, p.Elsewhere, markdown.Most)
	return p
}

// SummaryOf is the text of the summary, with the findings that have no comment, in at most so many characters.
func SummaryOf(text string, elsewhere []Finding, most int) string {
	var b strings.Builder
	b.WriteString(text)
	for i, f := range elsewhere {
		if i == 0 {
			b.WriteString("\n### Without a comment, since their lines are not in the change or there are too many\n\n")
		}
		fmt.Fprintf(&b, "- %s\n", line(f))
	}
	return markdown.Cut(b.String(), summaryMark, most)
}

// Annotations are commands of GitHub Actions that show findings at their lines, without a right to write anything.
func Annotations(list []Finding) (commands []string) {
	for _, f := range list {
		word := map[string]string{"error": "error", "warning": "warning", "note": "notice"}[f.Level]
		var properties []string
		if f.File != "" {
			properties = append(properties, "file="+escape(f.File, true))
		}
		if f.Line > 0 {
			properties = append(properties, fmt.Sprintf("line=%d", f.Line))
		}
		properties = append(properties, "title="+escape("craig: "+f.Rule, true))
		commands = append(commands, fmt.Sprintf("::%s %s::%s", word, strings.Join(properties, ","), escape(f.Message, false)))
	}
	return commands
}

// escape writes a text into a command of GitHub Actions, as a property or as its message.
func escape(text string, property bool) string {
	text = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(text)
	if property {
		text = strings.NewReplacer(":", "%3A", ",", "%2C").Replace(text)
	}
	return text
}

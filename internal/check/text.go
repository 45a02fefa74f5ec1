package check

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"craig/internal/infer"
)

// TextOptions choose what Text writes.
type TextOptions struct {
	Functions bool   // a table of all functions
	Full      bool   // accepted findings, and everything that was skipped or remarked, too
	FullBy    string // what the reader can do to see all
	// ContractsBy and GuessesBy are likewise for contracts that were inferred, and guesses.
	ContractsBy, GuessesBy string
	ByFile                 bool // findings in the order of the text
	Colour                 bool
}

// Escape sequences of terminals.
const (
	red   = "\x1b[1;31m"
	plain = "\x1b[0m"
)

// maxShown bounds what is listed of one kind.
const maxShown = 6

// Text writes the report for people: findings, functions, what was skipped, and the sums.
func (r *Report) Text(w io.Writer, opts TextOptions) error {
	b := bufio.NewWriter(w)
	list := r.Findings
	if opts.ByFile {
		list = slices.Clone(list)
		slices.SortStableFunc(list, func(x, y *Finding) int {
			return cmp.Or(cmp.Compare(x.File, y.File), cmp.Compare(x.Line, y.Line), cmp.Compare(x.Property, y.Property))
		})
	}
	if opts.Full || opts.ByFile {
		for _, g := range list {
			if g.Accepted == "" || opts.Full {
				g.text(b, opts, nil)
			}
		}
	} else {
		for _, gs := range r.causes() {
			gs[0].text(b, opts, gs[1:])
		}
	}
	if opts.Functions {
		r.table(b)
	}
	r.skipped(b, opts)
	r.remarks(b, opts)
	r.sums(b, opts)
	return b.Flush()
}

// causes are the findings that are not accepted, by what they rest on.
func (r *Report) causes() [][]*Finding {
	var open []*Finding
	for _, g := range r.Findings {
		if g.Accepted == "" {
			open = append(open, g)
		}
	}
	return alike(open)
}

// text writes one finding, and where others are of the same cause.
func (g *Finding) text(b *bufio.Writer, opts TextOptions, others []*Finding) {
	property := g.Property
	if opts.Colour {
		property = red + property + plain
	}
	fmt.Fprintf(b, "%s:%d:%d: %s: %s\n", g.File, g.Line, g.Column, property, g.Message)
	for _, f := range g.facts() {
		fmt.Fprintf(b, "    %-10s %s\n", f[0], f[1])
	}
	if len(others) > 0 {
		var places []string
		for _, o := range others {
			places = append(places, fmt.Sprintf("%s:%d", o.File, o.Line))
		}
		fmt.Fprintf(b, "    %-10s %s; %s shows them\n", "alike", few(places, ", "), opts.FullBy)
	}
	fmt.Fprintln(b)
}

// facts are what there is to say of a finding, each with a word in front.
func (g *Finding) facts() (list [][2]string) {
	line := func(what, format string, args ...any) {
		list = append(list, [2]string{what, fmt.Sprintf(format, args...)})
	}
	if g.Accepted != "" {
		line("accepted", "%s", g.Accepted)
	}
	if g.Confirmation != "" {
		line(g.Confirmation, "%s", g.Said)
	}
	if g.Class != "" {
		line(string(g.Class), "%s", g.Because)
		if g.Cause != "" {
			line("cause", "%s", g.Cause)
		}
	}
	var names []string
	for _, e := range g.Entries {
		if !slices.Contains(names, e.Name) {
			names = append(names, e.Name)
		}
	}
	line("from", "%s", few(names, ", "))
	if len(g.Linked) > 0 {
		line("linked", "with %s", few(g.Linked, ", "))
	}
	if len(g.Inputs) > 0 {
		line("with", "%s", few(g.Inputs, ", "))
	}
	if len(g.Round) > 0 {
		line("each round", "%s", few(g.Round, "; "))
	}
	if len(g.Guesses) > 0 {
		line("guessed", "%s", few(g.Guesses, "; "))
	}
	if g.Specify != "" && !g.Mistake() {
		line("specify", "%s  %s", g.Specify, g.Where)
	}
	line("silence", "%s  in line %d", g.Silence, g.Line)
	return list
}

// few joins some of many texts.
func few(list []string, sep string) string {
	if n := len(list); n > maxShown {
		return strings.Join(list[:maxShown], sep) + fmt.Sprintf("%sand %d more", sep, n-maxShown)
	}
	return strings.Join(list, sep)
}

// table writes the verdict of each function.
func (r *Report) table(b *bufio.Writer) {
	wide := 0
	place := func(f *Function) string { return fmt.Sprintf("%s:%d: %s", f.File, f.Line, f.Name) }
	for _, f := range r.Functions {
		wide = max(wide, len(place(f)))
	}
	for _, f := range r.Functions {
		fmt.Fprintf(b, "%-*s  %s\n", wide, place(f), f.Says())
		if f.Verdict == "TRUE" && f.Detail != "" {
			for bound := range strings.Lines(f.Detail) {
				fmt.Fprintf(b, "%-*s  %s\n", wide, "", strings.TrimSpace(bound))
			}
		}
	}
	if len(r.Functions) > 0 {
		fmt.Fprintln(b)
	}
}

// Says is the verdict, with why it says no more.
func (f *Function) Says() string {
	switch {
	case f.Verdict == "":
		return "not looked at"
	case f.Verdict == "UNKNOWN":
		return "UNKNOWN(" + f.Reason + ")"
	case f.Verdict == "FALSE" && f.underContract(infer.Necessary):
		return "TRUE, where " + f.Inferred.Conditions()
	case f.Verdict == "FALSE":
		var properties []string
		for _, g := range f.findings {
			if !slices.Contains(properties, g.Property) {
				properties = append(properties, g.Property)
			}
		}
		text := "FALSE(" + strings.Join(properties, ", ") + ")"
		if f.Reason != "" {
			text += ", the rest UNKNOWN(" + f.Reason + ")"
		}
		return text + f.assumed(", the rest")
	}
	return f.Verdict + f.assumed(",")
}

// Proved says that no call of the function goes wrong, or none that a contract admits outside of which each goes wrong.
func (f *Function) Proved() bool {
	return f.Verdict == "TRUE" || f.Verdict == "FALSE" && f.underContract(infer.Necessary)
}

// assumed is what the last answer takes functions of other files to do, for people to read.
func (f *Function) assumed(before string) string {
	if len(f.Assumes) == 0 {
		return ""
	}
	return before + " taking " + few(f.Assumes, ", ") + " to do nothing but return"
}

// skipped writes what was not looked at.
func (r *Report) skipped(b *bufio.Writer, opts TextOptions) {
	for i, s := range r.Skipped {
		if i == maxShown && !opts.Full {
			fmt.Fprintf(b, "and %d more that were skipped; %s names them\n", len(r.Skipped)-i, opts.FullBy)
			break
		}
		fmt.Fprintf(b, "skipped: %s: %s\n", s.What, s.Why)
	}
}

// remarks writes what is to be known of what was looked at.
func (r *Report) remarks(b *bufio.Writer, opts TextOptions) {
	for i, m := range r.Remarks {
		if i == maxShown && !opts.Full {
			fmt.Fprintf(b, "and %s more; %s shows them\n", count(len(r.Remarks)-i, "remark"), opts.FullBy)
			break
		}
		fmt.Fprintf(b, "remark: %s: %s\n", m.What, m.Text)
	}
}

// sums writes how many there are of everything.
func (r *Report) sums(b *bufio.Writer, opts TextOptions) {
	verdicts, reasons := map[string]int{}, map[string]int{}
	assuming := 0
	for _, f := range r.Functions {
		verdicts[f.Verdict]++
		if len(f.Assumes) > 0 {
			assuming++
		}
		if f.Verdict == "UNKNOWN" {
			reasons[f.Reason]++
		}
	}
	text := fmt.Sprintf("%s: %d TRUE, %d FALSE, %d UNKNOWN", count(len(r.Functions), "function"), verdicts["TRUE"], verdicts["FALSE"], verdicts["UNKNOWN"])
	var why []string
	for reason := range reasons {
		why = append(why, reason)
	}
	slices.SortFunc(why, func(x, y string) int { return cmp.Or(cmp.Compare(reasons[y], reasons[x]), cmp.Compare(x, y)) })
	for i, reason := range why {
		why[i] = fmt.Sprintf("%s %d", reason, reasons[reason])
	}
	if len(why) > 0 {
		text += " (" + strings.Join(why, ", ") + ")"
	}
	if assuming > 0 {
		text += fmt.Sprintf(", %d taking functions of other files to do nothing but return", assuming)
	}
	if n := verdicts[""]; n > 0 {
		text += fmt.Sprintf(", %d not looked at", n)
	}
	confirmed, interpreted, plain, guessed, accepted := 0, 0, 0, 0, 0
	for _, g := range r.Findings {
		switch {
		case g.Accepted != "":
			accepted++
		case g.Confirmation == "confirmed":
			confirmed++
		case g.Confirmation == "interpreted":
			interpreted++
		case g.Said == textAlone:
			plain++
		}
		if g.Accepted == "" && !g.sure && len(g.Guesses) > 0 {
			guessed++
		}
	}
	if r.Unchanged > 0 {
		text += fmt.Sprintf("; %d as they were", r.Unchanged)
	}
	fmt.Fprintf(b, "%s, %s\n", text, r.Wall.Round(100*time.Millisecond))
	text = count(r.Open(), "finding")
	if causes := len(r.causes()); causes < r.Open() {
		text += " of " + count(causes, "cause")
	}
	text += fmt.Sprintf(": %d confirmed by a compiler", confirmed)
	if interpreted > 0 { // as on targets that this machine does not run
		text += fmt.Sprintf(", %d by the interpreter alone", interpreted)
	}
	if plain > 0 {
		text += fmt.Sprintf(", %d by the text alone", plain)
	}
	if r.Classes {
		fmt.Fprintf(b, "%s, %d accepted\n", text, accepted)
		r.classSums(b, opts)
		return
	}
	fmt.Fprintf(b, "%s, %d rest on what callers are taken to do; %d accepted\n", text, guessed, accepted)
}

// count is a number of things.
func count(n int, thing string) string {
	switch {
	case n == 1:
		return "1 " + thing
	case strings.HasSuffix(thing, "s"):
		return fmt.Sprintf("%d %ses", n, thing)
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

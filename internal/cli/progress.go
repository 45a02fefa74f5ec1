package cli

import (
	"fmt"
	"time"

	"craig/internal/limit"
	"craig/internal/run"
)

// statusLine shows work on standard error: one live line on a terminal, elsewhere a line every 10 s.
type statusLine struct {
	a           *app
	live, quiet bool
	last        time.Time
	shown       bool
}

// newStatusLine is one by --progress.
func (a *app) newStatusLine(mode string) (statusLine, error) {
	live, err := choose("progress", mode, map[string]bool{"auto": isTerminal(a.err), "plain": false, "none": false})
	return statusLine{a: a, live: live, quiet: mode == "none", last: a.began}, err
}

// show shows what text says, if it is time to.
func (l *statusLine) show(text func() string) {
	switch {
	case l.quiet:
	case l.live:
		fmt.Fprintf(l.a.err, "\r\x1b[K%s", fitted(text(), widthOf(l.a.err)-1))
		l.shown = true
	case time.Since(l.last) >= 10*time.Second:
		fmt.Fprintln(l.a.err, text())
		l.last = time.Now()
	}
}

// clear removes the live line.
func (l *statusLine) clear() {
	if l.shown {
		fmt.Fprint(l.a.err, "\r\x1b[K")
		l.shown = false
	}
}

// progressLine shows a Progress.
type progressLine struct {
	statusLine
	progress *run.Progress
	more     func() string // nil, or what a command shows besides
	limit    time.Duration // of the work; 0 is none
}

func (a *app) newProgressLine(mode string, p *run.Progress) (*progressLine, error) {
	line, err := a.newStatusLine(mode)
	return &progressLine{statusLine: line, progress: p}, err
}

func (l *progressLine) tick() { l.show(l.text) }

func (l *progressLine) text() string {
	p, more := l.progress, ""
	if l.more != nil {
		more = l.more()
	}
	phase := p.Phase()
	if e := p.Engine(); e != "" && phase == "engine" {
		phase = e
	}
	took := time.Since(l.a.began)
	spent := fmt.Sprintf("%.1f s", took.Seconds())
	if l.limit > 0 {
		spent = fmt.Sprintf("%.1f of %.0f s", took.Seconds(), l.limit.Seconds())
	}
	open := ""
	if n := p.Goals.Load(); n > 0 {
		open = fmt.Sprintf("  %d to decide", n)
	}
	return fmt.Sprintf("%-8s %s%s  %d nodes  %d refinements  %d queries  %d MiB%s",
		phase, spent, open, p.Nodes.Load(), p.Refinements.Load(), p.Queries.Load(), limit.ResidentUsed()>>20, more)
}

package bench

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"
)

// answers are outcomes of tasks with names; the set comes before the slash, the expected verdict is its first letter.
func answers(column string, seconds float64, verdicts ...string) (list []Outcome) {
	for i, v := range verdicts {
		expected, verdict, _ := strings.Cut(v, ":")
		yes := expected == "t"
		o := Outcome{Task: Task{Set: fmt.Sprint("s", i%2), Name: fmt.Sprint("<task> ", i), Property: "p.prp"}, Column: column, Verdict: verdict, CPU: time.Duration(seconds * float64(time.Second))}
		if expected != "" {
			o.Task.Expected = &yes
		}
		if answer, _ := o.answer(); answer != "" && expected != "" {
			o.Judgement = map[bool]Judgement{true: Right, false: Wrong}[(answer == "TRUE") == yes]
		}
		list = append(list, o)
	}
	return list
}

// TestPoints: the numbers of the competition.
func TestPoints(t *testing.T) {
	for _, c := range []struct {
		expected, verdict, sub string
		points, best           int
	}{
		{"t", "TRUE", "", 2, 2}, {"f", "FALSE(unreach-call)", "", 1, 1}, {"t", "FALSE(unreach-call)", "", -16, 2}, {"f", "TRUE", "", -32, 1},
		{"t", "UNKNOWN(timeout)", "", 0, 2}, {"f", "UNKNOWN(killed: time)", "", 0, 1}, {"", "TRUE", "", 0, 0},
		{"f", "FALSE(valid-free)", "valid-free", 1, 1}, {"f", "FALSE(valid-deref)", "valid-free", 0, 1}, {"f", "TRUE", "valid-free", -32, 1},
	} {
		o := answers("c", 1, c.expected+":"+c.verdict)[0]
		o.Task.Subproperty = c.sub
		if points, best := o.Points(); points != c.points || best != c.best {
			t.Errorf("%+v: %d of %d", c, points, best)
		}
	}
	rows := Scores(answers("c", 1, "t:TRUE", "f:TRUE", "t:TRUE", "t:FALSE(x)", "t:TRUE")).Rows
	if got := strings.Join(rows[0], " "); got != "c -42 9 -55 5 3 0 1 1 5.00" { // s0: 6 points of 3 tasks, s1: -48 of 2
		t.Error(got)
	}
}

// TestRatios: a column that always takes twice the time has that ratio, with no spread; what only one solves does not count.
func TestRatios(t *testing.T) {
	first := answers("a", 1, "t:TRUE", "f:FALSE(x)", "t:UNKNOWN(timeout)", "t:TRUE")
	for i := range first {
		first[i].CPU *= time.Duration(i + 1)
	}
	second := answers("b", 2, "t:TRUE", "f:FALSE(x)", "t:TRUE", "f:TRUE")
	for i := range second {
		second[i].CPU *= time.Duration(i + 1)
	}
	if got := strings.Join(Ratios(append(first, second...)).Rows[0], " "); got != "b 2 2.00 2.00 2.00 2.00 2.00 2.00 6.00 3.00" {
		t.Error(got)
	}
	low, high := bootstrap([]float64{-1, 1, -1, 1, -1, 1, -1, 1, -1, 1, -1, 1, -1, 1, -1, 1})
	if low > -0.3 || low < -0.8 || high < 0.3 || high > 0.8 { // 2 standard errors are 0.5
		t.Error(low, high)
	}
}

// TestPage: wrong answers come before everything else, every task has its row, text is text, and nothing is loaded.
func TestPage(t *testing.T) {
	p := ReportPage{Title: "a <title>", Craig: "craig <1>", Runs: []Run{{ID: 3, Command: "craig bench <x>"}},
		Outcomes: append(answers("one & only", 1, "t:TRUE", "f:TRUE", "t:UNKNOWN(timeout)", "f:FALSE(x)"), answers("other", 2, "t:TRUE", "f:FALSE(x)", "t:TRUE")...)}
	var b strings.Builder
	if err := p.Write(&b); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	wrong, scores := strings.Index(text, "Wrong verdicts"), strings.Index(text, "Scores by")
	if wrong < 0 || scores < wrong || strings.Contains(text, "No wrong answer") {
		t.Errorf("wrong answers at %d, points at %d", wrong, scores)
	}
	if n := strings.Count(text, `<tr id="t`); n != 4 {
		t.Errorf("%d rows of 4 tasks", n)
	}
	if n := strings.Count(text, "<svg"); n != 3 {
		t.Errorf("%d charts", n)
	}
	for _, part := range []string{`<td class="first wrong">TRUE</td>`, `<td class="first none">-</td>`, "&lt;task&gt; 1", "craig bench &lt;x&gt;", "one &amp; only", "<strong class=\"unknown\">not ended"} {
		if !strings.Contains(text, part) {
			t.Errorf("no %s", part)
		}
	}
	if m := regexp.MustCompile(`(?i)<link|\bsrc=|\bhref="[^#]|url\(|@import|https?:|<task>|<title>[^<]*<title>`).FindString(text); m != "" {
		t.Errorf("%s is in the page", m)
	}
	p.Outcomes = answers("c", 1, "t:TRUE")
	b.Reset()
	if err := p.Write(&b); err != nil || !strings.Contains(b.String(), "No wrong answer") || strings.Contains(b.String(), `class="alarm"`) {
		t.Error(err, "one right answer")
	}
}

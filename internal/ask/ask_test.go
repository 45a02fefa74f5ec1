package ask

import (
	"strings"
	"testing"
	"time"
)

// TestCheck: what may not be asked is told with what may.
func TestCheck(t *testing.T) {
	limits := Limits{Properties: []string{"bounds"}, Engines: []string{"ufo"}, MaxTime: time.Minute}
	for want, change := range map[string]func(*Question){
		"":                      func(*Question) {},
		"there is no program":   func(q *Question) { q.Text = " \n" },
		"properties: bounds":    func(q *Question) { q.Property = "bound" },
		"engines: ufo":          func(q *Question) { q.Engine = "fou" },
		"no name of a function": func(q *Question) { q.Entry = "f()" },
		"no label":              func(q *Question) { q.Label = "--x" },
		"32 or 64":              func(q *Question) { q.Bits = 16 },
		"from 1 to 60 seconds":  func(q *Question) { q.Seconds = 1 << 40 },
		"200 characters":        func(q *Question) { q.Name = strings.Repeat("x", 201) },
	} {
		q := Question{Text: "int main(void) {}", Property: "bounds", Engine: "ufo", Entry: "f", Bits: 32, Seconds: 60}
		change(&q)
		if err := q.Check(limits); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

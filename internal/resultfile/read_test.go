package resultfile

import (
	"strings"
	"testing"
)

// TestReadRefuses: a file that is no answer to what its options ask is no result.
func TestReadRefuses(t *testing.T) {
	for text, want := range map[string]string{
		`{"schema": 1, "verdict": "TRUE"}`:                                       "",
		`{"schema": 1, "verdict": "TRUE", "options": {"Statements": false}}`:     "",
		`{"schema": 1, "verdict": "TRUE", "options": {"Statements": true}}`:      "there is nothing to check",
		`{"schema": 1, "verdict": "FALSE", "options": {"Statements": true}}`:     "there is nothing to check",
		`{"schema": 9, "verdict": "TRUE"}`:                                       "format 9",
		`{"schema": 1, "verdict": "TRUE"`:                                        "not a result file",
		`{"schema": 1, "verdict": "TRUE", "options": {"Statements": "perhaps"}}`: "not a result file",
	} {
		_, err := Read(strings.NewReader(text))
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

// TestReadOnly: no file says that only some errors count.
func TestReadOnly(t *testing.T) {
	d, err := Read(strings.NewReader(`{"schema": 1, "verdict": "TRUE", "options": {"Only": {"File": "none.c"}}}`))
	if err != nil || d.Options.Only != nil {
		t.Errorf("%v, %v", d, err)
	}
}

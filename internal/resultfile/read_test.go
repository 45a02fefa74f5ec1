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
		// What other readers of JSON read in another way.
		`{"schema": 1, "verdict": "TRUE"} {"schema": 1, "verdict": "FALSE"}`:                           "after top-level value",
		`{"schema": 1, "verdict": "TRUE"} junk`:                                                        "after top-level value",
		`{"schema": 1, "verdict": "FALSE", "verdict": "TRUE"}`:                                         `"verdict" is there twice`,
		`{"schema": 1, "verdict": "FALSE", "Verdict": "TRUE"}`:                                         `"Verdict" is there twice`,
		`{"schema": 1, "Verdict": "TRUE"}`:                                                             `"Verdict" is there twice, or in other letters`,
		`{"schema": 1, "verdict": "TRUE", "options": {"Math": false, "MATH": true}}`:                   `"MATH" is there twice`,
		`{"schema": 1, "verdict": "TRUE", "invariants": [{"location": 1, "location": 2}]}`:             `"location" is there twice`,
		`{"schema": 1, "verdict": "TRUE", "options": {"Tomorrow": true}}`:                              "options are of another craig",
		`{"schema": 1, "verdict": "TRUE", "options": {"Environment": {"Valid": true, "Later": true}}}`: "options are of another craig",
		`{"schema": 1, "verdict": "TRUE", "tomorrow": [{"a": 1}, {"a": 1}]}`:                           "",
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
	if err == nil {
		t.Errorf("%+v is read", d.Options)
	}
}

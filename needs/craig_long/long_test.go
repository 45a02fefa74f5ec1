package long_test

import (
	"os"
	"strings"
	"testing"

	"craig/internal/testenv"
)

func TestMain(m *testing.M) {
	testenv.Main(m, testenv.Long(), "minutes: suites of many verdicts", "CRAIG_LONG=1 go test ./...")
}

// TestScripts: what runs before a change lands, and each night, asks for the long tests.
func TestScripts(t *testing.T) {
	for _, script := range []string{"run", "nightly"} {
		text, err := os.ReadFile("../../.ci/" + script)
		if err != nil || !strings.Contains(string(text), testenv.LongVariable+"=1") {
			t.Errorf("%s does not ask for them: %v", script, err)
		}
	}
}

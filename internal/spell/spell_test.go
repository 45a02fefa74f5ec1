package spell

import "testing"

func TestNearest(t *testing.T) {
	names := []string{"ERROR", "exit", "reach_error", "no-overflow", "ERRORS"}
	for name, want := range map[string]string{
		"EROR": "ERROR", "ERROR": "ERROR", "reach_eror": "reach_error", "no-overfow": "no-overflow", "xeit": "exit", "eixit": "exit", "axt": "", "": "", "LOST": "",
	} {
		if got := Nearest(name, names); got != want {
			t.Errorf("%q: %q instead of %q", name, got, want)
		}
	}
}

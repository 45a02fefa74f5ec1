package resultfile

import "testing"

// TestBoundName: what stands for all integers is called as no variable of a program.
func TestBoundName(t *testing.T) {
	for name, want := range map[string]bool{
		"$k": true, "main::$index1": true,
		"main::x": false, "main::$24": false, "main::$result": false, "k": false, "main::$index": false,
	} {
		if got := boundName.MatchString(name); got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

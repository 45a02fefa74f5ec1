package thread_test

import "testing"

// TestThreadsBeyond: errors behind where more threads have been made than are followed, which have not moved then, are found; these have numbers of their own.
func TestThreadsBeyond(t *testing.T) {
	const head = "void *f(void *p) { return p; } int main(void) { pthread_t a[6]; for (int i = 0; i < 6; i++) pthread_create(&a[i], 0, f, 0); "
	for _, c := range []struct {
		name, text string
		want       bool
	}{
		{"behind them", head + "reach_error(); }", true},
		{"no number", head + "for (int i = 0; i < 6; i++) if (a[i] == 0 || a[i] == (pthread_t)-1) reach_error(); }", false},
		{"equal numbers", head + "for (int i = 0; i < 6; i++) for (int j = 0; j < i; j++) if (a[i] == a[j]) reach_error(); }", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := reaches(t, "unreach-call", c.text); got != c.want {
				t.Errorf("%s: reached %t", c.text, got)
			}
		})
	}
}

package run

import (
	"testing"

	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
)

// TestWaits: an error behind what may wait for ever is not claimed.
func TestWaits(t *testing.T) {
	const head = "#include <semaphore.h>\n#include <unistd.h>\nvoid reach_error(void); int main(void) { sem_t s; sem_init(&s, 0, 0); "
	for text, want := range map[string]verdict.Verdict{
		"pause(); reach_error(); }":                        verdict.Unknown,
		"sem_wait(&s); reach_error(); }":                   verdict.Unknown,
		"int x = 1; pause(); if (x != 1) reach_error(); }": verdict.True,
	} {
		if res := verify(t, cfront.Options{}, head+text); res.Verdict != want {
			t.Errorf("%v, want %v of %s", res.Verdict, want, text)
		}
	}
}

package interval

import (
	"testing"

	"pgregory.net/rapid"

	"craig/internal/abstract/domain"
	"craig/internal/abstract/domain/lattest"
	"craig/internal/program/ir"
)

// TestExecutions: Post and fixpoints have what the interpreter does.
func TestExecutions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lattest.Executions(t, func(p *ir.Program) domain.Domain[State] { return New(p) })
	})
}

// TestImages: Post and Pre agree with package sem.
func TestImages(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lattest.Images(t, func(p *ir.Program) domain.Domain[State] { return New(p) })
	})
}

// TestBest: what can be said without loss is.
func TestBest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lattest.Best(t, false, func(p *ir.Program) domain.Domain[State] { return New(p) })
	})
}

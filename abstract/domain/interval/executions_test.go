package interval

import (
	"testing"

	"pgregory.net/rapid"

	"craig/abstract/domain"
	"craig/abstract/domain/lattest"
	"craig/program/ir"
)

// TestExecutions: Post and fixpoints have what the interpreter does.
func TestExecutions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lattest.Executions(t, func(p *ir.Program) domain.Domain[State] { return New(p) })
	})
}

package cover

import (
	"context"
	"testing"
	"time"

	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
)

// TestSummariesPassGoals: the engine's summaries take executions into account that come through a goal and go on. Those of
// a loop which returns from its middle once left them out until the goals were reached.
func TestSummariesPassGoals(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	suite, err := Cover(ctx, prepare.New(cfront.Options{}, nil, "../../examples/settings/settings-3.c"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if suite.Bug != nil {
		t.Errorf("%s claims what the certifier rejects: %v", suite.Bug.Engine, suite.Bug.Err)
	}
}

package tracer_test

import (
	"craig/engine/tracer"
	"math/rand/v2"
	"testing"
)

func init() { native = tracer.NewDump }

func TestDebug(t *testing.T) {
	t.Skip()
	tracer.DebugRun(t, random(rand.New(rand.NewPCG(3533, 7))), tracer.Config{Interpolants: tracer.Core})
}

package run

import (
	"sync/atomic"

	"craig/internal/engine"
)

// Progress shows how far Verify is. Verify updates it, anybody may read it at any time.
type Progress struct {
	phase       atomic.Pointer[string]
	engine      atomic.Pointer[engine.Engine]
	Goals       atomic.Int64 // errors that may be reachable yet, in the program that engines see
	Nodes       atomic.Int64 // states expanded by engines
	Refinements atomic.Int64 // refinements and restarts
	Queries     atomic.Int64 // solver queries, the certifier's included
	Events      atomic.Int64 // steps of engines, of any kind
}

// Phase is the part of the work that Verify is in, "" before it starts.
func (p *Progress) Phase() string {
	if s := p.phase.Load(); s != nil {
		return *s
	}
	return ""
}

// Engine is the engine that has made the last step, "" before one has.
func (p *Progress) Engine() string {
	if e := p.engine.Load(); e != nil {
		return e.Name
	}
	return ""
}

// Begin says which phase begins.
func (p *Progress) Begin(phase string) { p.phase.Store(&phase) }

// Count counts an engine's step.
func (p *Progress) Count(e engine.Event) {
	p.Events.Add(1)
	if e.By != nil {
		p.engine.Store(e.By)
	}
	switch e.Kind {
	case engine.Expand:
		p.Nodes.Add(1)
	case engine.Refine, engine.Restart:
		p.Refinements.Add(1)
	}
}

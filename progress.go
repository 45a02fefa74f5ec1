package craig

import "craig/internal/run"

// Progress shows how far Verify or Cover is. It may be read at any time, by any goroutine.
type Progress struct{ run run.Progress }

// Phase is the part of the work at hand, such as "engine"; "" before it starts.
func (p *Progress) Phase() string { return p.run.Phase() }

// Nodes are the states expanded by engines.
func (p *Progress) Nodes() int64 { return p.run.Nodes.Load() }

// Refinements are the refinements and restarts of engines.
func (p *Progress) Refinements() int64 { return p.run.Refinements.Load() }

// Queries are the solver's, the certifier's included.
func (p *Progress) Queries() int64 { return p.run.Queries.Load() }

package command

import (
	"bytes"
	"context"
	"sync"
	"time"

	"craig/internal/resultfile"
	"craig/internal/work"
)

// mostLooks is how often a lane of --spread looks, if others say something whenever it has given up.
const mostLooks = 4

// hearsay is how much the lanes of --spread have said to each other. Nothing of it is looked at here.
type hearsay struct {
	mu  sync.Mutex
	all int
	by  map[string]int // by engine
}

func newHearsay() *hearsay { return &hearsay{by: map[string]int{}} }

// hear counts a line.
func (h *hearsay) hear(line []byte) {
	c, err := resultfile.ReadClaims(bytes.TrimPrefix(line, []byte{work.Mark}))
	if err != nil {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.all++
	if len(h.by) < mostHeard { // whoever makes names up is one more
		h.by[c.By]++
	}
}

// byOthers is how much was said by others than an engine.
func (h *hearsay) byOthers(engine string) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.all - h.by[engine]
}

// wait waits until others than an engine have said more than before. It reports false if ctx ends first, or nobody is
// there any more who could.
func (h *hearsay) wait(ctx context.Context, engine string, before int, somebody func() bool) bool {
	for ctx.Err() == nil {
		there := somebody()
		if h.byOthers(engine) > before {
			return true
		}
		if !there {
			return false
		}
		select {
		case <-ctx.Done():
		case <-time.After(50 * time.Millisecond):
		}
	}
	return false
}

package command

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"sync"
	"time"

	"craig/internal/portfolio"
	"craig/internal/program/ir"
	"craig/internal/resultfile"
	"craig/internal/work"
)

// peers are the other lanes of --spread, as a lane sees them: messages on its standard input, and on its standard output.
type peers struct {
	by    string        // the engine of this lane
	wants chan struct{} // closed when everything has come that was said before we began
	out   io.Writer

	mu    sync.Mutex
	ended bool // the answer is being written: nothing is said any more
	heard []resultfile.Claims
	more  chan struct{}
	sums  map[*ir.Program]string
}

// mostHeard is how many messages are taken in.
const mostHeard = 10_000

// patientPeers is how long a lane waits for what was said before it began.
const patientPeers = 3 * time.Second

// newPeers begins to listen; others have said so many lines before.
func newPeers(by string, before int, in io.Reader, out io.Writer) *peers {
	ps := &peers{by: by, wants: make(chan struct{}), out: out, more: make(chan struct{}), sums: map[*ir.Program]string{}}
	go func() {
		came := sync.OnceFunc(func() { close(ps.wants) })
		defer came()
		if before == 0 {
			came()
		}
		lines := bufio.NewScanner(in)
		lines.Buffer(nil, work.MostSaid+1)
		for n := 0; n < mostHeard && lines.Scan(); {
			text, ok := bytes.CutPrefix(lines.Bytes(), []byte{work.Mark})
			if !ok {
				continue
			}
			if c, err := resultfile.ReadClaims(text); err == nil {
				ps.hear(c)
			}
			if n++; n >= before {
				came()
			}
		}
	}()
	return ps
}

func (ps *peers) hear(c resultfile.Claims) {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	ps.heard = append(ps.heard, c)
	close(ps.more)
	ps.more = make(chan struct{})
}

// sum is that of a program, which is computed once. The mutex is held.
func (ps *peers) sum(p *ir.Program) string {
	s, ok := ps.sums[p]
	if !ok {
		s = resultfile.ProgramSum(p)
		ps.sums[p] = s
	}
	return s
}

// Tell implements portfolio.Peers.
func (ps *peers) Tell(p *ir.Program, c portfolio.Claims) {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	if ps.ended {
		return
	}
	text, err := json.Marshal(resultfile.ClaimsOf(p, ps.by, ps.sum(p), c))
	if err != nil || len(text) > work.MostSaid-2 {
		return
	}
	ps.out.Write(append(append([]byte{work.Mark}, text...), '\n')) // whoever does not listen any more has ended us
}

// Heard implements portfolio.Peers. What is about another program, or cannot be read, is left out.
func (ps *peers) Heard(p *ir.Program, n int) (list []portfolio.Claims, next int, more <-chan struct{}) {
	if n == 0 {
		select {
		case <-ps.wants:
		case <-time.After(patientPeers):
		}
	}
	ps.mu.Lock()
	defer ps.mu.Unlock()
	for _, c := range ps.heard[n:] {
		if c.Program != ps.sum(p) {
			continue
		}
		if inv, err := c.Of(p); err == nil {
			list = append(list, inv)
		}
	}
	return list, len(ps.heard), ps.more
}

// end has nothing more be said.
func (ps *peers) end() {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	ps.ended = true
}

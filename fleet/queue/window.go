package queue

import (
	"context"
	"sync"
	"time"
)

// Window is how many jobs of a run are under way on a queue that others work for, before a worker has been heard of. Jobs are
// taken in the order in which they came, those of all runs; so what a run has under way is what others have to wait for.
const Window = 16

// Ahead is how many jobs those who call Publisher.Run should have at a time on such a queue: as many as there can be
// under way at all.
const Ahead = 32 << 10

// window lets jobs through, so that each slot of a worker has one and the next one waits for it, and the server is not
// filled with what nobody can take yet. Of several runs, each has as many under way, and so an equal share of the workers.
type window struct {
	mu      sync.Mutex
	used    int
	room    int
	waiting []chan struct{} // in the order in which they came
	slots   map[string]heard
}

// heard is what a worker has last said.
type heard struct {
	slots int
	at    time.Time
}

// deaf is after what time a worker that says nothing counts no more.
const deaf = 10 * presence

func newWindow() *window { return &window{room: Window, slots: map[string]heard{}} }

// enter waits until there is room, or ctx ends.
func (w *window) enter(ctx context.Context) error {
	w.mu.Lock()
	if w.used < w.room && len(w.waiting) == 0 {
		w.used++
		w.mu.Unlock()
		return nil
	}
	turn := make(chan struct{})
	w.waiting = append(w.waiting, turn)
	w.mu.Unlock()
	select {
	case <-turn:
		return nil
	case <-ctx.Done():
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for i, c := range w.waiting {
		if c == turn {
			w.waiting = append(w.waiting[:i:i], w.waiting[i+1:]...)
			return context.Cause(ctx)
		}
	}
	w.used-- // it was let in meanwhile
	w.admit()
	return context.Cause(ctx)
}

// leave makes room for another one.
func (w *window) leave() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.used--
	w.admit()
}

// admit lets those in who wait, while there is room.
func (w *window) admit() {
	for w.used < w.room && len(w.waiting) > 0 {
		close(w.waiting[0])
		w.waiting = w.waiting[1:]
		w.used++
	}
}

// saw makes room for the slots of a worker.
func (w *window) saw(worker Worker) {
	w.mu.Lock()
	defer w.mu.Unlock()
	now := time.Now()
	w.slots[worker.Name] = heard{worker.Slots, now}
	sum := 0
	for name, h := range w.slots {
		if now.Sub(h.at) > deaf {
			delete(w.slots, name)
			continue
		}
		sum += h.slots
	}
	w.room = min(2*sum, Ahead)
	w.admit()
}

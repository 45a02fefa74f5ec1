package queue

import (
	"container/heap"
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"
)

// What TestSimulation takes for granted: the costs that the benchmarks beside it measure, on two processors that the server, the
// publisher and the workers share.
var (
	simulate     = flag.Bool("simulate", false, "TestSimulation prints its table, for a million tasks; it is small otherwise")
	messageCost  = flag.Duration("simulate.job", 890*time.Microsecond, "a job and its answer, for the server, who collects and the worker together; see BenchmarkJobs/empty/many")
	storeCost    = flag.Duration("simulate.store", 370*time.Microsecond, "an outcome in the store; see BenchmarkStore of package bench")
	presenceCost = flag.Duration("simulate.presence", 10*time.Microsecond, "a worker's word that it is there, every 3 s")
)

// taskTimes are the times of 716 tasks of SV-COMP on the wall with a limit of 10 s, in seconds: 21 quantiles.
var taskTimes = []float64{0.017, 0.022, 0.026, 0.028, 0.030, 0.032, 0.034, 0.036, 0.039, 0.042, 0.046, 0.051, 0.065, 0.081, 0.107, 0.185, 0.304, 0.670, 1.905, 5.182, 10.592}

// drawTime is a time of that distribution, scaled.
func drawTime(r *rand.Rand, scale float64) float64 {
	at := r.Float64() * float64(len(taskTimes)-1)
	i := int(at)
	return scale * (taskTimes[i] + (at-float64(i))*(taskTimes[i+1]-taskTimes[i]))
}

// oneAtATime is something that does one thing at a time.
type oneAtATime struct{ free, busy float64 }

// serve is when something is done that takes a time and comes at a moment.
func (s *oneAtATime) serve(at, cost float64) float64 {
	s.free = max(s.free, at) + cost
	s.busy += cost
	return s.free
}

// finish is a worker's end of a job.
type finish []float64

func (f finish) Len() int           { return len(f) }
func (f finish) Less(i, j int) bool { return f[i] < f[j] }
func (f finish) Swap(i, j int)      { f[i], f[j] = f[j], f[i] }
func (f *finish) Push(x any)        { *f = append(*f, x.(float64)) }
func (f *finish) Pop() any {
	old := *f
	x := old[len(old)-1]
	*f = old[:len(old)-1]
	return x
}

// simulated is how long tasks take on workers of one slot, and which part of that time the queue, the store and the workers
// are busy.
func simulated(tasks, workers int, scale, window float64) (total, queue, store, busy float64) {
	r := rand.New(rand.NewPCG(1, 2))
	var q, s oneAtATime
	perJob := messageCost.Seconds() / 2 // there, and back
	var running finish
	work, heard := 0.0, 0.0
	limit := int(min(float64(workers), window))
	for range tasks {
		at := 0.0
		if len(running) >= limit { // a job goes out when one has come back
			at = heap.Pop(&running).(float64)
			at = q.serve(at, perJob)
			total = max(total, s.serve(at, storeCost.Seconds()))
		}
		// Meanwhile the workers have said that they are there.
		if words := float64(workers) / presence.Seconds() * (at - heard); words > 0 {
			q.serve(at, words*presenceCost.Seconds())
			heard = at
		}
		at = q.serve(at, perJob)
		t := drawTime(r, scale)
		work += t
		heap.Push(&running, at+t)
	}
	for len(running) > 0 {
		at := q.serve(heap.Pop(&running).(float64), perJob)
		total = max(total, s.serve(at, storeCost.Seconds()))
	}
	return total, q.busy / total, s.busy / total, work / total / float64(workers)
}

// TestSimulation: a million tasks on up to 10,000 workers, by the costs that were measured. More workers are never slower than
// fewer by more than chance, and the time is never less than the work or the queue takes.
func TestSimulation(t *testing.T) {
	tasks := 20_000
	if *simulate {
		tasks = 1_000_000
	}
	for _, scale := range []float64{1, 60} {
		if *simulate {
			fmt.Printf("\n%d tasks with the times of the sets, times %g\n| workers | time | workers busy | queue busy | store busy |\n|---:|---:|---:|---:|---:|\n", tasks, scale)
		}
		before := 0.0
		for _, workers := range []int{1, 10, 100, 300, 1_000, 3_000, 10_000} {
			total, queue, store, busy := simulated(tasks, workers, scale, Ahead)
			if *simulate {
				fmt.Printf("| %d | %s | %.0f %% | %.0f %% | %.0f %% |\n", workers, time.Duration(total*float64(time.Second)).Round(time.Second), 100*busy, 100*queue, 100*store)
			}
			if before > 0 && total > before*1.01+12*scale {
				t.Errorf("%d workers take %g s, fewer %g s", workers, total, before)
			}
			before = total
			for what, v := range map[string]float64{"queue": queue, "store": store, "workers": busy} {
				if v <= 0 || v > 1+1e-9 {
					t.Errorf("%d workers: %s busy %g", workers, what, v)
				}
			}
		}
	}
	// A window that is smaller than the workers leaves them idle.
	if _, _, _, busy := simulated(tasks, 1000, 1, 100); busy > 0.11 {
		t.Errorf("with 100 jobs under way 1000 workers are busy %g", busy)
	}
}

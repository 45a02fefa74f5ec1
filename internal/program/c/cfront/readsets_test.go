package cfront_test

import (
	"errors"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"craig/internal/program/c/cfront"
	"craig/internal/svcomp"
	"craig/internal/testenv"
)

var (
	readSets  = flag.String("read.sets", "", "the sets that are read, separated by commas; all: every one")
	readTasks = flag.Bool("read.tasks", false, "list the tasks that are refused")
)

// TestReadSets: what is read of the sets passes ircheck.Check, and what is not is refused for a reason. The log is the
// table of refusals in docs/results/front-end.md.
func TestReadSets(t *testing.T) {
	root := os.Getenv("CRAIG_BENCH")
	if root == "" {
		testenv.Skip(t, "CRAIG_BENCH")
	}
	sets := []string{"locks", "loop-lit"}
	switch *readSets {
	case "":
	case "all":
		sets = nil
		dirs, _ := filepath.Glob(filepath.Join(root, "tasks", "*"))
		for _, d := range dirs {
			sets = append(sets, filepath.Base(d))
		}
	default:
		sets = strings.Split(*readSets, ",")
	}
	all := refusals{reasons: map[string]int{}}
	for _, set := range sets {
		files, _ := filepath.Glob(filepath.Join(root, "tasks", set, "*.yml"))
		before := all
		for _, file := range files {
			d, err := svcomp.ReadDefinition(file)
			if err != nil {
				continue
			}
			i := slices.IndexFunc(d.Properties, func(p svcomp.Property) bool { return strings.HasPrefix(filepath.Base(p.File), "unreach-") })
			if i < 0 {
				continue
			}
			props, err := svcomp.ReadProperties([]string{d.Properties[i].File})
			if err != nil {
				t.Errorf("%s: %v", file, err)
				continue
			}
			opts := cfront.Options{ILP32: d.ILP32, Properties: props.Names, ErrorLabel: props.Label, ErrorFunction: props.Function, GoalsMayLack: true}
			begin := time.Now()
			p, err := cfront.Read(t.Context(), opts, d.Files...)
			reason := ""
			if refused := (*cfront.Unsupported)(nil); errors.As(err, &refused) {
				reason = refused.Why
				if *readTasks {
					t.Logf("%s: %v", file, err)
				}
			} else if err != nil {
				t.Errorf("%s: %v", file, err)
				continue
			}
			all.add(t, file, p, reason)
			if d := time.Since(begin); d > 5*time.Second {
				t.Logf("%s: %v", file, d)
			}
		}
		if n := all.all - before.all; n > 0 {
			t.Logf("%-32s %5d of %5d", set, all.read-before.read, n)
		}
	}
	all.log(t)
}

// BenchmarkRead measures the processor time of reading drivers and other programs.
func BenchmarkRead(b *testing.B) {
	root := os.Getenv("CRAIG_BENCH")
	if root == "" {
		testenv.Skip(b, "CRAIG_BENCH")
	}
	for _, name := range []string{"tracer-drivers/cdaudio", "tracer-drivers/kbfiltr-unsafe-1", "ntdrivers/parport.i.cil", "ufo-ssh-simplified/s3_clnt_1.cil", "ufo-systemc/token_ring.01.cil"} {
		files, _ := filepath.Glob(filepath.Join(root, "tasks", name+"*.c"))
		if len(files) == 0 {
			continue
		}
		opts := cfront.Options{ILP32: true, Properties: []string{"unreach-call"}, ErrorLabel: "ERROR", GoalsMayLack: true}
		b.Run(name, func(b *testing.B) {
			before := processorTime(b)
			for b.Loop() {
				if _, err := cfront.Read(b.Context(), opts, files[0]); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64((processorTime(b)-before).Microseconds())/1000/float64(b.N), "cpu-ms/op")
		})
	}
}

func processorTime(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

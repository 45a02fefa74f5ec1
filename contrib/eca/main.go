// Command eca writes random event-condition-action programs for measurements (package eca), and programs that visit all of their states:
//
//	go run ./contrib/eca -dir DIR -seed 3 -variables 8 -values 5 -rules 300
//
// DIR gets eca-3.c and visit-3.c; gcc -O2 makes a program of the latter that writes how many states there are, and the verdict.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"craig/internal/engine/explicit/eca"
)

func main() {
	dir := flag.String("dir", ".", "the folder for the programs")
	var o eca.Options
	flag.Uint64Var(&o.Seed, "seed", 1, "of the random numbers")
	flag.IntVar(&o.Variables, "variables", 8, "how many there are")
	flag.IntVar(&o.Values, "values", 5, "of each variable")
	flag.IntVar(&o.Inputs, "inputs", 6, "different events")
	flag.IntVar(&o.Rules, "rules", 100, "how many there are")
	flag.IntVar(&o.Errors, "errors", 60, "conditions of errors, of which one is the error")
	flag.IntVar(&o.Wide, "wide", 1, "variables with large values")
	flag.IntVar(&o.Guards, "guards", 3, "variables that a rule's condition asks of")
	flag.Parse()
	name := fmt.Sprintf("eca-%d.c", o.Seed)
	for file, text := range map[string]string{name: eca.Program(o), fmt.Sprintf("visit-%d.c", o.Seed): eca.Visitor(o, name)} {
		if err := os.WriteFile(filepath.Join(*dir, file), []byte(text), 0o666); err != nil {
			fmt.Fprintln(os.Stderr, "eca:", err)
			os.Exit(1)
		}
	}
}

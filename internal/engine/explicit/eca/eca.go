// Package eca writes event-condition-action programs: a loop reads an event, and the first of many rules whose condition holds for the event and
// for some variables changes these. Their form is that of the reachability problems of the RERS challenge; their rules are random.
package eca

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Options say how large a program is.
type Options struct {
	Seed      uint64
	Variables int
	Values    int // of a variable, at least 2
	Inputs    int // from 1 on
	Rules     int
	Errors    int // conditions before the rules; one of them is the error
	// Wide variables have large values, of which conditions ask in which range they are, and which rules compute with.
	Wide int
	// Guards is of how many variables a rule's condition is, at least 1.
	Guards int
}

type writer struct {
	strings.Builder
	*rand.Rand
	o Options
}

// Program is a C program with the function calculate_output, the variables a0, a1 and so on, and a main that calls it for ever.
func Program(o Options) string {
	w := &writer{Rand: rand.New(rand.NewPCG(o.Seed, 42)), o: o}
	fmt.Fprintln(w, "extern int __VERIFIER_nondet_int(void);\nextern void exit(int);\nint bad;\nvoid reach_error(void) { bad = 1; }")
	for i := range o.Variables {
		fmt.Fprintf(w, "int a%d = %d;\n", i, w.initial(i))
	}
	fmt.Fprintln(w, "\nint calculate_output(int input) {")
	bad := w.IntN(max(o.Errors, 1))
	for i := range o.Errors {
		action := "exit(0);"
		if i == bad {
			action = "{ reach_error(); exit(0); }"
		}
		fmt.Fprintf(w, "    if (%s) {\n        error_%d: %s\n    }\n", w.conditions(o.Guards+2, -1), i, action)
	}
	for i := range o.Rules {
		els := "    "
		if i > 0 {
			els = "    } else "
		}
		fmt.Fprintf(w, "%sif (%s) {\n", els, w.conditions(o.Guards, 1+w.IntN(o.Inputs)))
		for range 1 + w.IntN(2) {
			w.action()
		}
		fmt.Fprintf(w, "        return %d;\n", 20+w.IntN(7))
	}
	fmt.Fprintf(w, "    }\n    return -2;\n}\n\nint main(void) {\n    int output = -1;\n    while (1) {\n        int input;\n        input = __VERIFIER_nondet_int();\n")
	var none []string
	for i := range o.Inputs {
		none = append(none, fmt.Sprintf("input != %d", i+1))
	}
	fmt.Fprintf(w, "        if (%s) return -2;\n        output = calculate_output(input);\n    }\n}\n", strings.Join(none, " && "))
	return w.String()
}

func (w *writer) isWide(i int) bool { return i >= w.o.Variables-w.o.Wide }

func (w *writer) initial(i int) int {
	if w.isWide(i) {
		return w.IntN(400) - 100
	}
	return w.IntN(w.o.Values)
}

// conditions is a conjunction about some variables, and of the input if that is not -1, in some order.
func (w *writer) conditions(n, input int) string {
	var parts []string
	for _, i := range w.Perm(w.o.Variables)[:min(n, w.o.Variables)] {
		parts = append(parts, w.condition(i))
	}
	if input >= 0 {
		parts = append(parts, fmt.Sprintf("(input == %d)", input))
	}
	w.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
	return strings.Join(parts, " && ")
}

func (w *writer) condition(i int) string {
	switch {
	case w.isWide(i):
		return fmt.Sprintf([]string{"(a%d <= -13)", "((-13 < a%[1]d) && (38 >= a%[1]d))", "((38 < a%[1]d) && (218 >= a%[1]d))", "(218 < a%d)"}[w.IntN(4)], i)
	case w.IntN(8) == 0:
		return fmt.Sprintf("((a%[1]d == %d) || (a%[1]d == %d))", i, w.IntN(w.o.Values), w.IntN(w.o.Values))
	}
	return fmt.Sprintf("(a%d == %d)", i, w.IntN(w.o.Values))
}

func (w *writer) action() {
	i := w.IntN(w.o.Variables)
	if !w.isWide(i) {
		fmt.Fprintf(w, "        a%d = %d;\n", i, w.IntN(w.o.Values))
		return
	}
	fmt.Fprintf(w, "        a%d = %s;\n", i, fmt.Sprintf([]string{
		"((((a%[1]d %% 25) - -13) + 3) * 1)", "(((a%[1]d / 5) - 110755) - -%[2]d)", "((((a%[1]d %% 299993) + -300005) * 1) + %[2]d)",
		"(((a%[1]d %% 89) + 129) - %[2]d)", "((((a%[1]d %% 299890) - -300108) / 5) + %[2]d)",
	}[w.IntN(5)], i, w.IntN(40)))
}

// Visitor is a C program that visits all states of Program(o), one after the other, and writes how many there are at the head of the loop and whether one of them leads to the error.
// It reads the program from the file name.
func Visitor(o Options, name string) string {
	var vars []string
	for i := range o.Variables {
		vars = append(vars, fmt.Sprintf("&a%d", i))
	}
	return fmt.Sprintf(`#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static jmp_buf out;
static void leave(int code) { longjmp(out, 1); }
#define exit leave
#define main program
#include "%s"
#undef main
#undef exit
int __VERIFIER_nondet_int(void) { return 0; }
enum { N = %d, INPUTS = %d };
static int *vars[N] = {%s};
static int (*states)[N];
static long *table, size = 1 << 16, count, room;
static unsigned long hash(int *s) { unsigned long h = 1469598103934665603ul; for (int i = 0; i < N; i++) h = (h ^ (unsigned)s[i]) * 1099511628211ul; return h ^ h >> 29; }
static void add(int *s) {
    if (2 * count >= size) {
        free(table);
        size *= 2;
        table = calloc(size, sizeof *table);
        for (long k = 0; k < count; k++) {
            unsigned long i = hash(states[k]) %% size;
            while (table[i]) i = (i + 1) %% size;
            table[i] = k + 1;
        }
    }
    unsigned long i = hash(s) %% size;
    for (; table[i]; i = (i + 1) %% size) if (!memcmp(states[table[i] - 1], s, sizeof states[0])) return;
    if (count == room) states = realloc(states, (room = room ? 2 * room : 1024) * sizeof states[0]);
    memcpy(states[count++], s, sizeof states[0]);
    table[i] = count;
}
int main(void) {
    int s[N];
    table = calloc(size, sizeof *table);
    for (int i = 0; i < N; i++) s[i] = *vars[i];
    add(s);
    for (long k = 0; k < count; k++)
        for (int input = 1; input <= INPUTS; input++) {
            for (int i = 0; i < N; i++) *vars[i] = states[k][i];
            if (setjmp(out)) continue;
            calculate_output(input);
            for (int i = 0; i < N; i++) s[i] = *vars[i];
            add(s);
        }
    printf("%%ld %%s\n", count, bad ? "FALSE" : "TRUE");
}
`, name, o.Variables, o.Inputs, strings.Join(vars, ", "))
}

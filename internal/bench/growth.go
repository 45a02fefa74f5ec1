package bench

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Family is a sequence of programs that grow in one respect. All of them are safe, and what there is to prove
// stays the same, so that their times show how each phase grows.
type Family struct {
	Name  string
	First int // the first size; each next one is twice as large
	Most  int // there is none that is larger
	write func(b *strings.Builder, n int)
}

// Families are the families of growth.
var Families = []Family{
	{"functions", 64, 1 << 20, writeFunctions},
	{"loops", 8, 1 << 20, writeLoops},
	{"variables", 32, 1 << 20, writeVariables},
	{"depth", 32, 1 << 20, writeDepth},
	{"array", 128, 1 << 20, writeArray},
	{"bits", 8, 64, writeBits},
}

const growthHead = "extern void abort(void);\nextern int input(void);\nvoid reach_error(void) { abort(); }\n" +
	"#define check(c) do { if (!(c)) reach_error(); } while (0)\n\n"

// writeFunctions writes n functions that are called one after the other.
func writeFunctions(b *strings.Builder, n int) {
	for i := range n {
		fmt.Fprintf(b, "static int f%d(int x) {\n\tif (x > %d)\n\t\treturn x - 1;\n\treturn x + 1;\n}\n\n", i, i%7)
	}
	b.WriteString("int main(void) {\n\tint s = 5;\n")
	for i := range n {
		fmt.Fprintf(b, "\ts = f%d(s);\n", i)
	}
	b.WriteString("\tcheck(s >= -1 && s <= 9);\n\treturn 0;\n}\n")
}

// writeLoops writes n loops one after the other.
func writeLoops(b *strings.Builder, n int) {
	b.WriteString("int main(void) {\n\tint n = input(), i;\n")
	for i := range n {
		fmt.Fprintf(b, "\tfor (i = 0; i < n; i++)\n\t\tif (input() == %d)\n\t\t\tbreak;\n\tcheck(i >= 0);\n", i)
	}
	b.WriteString("\treturn 0;\n}\n")
}

// writeVariables writes one loop that counts in n variables.
func writeVariables(b *strings.Builder, n int) {
	b.WriteString("int main(void) {\n\tint steps = 0;\n")
	for i := range n {
		fmt.Fprintf(b, "\tint v%d = 0;\n", i)
	}
	b.WriteString("\twhile (input()) {\n\t\tint which = input();\n\t\tsteps = 1;\n")
	for i := range n {
		fmt.Fprintf(b, "\t\tif (which == %d)\n\t\t\tv%d = 1 - v%d;\n", i, i, i)
	}
	b.WriteString("\t}\n\tcheck(steps >= 0);\n")
	for i := range n {
		fmt.Fprintf(b, "\tcheck(v%d >= 0 && v%d <= 1);\n", i, i)
	}
	b.WriteString("\treturn 0;\n}\n")
}

// writeDepth writes calls that are nested n deep.
func writeDepth(b *strings.Builder, n int) {
	fmt.Fprintf(b, "static int g%d(int x) { return x; }\n", n)
	for i := n - 1; i >= 0; i-- {
		fmt.Fprintf(b, "static int g%d(int x) {\n\tif (x > 100)\n\t\tx = 100;\n\treturn g%d(x + 1);\n}\n", i, i+1)
	}
	b.WriteString("\nint main(void) {\n\tint x = input();\n\tif (x < 0)\n\t\tx = 0;\n\tcheck(g0(x) >= 0);\n\treturn 0;\n}\n")
}

// writeArray writes a loop that fills n elements.
func writeArray(b *strings.Builder, n int) {
	fmt.Fprintf(b, "int a[%d];\n\nint main(void) {\n\tint i, k = input(), v = input();\n", n)
	fmt.Fprintf(b, "\tfor (i = 0; i < %d; i++)\n\t\ta[i] = v;\n", n)
	fmt.Fprintf(b, "\tif (k >= 0 && k < %d)\n\t\tcheck(a[k] == v);\n\treturn 0;\n}\n", n)
}

// writeBits writes two computations of the parity of n bits.
func writeBits(b *strings.Builder, n int) {
	fmt.Fprintf(b, "extern unsigned long long word(void);\n\nint main(void) {\n\tunsigned long long x = word() & %#xull, y = x;\n\tunsigned p = 0;\n", ^uint64(0)>>(64-min(n, 64)))
	fmt.Fprintf(b, "\tfor (int i = 0; i < %d; i++)\n\t\tp ^= (x >> i) & 1;\n", n)
	for s := n / 2; s > 0; s /= 2 {
		fmt.Fprintf(b, "\ty ^= y >> %d;\n", s)
	}
	b.WriteString("\tcheck(p == (y & 1));\n\treturn 0;\n}\n")
}

// Growing are the programs of the families named, all if none is, each of up to doublings + 1 sizes; they are written to
// folder. The error is about a file.
func Growing(names []string, doublings int, folder string) ([]Task, error) {
	safe := true
	var tasks []Task
	for _, f := range Families {
		if len(names) > 0 && !slices.Contains(names, f.Name) {
			continue
		}
		for i, n := 0, f.First; i <= doublings && n <= f.Most; i, n = i+1, 2*n {
			var b strings.Builder
			b.WriteString(growthHead)
			f.write(&b, n)
			base := filepath.Join(folder, fmt.Sprintf("%s-%d", f.Name, n))
			definition := fmt.Sprintf("format_version: '2.0'\ninput_files: %s.c\noptions:\n  language: C\n  data_model: LP64\n", filepath.Base(base))
			for name, text := range map[string]string{base + ".c": b.String(), base + ".yml": definition} {
				if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
					return nil, err
				}
			}
			tasks = append(tasks, Task{Set: f.Name, Name: strconv.Itoa(n), File: base + ".yml", Expected: &safe, Lines: strings.Count(b.String(), "\n")})
		}
	}
	return tasks, nil
}

// FamilyNames are the names of Families.
func FamilyNames() (names []string) {
	for _, f := range Families {
		names = append(names, f.Name)
	}
	return names
}

// leastTime is what a phase has to take, in seconds, for its growth to be told.
const leastTime = 0.02

// Growth is a table of the phases of growing programs. In the last row of each family are exponents: e where the time of the largest
// program is that of the one before it times the quotient of their sizes to the power of e.
func Growth(outcomes []Outcome) *Table {
	var phases []string
	for _, o := range outcomes {
		for _, p := range o.Phases {
			if !slices.Contains(phases, p.Name) {
				phases = append(phases, p.Name)
			}
		}
	}
	t := &Table{Title: "Growth: seconds of each phase, and exponents", Header: slices.Concat([]string{"family", "size", "verdict", "lines"}, phases, []string{"cpu s", "MiB"}), Left: 3}
	for i, o := range outcomes {
		row := []string{o.Task.Set, o.Task.Name, o.Verdict, strconv.Itoa(o.Task.Lines)}
		for _, name := range phases {
			row = append(row, seconds(o.phase(name)))
		}
		t.Rows = append(t.Rows, append(row, seconds(o.CPU.Seconds()), strconv.FormatInt(o.Memory>>20, 10)))
		if last := i+1 == len(outcomes) || outcomes[i+1].Task.Set != o.Task.Set; !last || i == 0 || outcomes[i-1].Task.Set != o.Task.Set {
			continue
		}
		before := outcomes[i-1]
		size, _ := strconv.ParseFloat(o.Task.Name, 64)
		half, _ := strconv.ParseFloat(before.Task.Name, 64)
		exponent := func(a, b float64) string {
			if a < leastTime || b < leastTime {
				return ""
			}
			return fmt.Sprintf("^%.1f", math.Log(b/a)/math.Log(size/half))
		}
		row = []string{"", "", "", ""}
		for _, name := range phases {
			row = append(row, exponent(before.phase(name), o.phase(name)))
		}
		t.Rows = append(t.Rows, append(row, exponent(before.CPU.Seconds(), o.CPU.Seconds()), ""))
	}
	return t
}

// phase is how long a phase took, in seconds, all times together.
func (o Outcome) phase(name string) (s float64) {
	for _, p := range o.Phases {
		if p.Name == name {
			s += p.Value
		}
	}
	return s
}

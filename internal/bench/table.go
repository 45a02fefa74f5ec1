package bench

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Table is a table of text. Cells may be missing at the end of a row.
type Table struct {
	Title  string
	Header []string
	Rows   [][]string
	Left   int // columns, from the first, that are aligned left; the others are numbers
}

// drop removes a column; every row has it.
func (t *Table) drop(header string) {
	i := slices.Index(t.Header, header)
	t.Header = slices.Delete(t.Header, i, i+1)
	for j, row := range t.Rows {
		t.Rows[j] = slices.Delete(row, i, i+1)
	}
}

// widths are those of the columns, in characters.
func (t *Table) widths() []int {
	w := make([]int, len(t.Header))
	for _, row := range append([][]string{t.Header}, t.Rows...) {
		for i, cell := range row {
			w[i] = max(w[i], utf8.RuneCountInString(cell))
		}
	}
	return w
}

func (t *Table) pad(i, width int, cell string) string {
	space := strings.Repeat(" ", width-utf8.RuneCountInString(cell))
	if i < t.Left {
		return cell + space
	}
	return space + cell
}

// Text writes the table with aligned columns.
func (t *Table) Text(w io.Writer) {
	if t.Title != "" {
		fmt.Fprintln(w, t.Title)
	}
	widths := t.widths()
	for _, row := range append([][]string{t.Header}, t.Rows...) {
		var cells []string
		for i, cell := range row {
			cells = append(cells, t.pad(i, widths[i], cell))
		}
		fmt.Fprintln(w, strings.TrimRight(strings.Join(cells, "  "), " "))
	}
	fmt.Fprintln(w)
}

// Markdown writes the table in GitHub's way.
func (t *Table) Markdown(w io.Writer) {
	if t.Title != "" {
		fmt.Fprintf(w, "### %s\n\n", t.Title)
	}
	row := func(cells []string) {
		var b strings.Builder
		for i := range t.Header {
			cell := ""
			if i < len(cells) {
				cell = strings.NewReplacer("|", "\\|", "\n", " ").Replace(cells[i])
			}
			b.WriteString("| " + cell + " ")
		}
		fmt.Fprintln(w, b.String()+"|")
	}
	row(t.Header)
	var rule []string
	for i := range t.Header {
		if i < t.Left {
			rule = append(rule, "---")
		} else {
			rule = append(rule, "---:")
		}
	}
	row(rule)
	for _, r := range t.Rows {
		row(r)
	}
	fmt.Fprintln(w)
}

// WriteCSV writes one line for each outcome; the workers' counters have columns of their own.
func WriteCSV(w io.Writer, outcomes []Outcome) error {
	header := []string{"set", "task", "property", "expected", "column", "judgement", "verdict", "wall_s", "cpu_s", "memory_mib"}
	var stats []string
	seen := map[string]bool{}
	for _, o := range outcomes {
		for _, s := range o.Stats {
			if !seen[s.Name] {
				seen[s.Name] = true
				stats = append(stats, s.Name)
			}
		}
	}
	out := csv.NewWriter(w)
	if err := out.Write(append(append(header, stats...), "detail")); err != nil {
		return err
	}
	for _, o := range outcomes {
		expected := ""
		if o.Task.Expected != nil {
			expected = strconv.FormatBool(*o.Task.Expected)
		}
		row := []string{o.Task.Set, o.Task.Name, o.Task.PropertyName(), expected, o.Column, o.Judgement.String(), o.Verdict,
			seconds(o.Wall.Seconds()), seconds(o.CPU.Seconds()), strconv.FormatInt(o.Memory>>20, 10)}
		for _, name := range stats {
			cell := ""
			if v, ok := o.Stat(name); ok {
				cell = number(v)
			}
			row = append(row, cell)
		}
		if err := out.Write(append(row, o.Detail)); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// number writes a counter: whole if it is.
func number(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// seconds writes a time with two or three digits that matter.
func seconds(v float64) string {
	if v < 10 {
		return strconv.FormatFloat(v, 'f', 2, 64)
	}
	return strconv.FormatFloat(v, 'f', 1, 64)
}

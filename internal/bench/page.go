package bench

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"
	"time"

	"craig/internal/page"
)

// ReportPage is what a report of one or more runs says, as one page that needs nothing else.
type ReportPage struct {
	Title    string
	Craig    string // its version
	Runs     []Run
	Outcomes []Outcome // of all of them, with columns that can be told apart
	Clock    Clock     // of the charts
}

//go:embed page.html
var pageText string

var pageTemplate = page.Template("report", pageText, template.FuncMap{
	"date": func(t time.Time) string { return t.Format(time.DateTime) },
	"left": func(t *Table, i int) bool { return i < t.Left },
})

// pageCell is what a task came to in a column.
type pageCell struct {
	Judgement, Verdict, Detail, Time, Memory string
}

// pagePicture is a chart, drawn.
type pagePicture struct {
	Title string
	SVG   template.HTML
}

// pageRow is a task.
type pageRow struct {
	ID                            int
	Set, Name, Property, Expected string
	Judged                        string // of all columns, separated by blanks
	Differs                       bool   // not all columns have the same verdict
	Cells                         []pageCell
}

// Write writes the page.
func (p *ReportPage) Write(w io.Writer) error {
	columns := columnsOf(p.Outcomes)
	data := struct {
		*ReportPage
		Alarms, Tables   []*Table
		First            []*Table
		Pictures         []pagePicture
		Columns          []string
		Rows             []pageRow
		Sets, Properties []string
		Judgements       []string
		Wrong            int
	}{ReportPage: p, Columns: columns, Judgements: judgements[:], Wrong: Wrongs(p.Outcomes)}
	data.First = []*Table{Scores(p.Outcomes)}
	if len(columns) > 1 {
		data.First = append(data.First, Ratios(p.Outcomes))
	}
	for _, t := range Summary(p.Outcomes) {
		switch t.Title {
		case titles[Wrong], titles[Crashed]:
			data.Alarms = append(data.Alarms, t)
			continue
		case "":
			t.Title = "By set"
		}
		data.Tables = append(data.Tables, t)
	}
	for _, picture := range Pictures(p.Outcomes, p.Clock) {
		var b strings.Builder
		if err := picture.Chart.WriteInline(&b); err != nil {
			return err
		}
		data.Pictures = append(data.Pictures, pagePicture{picture.Chart.Title, template.HTML(b.String())})
	}
	for i, r := range byTask(p.Outcomes, columns) {
		row := pageRow{ID: i, Set: r.task.Set, Name: r.task.Name, Property: r.task.PropertyName()}
		if r.task.Expected != nil {
			row.Expected = fmt.Sprint(*r.task.Expected)
		}
		for _, o := range r.cells {
			if o == nil {
				row.Cells = append(row.Cells, pageCell{Judgement: "none", Verdict: "-"})
				row.Judged += "none "
				continue
			}
			row.Cells = append(row.Cells, pageCell{o.Judgement.String(), o.Verdict, o.Detail, seconds(p.Clock.of(o).Seconds()), fmt.Sprint(o.Memory >> 20)})
			row.Judged += o.Judgement.String() + " "
			row.Differs = row.Differs || r.cells[0] == nil || o.Verdict != r.cells[0].Verdict
		}
		data.Rows = append(data.Rows, row)
		if !slices.Contains(data.Sets, row.Set) {
			data.Sets = append(data.Sets, row.Set)
		}
		if !slices.Contains(data.Properties, row.Property) {
			data.Properties = append(data.Properties, row.Property)
		}
	}
	return pageTemplate().Execute(page.Clean(w), data)
}

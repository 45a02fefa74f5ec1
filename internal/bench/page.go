package bench

import (
	_ "embed"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"craig/internal/page"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"
)

// ReportPage is what a report of one or more runs says, as one page that needs nothing else.
type ReportPage struct {
	Title    string
	Craig    string // its version
	Runs     []Run
	Outcomes []Outcome // of all of them, with columns that can be told apart
	Clock    Clock     // of the charts
}

//go:embed page.css
var pageStyle string

//go:embed page.js
var pageScript string

// pageCell is what a task came to in a column.
type pageCell struct {
	Judgement, Verdict, Detail, Time, Memory string
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
	first := []*Table{Scores(p.Outcomes)}
	if len(columns) > 1 {
		first = append(first, Ratios(p.Outcomes))
	}
	var alarms, tables []*Table
	for _, t := range Summary(p.Outcomes) {
		switch t.Title {
		case titles[Wrong], titles[Crashed]:
			alarms = append(alarms, t)
			continue
		case "":
			t.Title = "By set"
		}
		tables = append(tables, t)
	}
	var pictures []g.Node
	for _, picture := range Pictures(p.Outcomes, p.Clock) {
		var b strings.Builder
		if err := picture.Chart.WriteInline(&b); err != nil {
			return err
		}
		pictures = append(pictures, h.Figure(h.FigCaption(g.Text(picture.Chart.Title)), g.Raw(b.String())))
	}
	var rows []pageRow
	var sets, properties []string
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
		rows = append(rows, row)
		if !slices.Contains(sets, row.Set) {
			sets = append(sets, row.Set)
		}
		if !slices.Contains(properties, row.Property) {
			properties = append(properties, row.Property)
		}
	}
	return page.Write(w, p.Title, p.Craig,
		page.Style(pageStyle),
		h.H1(g.Text(p.Title)),
		page.Each(p.Runs, Run.line),
		page.Each(alarms, func(t *Table) g.Node { return h.Section(h.Class("alarm"), t.onPage()) }),
		g.If(Wrongs(p.Outcomes) == 0, h.P(h.Class("right"), g.Text("No wrong answer."))),
		page.Each(first, (*Table).onPage),
		h.P(h.Class("quiet"), g.Text("2 points for a right TRUE, 1 for a right FALSE, −16 for a FALSE of a program that is right, −32 for a TRUE of one that is not; no validator is asked. “By sets” counts each set the same. A ratio above 1 says that the column is slower than the first.")),
		h.H2(g.Text("Charts")),
		h.Div(h.Class("charts"), g.Group(pictures)),
		page.Each(tables, (*Table).onPage),
		h.H2(g.Text("All tasks")),
		filters(columns, sets, properties),
		h.Div(h.Class("wide"), h.Table(h.ID("tasks"),
			h.THead(
				g.If(len(columns) > 1, h.Tr(h.Th(h.ColSpan("4")), g.Map(columns, func(c string) g.Node { return h.Th(h.ColSpan("3"), h.Class("group"), g.Text(c)) }))),
				h.Tr(h.Class("sort"), h.Th(g.Text("set")), h.Th(g.Text("task")), h.Th(g.Text("property")), h.Th(g.Text("expected")), g.Map(columns, func(string) g.Node {
					return g.Group{h.Th(h.Class("first"), g.Text("verdict")), h.Th(h.Class("number"), g.Text("s")), h.Th(h.Class("number"), g.Text("MiB"))}
				}))),
			h.TBody(page.Each(rows, pageRow.row)))),
		page.Script(pageScript))
}

// line tells a run on a page.
func (r Run) line() g.Node {
	ended := g.Text(", ended " + r.Ended.Format(time.DateTime))
	if r.Ended.IsZero() {
		ended = g.Group{g.Text(", "), h.Strong(h.Class("unknown"), g.Text("not ended"))}
	}
	return h.P(h.Class("quiet"), g.Textf("run %d, begun %s", r.ID, r.Began.Format(time.DateTime)), ended, g.Textf(": %s, on %s", r.Version, r.Machine), h.Br(), h.Code(g.Text(r.Command)))
}

// onPage is the table as a part of a page.
func (t *Table) onPage() g.Node {
	cells := func(list []string, cell func(...g.Node) g.Node) g.Node {
		var row g.Group
		for i, text := range list {
			row = append(row, cell(g.If(i >= t.Left, h.Class("number")), g.Text(text)))
		}
		return h.Tr(row)
	}
	return g.Group{g.If(t.Title != "", h.H2(g.Text(t.Title))), h.Div(h.Class("wide"), h.Table(h.THead(cells(t.Header, h.Th)),
		h.TBody(page.Each(t.Rows, func(row []string) g.Node { return cells(row, h.Td) }))))}
}

// filters are what the tasks of a page are chosen by.
func filters(columns, sets, properties []string) g.Node {
	choice := func(name string, of g.Node, list []string) g.Node {
		return h.Label(g.Text(name+" "), h.Select(of, h.Option(h.Value(""), g.Text("all")), g.Map(list, func(x string) g.Node { return h.Option(g.Text(x)) })))
	}
	return h.Form(h.Class("filters"), h.ID("filters"), g.Attr("hidden"),
		h.Label(g.Text("task "), h.Input(h.Type("search"), h.ID("f-text"), g.Attr("size", "16"))),
		choice("set", h.ID("f-set"), sets),
		choice("property", h.ID("f-property"), properties),
		g.Map(columns, func(c string) g.Node { return choice(c, h.Class("f-column"), judgements[:]) }),
		g.If(len(columns) > 1, h.Label(h.Class("check"), h.Input(h.Type("checkbox"), h.ID("f-differ")), g.Text(" answers differ"))),
		h.Button(h.Type("reset"), g.Text("all")), g.Text(" "), h.Span(h.ID("shown"), h.Class("quiet"), h.Role("status")))
}

func (r pageRow) row() g.Node {
	return h.Tr(h.ID(fmt.Sprintf("t%d", r.ID)), h.Data("j", r.Judged), g.If(r.Differs, g.Attr("data-d")),
		h.Td(g.Text(r.Set)), h.Td(g.Text(r.Name)), h.Td(g.Text(r.Property)), h.Td(g.Text(r.Expected)),
		g.Map(r.Cells, func(c pageCell) g.Node {
			return g.Group{h.Td(h.Class("first "+c.Judgement), g.If(c.Detail != "", h.Title(c.Detail)), g.Text(c.Verdict)),
				h.Td(h.Class("number"), g.Text(c.Time)), h.Td(h.Class("number"), g.Text(c.Memory))}
		}))
}

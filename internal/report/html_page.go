package report

import (
	"fmt"
	"strconv"

	"craig/internal/evidence/verdict"
	"craig/internal/page"
	"craig/internal/resultfile"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"
)

// quiet is a remark beside what a page is about.
func quiet(nodes ...g.Node) g.Node { return h.P(h.Class("quiet"), g.Group(nodes)) }

// folded is a part of a page that can be unfolded.
func folded(summary string, nodes ...g.Node) g.Node {
	return h.Details(h.Summary(g.Text(summary)), g.Group(nodes))
}

// body is the page without what all pages have.
func (p *htmlPage) body() g.Node {
	class := "parts"
	if len(p.Steps) > 0 {
		class += " two"
	}
	return g.Group{page.Style(htmlStyle + page.SearchStyle()), h.Main(
		h.H1(h.Class(p.Class), g.Text(p.Line)),
		g.If(p.By != "", quiet(g.Textf("Answered by %s, checked by the certifier.", p.By))),
		g.If(p.Detail != "", h.P(h.Style("white-space: pre-line"), g.Text(p.Detail))),
		g.If(len(p.Notes) > 0, folded(fmt.Sprintf("What the answer rests on (%d)", len(p.Notes)), h.Ul(page.Each(p.Notes, htmlNote)))),
		h.Div(h.Class(class), h.Div(p.sources()), g.If(len(p.Steps) > 0, p.execution())),
		g.If(p.Lasso != "", h.Figure(g.Raw(p.Lasso))),
		p.Threads.node(),
		p.inputs(),
		p.harness(),
		p.search(),
		p.times()),
		h.P(h.ID("old"), g.Attr("hidden"), g.Text("The data of this page is packed, and this browser cannot unpack it: one of 2023 or later can.")),
		p.scripts()}
}

func htmlNote(n resultfile.Note) g.Node {
	at := n.File
	if n.Line != 0 {
		at += fmt.Sprintf(":%d: ", n.Line)
	}
	return h.Li(g.Text(at + n.Kind + ": " + n.Text))
}

// sources are the files, with what is said beside their lines.
func (p *htmlPage) sources() g.Node {
	return g.Group{page.Each(p.Files, func(f htmlFile) g.Node {
		return g.Group{h.H2(g.Text(f.Name)),
			h.Div(h.Class("source"), h.TabIndex("0"), h.Role("region"), h.Aria("label", "source of "+f.Name), page.Each(f.Chunks, htmlChunk.node)),
			g.If(p.Late, h.NoScript(h.P(g.Text("The rest of the lines needs scripts.")))),
			quiet(h.Style("overflow-wrap: anywhere"), g.Text("SHA-256 "+f.SHA256))}
	}), g.Iff(len(p.Coverage) > 0, func() g.Node {
		return quiet(g.Map(p.Coverage, func(text string) g.Node { return g.Text(text + " ") }),
			g.Text("Lines without a mark: nothing is known of them, or there is nothing to execute; the property "), h.Code(g.Text("unreachable-code")), g.Text(" tells which statements nothing executes."))
	})}
}

func (c htmlChunk) node() g.Node {
	if c.Data != "" {
		return g.Group{h.Div(h.Class("chunk late"), h.Style(fmt.Sprintf("min-height:%dpx", c.Height)), h.Data("places", c.Places)), page.Data(c.Data, h.Class("late-lines"))}
	}
	return h.Div(h.Class("chunk"), h.Style(fmt.Sprintf("contain-intrinsic-size:auto %dpx", c.Height)), g.Raw("\n"), page.Each(c.Lines, htmlLine.node))
}

func (l htmlLine) node() g.Node {
	if l.N == 0 {
		return h.Div(h.Class("l gap"), g.Text("… lines of which there is nothing to say"))
	}
	class := "l"
	if l.Visited {
		class += " v"
	}
	if l.Mark != "" {
		class += " " + l.Mark
	}
	if len(l.Remarks) > 0 {
		class += " marked"
	}
	line := h.Div(h.Class(class), h.Data("n", strconv.Itoa(l.N)), g.If(l.Title != "", h.Title(l.Title)), g.If(l.ID != "", h.ID(l.ID)), g.Raw(l.Text))
	if len(l.Remarks) == 0 {
		return line
	}
	return g.Group{line, g.Raw("\n"), page.Each(l.Remarks, func(r string) g.Node { return h.Div(h.Class("r"), g.Text(r)) })}
}

// execution is what steps through the execution.
func (p *htmlPage) execution() g.Node {
	button := func(to, title, text string) g.Node {
		return h.Button(h.Type("button"), h.Data("go", to), h.Title(title), g.Text(text))
	}
	key := func(name string) g.Node { return h.Span(h.Class("key"), g.Text(name)) }
	return h.Aside(h.ID("steps"),
		h.H2(g.Text("The execution")),
		h.Div(h.Class("bar"), h.Role("group"), h.Aria("label", "steps"),
			button("first", "first step (Home)", "|◀"),
			button("back", "one step back (k or ←)", "◀"),
			button("on", "one step on (j or →)", "▶"),
			button("last", "the error (End)", "▶|"),
			h.Input(h.Type("range"), h.ID("at"), h.Min("0"), h.Value("0"), h.Aria("label", "step")),
			h.Label(h.Input(h.Type("checkbox"), h.ID("matter")), g.Text(" only what matters"))),
		h.Div(h.Class("say"), h.ID("say"), h.Role("status"), h.Aria("live", "polite"), g.Text("The steps need scripts; their values stand beside the lines of the source as well.")),
		quiet(g.Text("Keys: "), key("j"), g.Text(" "), key("k"), g.Text(" or arrows one step, "), key("Home"), g.Text(" "), key("End"), g.Text("."),
			g.If(p.LeftOut > 0, g.Textf(" The last %d steps are left out.", p.LeftOut))),
		h.H2(g.Text("Values")),
		h.Div(h.Class("wide"), h.Table(h.ID("values"), h.Caption(h.Class("quiet"), g.Text("of the variables that can be seen, and of those above them in the calls")),
			page.Head("variable", "value", "where"), h.TBody())),
		h.H2(g.Text("Memory")),
		h.Div(h.Class("memory"), h.ID("memory"), h.Role("list"), h.Aria("label", "objects with parts, blocks, and pointers to them")),
		h.Details(h.ID("calls"), h.Summary(g.Text("Calls")), h.Nav(h.Class("calls"), h.Aria("label", "calls"))))
}

func (b *htmlBeside) node() g.Node {
	if b == nil {
		return nil
	}
	return h.Details(g.Attr("open"), h.Summary(g.Text("Threads, side by side")),
		g.If(len(b.Race) > 0, h.Ul(page.Each(b.Race, func(text string) g.Node { return h.Li(g.Text(text)) }))),
		h.Div(h.Class("wide"), h.Table(h.THead(h.Tr(g.Map(b.Names, func(name string) g.Node { return h.Th(h.Scope("col"), g.Text(name)) }))),
			h.TBody(page.Each(b.Rows, func(row []string) g.Node {
				return h.Tr(g.Map(row, func(text string) g.Node { return h.Td(h.Class("text"), g.Text(text)) }))
			})))),
		g.If(b.LeftOut > 0, quiet(g.Textf("%d more lines are left out.", b.LeftOut))))
}

func (p *htmlPage) inputs() g.Node {
	if p.Trace == nil || len(p.Trace.Inputs) == 0 {
		return nil
	}
	const most = 1000
	list := p.Trace.Inputs
	return h.Details(g.Attr("open"), h.Summary(g.Textf("Inputs (%d)", len(list))),
		h.Div(h.Class("wide"), h.Table(page.Head("line", "of", "value"), h.TBody(page.Each(list[:min(len(list), most)], func(x resultfile.Input) g.Node {
			return h.Tr(h.Td(g.Text(strconv.Itoa(x.Line))), h.Td(h.Class("text"), g.Text(x.Name)), h.Td(h.Class("text"), g.Text(x.Value)))
		})))))
}

func (p *htmlPage) harness() g.Node {
	if p.Harness == "" {
		return nil
	}
	return g.Group{h.P(h.Button(h.Type("button"), h.ID("copy"), g.Text("copy a harness with these inputs")), g.Text(" "), h.Span(h.ID("copied"), h.Role("status"))),
		folded("The harness", h.Pre(h.ID("harness"), h.TabIndex("0"), g.Text(p.Harness)), g.If(p.Rest != "", g.Group{
			quiet(g.Text("What follows is left out here; the button copies all of it.")), page.Data(p.Rest, h.ID("rest"))}))}
}

func (p *htmlPage) search() g.Node {
	if !p.HasSearch {
		engine := func(name string) g.Node { return h.Code(g.Text(name)) }
		return folded("The search", h.P(g.Text("There is no graph: the answer needed no engine that makes nodes. The engines "), engine("tracer"), g.Text(", "),
			engine("ufo"), g.Text(", "), engine("dagger"), g.Text(" and "), engine("lazy"), g.Text(" have one when they are asked for.")))
	}
	return h.Details(h.ID("search"), h.Summary(g.Text("The search")), g.If(p.Small != "", h.P(g.Text(p.Small))), page.Search())
}

// times are the phases, and the counters.
func (p *htmlPage) times() g.Node {
	return h.Details(g.Attr("open"), h.Summary(g.Text("Where the time went")),
		h.Div(h.Class("wide"), h.Table(h.Class("bars"), page.Head("phase", "time#", ""), h.TBody(page.Each(p.Phases, func(f htmlPhase) g.Node {
			return h.Tr(h.Th(h.Scope("row"), g.Text(f.Name)), h.Td(h.Class("number"), g.Textf("%.1f ms", 1000*f.Seconds)),
				h.Td(h.Div(h.Class("fill"), h.Style(fmt.Sprintf("width:%.1f%%", f.Percent)))))
		})))),
		h.Div(h.Class("wide"), h.ID("engines")),
		g.If(len(p.Stats) > 0, h.Div(h.Class("wide"), h.Table(page.Head("counter", "value#", ""), h.TBody(page.Each(p.Stats, func(s verdict.Stat) g.Node {
			digits := "%.10g %s"
			if s.Unit == "s" {
				digits = "%.3g %s"
			}
			return h.Tr(h.Th(h.Scope("row"), g.Text(s.Name)), h.Td(h.Class("number"), g.Textf(digits, s.Value, s.Unit)), h.Td(h.Class("text"), g.Text(s.Doc)))
		}))))))
}

func (p *htmlPage) scripts() g.Node {
	return g.Group{page.Script(dataScript),
		g.If(p.Late, page.Script(sourceScript)),
		g.If(len(p.Steps) > 0, g.Group{page.Data(p.Meta, h.ID("meta")),
			page.Each(p.Steps, func(steps string) g.Node { return page.Data(steps, h.Class("chunk-of-steps")) }), page.Script(traceScript)}),
		g.If(p.HasSearch, g.Group{page.Data(p.Search, h.ID("searched")),
			page.Script(page.SearchScript() + "setTimeout(function () { craigData(document.getElementById('searched')).then(craigSearch); }, 0);\n")})}
}

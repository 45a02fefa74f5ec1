package report

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"strings"

	"craig/internal/evidence/csource"
	"craig/internal/program/graph"
	"craig/internal/program/ir"
)

// Dot writes the control-flow automata of p for Graphviz: one cluster for each function, C text
// on the edges, loop heads as double circles, error locations filled.
func Dot(w io.Writer, p *ir.Program) error {
	b := bufio.NewWriter(w)
	fmt.Fprintln(b, "digraph program {")
	fmt.Fprintln(b, "  node [shape=circle, fontname=\"sans-serif\", fontsize=10];")
	fmt.Fprintln(b, "  edge [fontname=\"monospace\", fontsize=9];")
	for i, f := range p.Funcs {
		if len(f.Locs) == 0 {
			continue
		}
		fmt.Fprintf(b, "  subgraph cluster_%d {\n    label=%q;\n", i, f.Name)
		for _, l := range f.Locs {
			info := p.Locs[l]
			if info == nil {
				continue
			}
			attrs := fmt.Sprintf("label=\"%d\\nline %d\"", l, info.Pos.Line)
			if info.Loop {
				attrs += ", shape=doublecircle"
			}
			if info.IsGoal() {
				attrs += fmt.Sprintf(", style=filled, fillcolor=salmon, xlabel=%q", cmp.Or(info.Goal.Property, info.Goal.String()))
			}
			if l == f.Entry {
				attrs += ", penwidth=2"
			}
			fmt.Fprintf(b, "    n%d [%s];\n", l, attrs)
		}
		fmt.Fprintln(b, "  }")
	}
	for _, e := range p.Edges {
		if e == nil {
			continue
		}
		fmt.Fprintf(b, "  n%d -> n%d [label=%q];\n", e.From, e.To, ir.CStmt(e.Stmt))
	}
	fmt.Fprintln(b, "}")
	return b.Flush()
}

// Loops lists the loops of p's functions, inner ones indented below the ones around them.
func Loops(w io.Writer, p *ir.Program) error {
	b := bufio.NewWriter(w)
	for _, f := range p.Funcs {
		if len(f.Locs) == 0 {
			continue
		}
		var walk func(list []graph.Element, depth int)
		walk = func(list []graph.Element, depth int) {
			for _, c := range list {
				if c.Loop {
					info := p.Locs[c.Vertex]
					fmt.Fprintf(b, "%s%s: loop of %s, head %d, %d locations\n",
						strings.Repeat("  ", depth), csource.HeadPos(info), f.Name, c.Vertex, locations(c))
					walk(c.Body, depth+1)
				}
			}
		}
		n, succ := graph.OfFunc(p, f)
		walk(graph.WTO(n, succ, int(f.Entry)), 0)
	}
	return b.Flush()
}

// locations counts the vertices of a component.
func locations(e graph.Element) int {
	n := 1
	for _, inner := range e.Body {
		n += locations(inner)
	}
	return n
}

// Regions lists the regions of memory and the objects with their addresses.
func Regions(w io.Writer, p *ir.Program) error {
	b := bufio.NewWriter(w)
	for _, v := range p.Globals {
		if v.Type.Kind == ir.Memory {
			fmt.Fprintf(b, "region %s: cells of %d bits\n", v.Name, v.Type.Bits)
		}
	}
	for _, o := range p.Objects {
		if o.Size < 0 {
			fmt.Fprintf(b, "object %s at %s, size unknown", o.Name, o.Addr)
		} else {
			fmt.Fprintf(b, "object %s at %s, %d bytes", o.Name, o.Addr, o.Size)
		}
		if o.Pos.Line != 0 {
			fmt.Fprintf(b, " (%s)", o.Pos)
		}
		fmt.Fprintln(b)
	}
	return b.Flush()
}

// Package arg has abstract reachability graphs over the cut points of a program, and checks that
// one proves the program safe.
//
// Albarghouthi, Gurfinkel, Chechik, TACAS 2012, Sec. 3: a graph that is well-labelled, complete
// and safe proves that no execution reaches an error (Theorem 1). An edge stands for every path
// between two cut points that does not touch a third.
package arg

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"craig/internal/program/ir"
	"craig/logic/term"
)

// Graph is an abstract reachability graph.
type Graph struct {
	Program *ir.Program
	Store   *term.Store // of the labels
	// Cuts are the locations that have nodes: the entry of Main and all heads of loops at least.
	Cuts []ir.Loc
	// Goals are the error locations; all of them have the same nodes.
	Goals []ir.Loc
	Nodes []*Node // Nodes[0] is the entry's
}

// Node is a node of a graph.
type Node struct {
	ID       int
	Loc      ir.Loc    // a cut point; 0 for the error
	Label    term.Term // over program variables
	Children []*Node
	Coverers []*Node // if it is covered: the nodes whose labels, one or the other, cover its own
}

// Dot writes the graph for Graphviz. Covered nodes are dashed, with an arrow to each coverer.
func (g *Graph) Dot(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintln(out, "digraph ARG {\n  node [shape=box, fontname=monospace];")
	for _, v := range g.Nodes {
		name, style := "error", ""
		if v.Loc != 0 {
			name = fmt.Sprintf("line %d", g.Program.Loc(v.Loc).Pos.Line)
		}
		if len(v.Coverers) > 0 {
			style = ", style=dashed"
		}
		text := strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(v.Label.String())
		fmt.Fprintf(out, "  v%d [label=\"v%d: %s\\n%s\"%s];\n", v.ID, v.ID, name, text, style)
	}
	for _, v := range g.Nodes {
		for _, c := range v.Coverers {
			fmt.Fprintf(out, "  v%d -> v%d [style=bold, constraint=false];\n", v.ID, c.ID)
		}
		if len(v.Coverers) == 0 {
			for _, c := range v.Children {
				fmt.Fprintf(out, "  v%d -> v%d;\n", v.ID, c.ID)
			}
		}
	}
	fmt.Fprintln(out, "}")
	return out.Flush()
}

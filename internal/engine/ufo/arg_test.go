package ufo

import "craig/internal/abstract/arg"

// arg is the graph of the last expansion.
func (u *exploration) arg() *arg.Graph {
	g := &arg.Graph{Program: u.task.Program, Store: u.st, Cuts: u.graph.locs[:u.graph.err], Goals: u.task.Goals}
	of := map[*node]*arg.Node{}
	for _, v := range u.visited {
		of[v] = &arg.Node{ID: v.id, Loc: u.graph.locs[v.vertex], Label: v.label}
		g.Nodes = append(g.Nodes, of[v])
	}
	for _, v := range u.visited {
		for _, w := range v.children {
			if of[w] != nil {
				of[v].Children = append(of[v].Children, of[w])
			}
		}
		for _, w := range v.coverers {
			of[v].Coverers = append(of[v].Coverers, of[w])
		}
	}
	return g
}

// Package pass turns ir programs into ir programs.
//
// Inline makes one function out of many: the program that evidence speaks of. The other passes
// keep its numbers of locations and edges, and its variables.
package pass

// Package check makes goals of what properties forbid, from core to core: an operation that may go wrong is in a core.Checked
// afterwards, which says what must hold of its operands. There is one file for each property, which says what it demands of an
// expression; package property has all else that is said of properties.
//
//	overflow.go    no-overflow
//	divzero.go     div-by-zero
//	wrap.go        unsigned-wrap
//	conversion.go  conversion
//	floatcast.go   float-cast
//	floats.go      float-div-by-zero, float-invalid, float-overflow
//	null.go        null
//	bounds.go      bounds, valid-deref
//	uninit.go      uninit
package check

import (
	"cmp"
	"slices"

	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// A rule says what a property demands of an operation, and of a pointer through which memory is accessed or a function is called, which is
// that from which the address is computed.
type rule struct {
	demands func(tt *types.Table, x core.Expr) []core.Demand // may be nil
	pointer []core.Demand
	inside  bool        // memory is accessed in objects that live
	index   bool        // arrays have the elements whose addresses are computed
	given   bool        // what is read has been given a value
	own     bool        // of the program's own operations alone: models of the library may do what it forbids
	floats  bool        // it is about the results of operations on floats
	lives   bool        // it is about the lives of objects
	result  core.Demand // on what functions compute with floats: Number or Finite
}

var rules = map[string]rule{
	"no-overflow":       {demands: overflow},
	"div-by-zero":       {demands: divZero},
	"unsigned-wrap":     {demands: wrap, own: true},
	"conversion":        {demands: conversion, own: true},
	"float-cast":        {demands: floatCast},
	"float-div-by-zero": {demands: floatDivZero, floats: true},
	"float-invalid":     {demands: floatInvalid, floats: true, result: core.Number},
	"float-overflow":    {demands: floatOverflow, floats: true, result: core.Finite},
	"null":              {pointer: notNull},
	"bounds":            {inside: true, index: true},
	"valid-deref":       {pointer: notNull, inside: true, lives: true},
	"valid-free":        {lives: true},
	"valid-memtrack":    {lives: true},
	"valid-memcleanup":  {lives: true},
	"uninit":            {given: true},
	"no-data-race":      {}, // package thread finds its violations,
	"no-deadlock":       {}, // and those of this one,
	"locks":             {}, // models of the library those of this one,
	"constant-time":     {}, // and package selfcomp those of this one
}

// Has tells whether there is a rule for a property.
func Has(property string) bool {
	_, ok := rules[property]
	return ok
}

// OfFloats tells whether a property is about the results of operations on floats, which functions of the library may be, too.
func OfFloats(property string) bool { return rules[property].floats }

// OfFunctions are the goals of what functions of the library compute with floats; none where only the statements of one file have goals.
func OfFunctions(properties []string, where string) (goals []core.Goal) {
	for _, d := range []core.Demand{core.Number, core.Finite} {
		for _, name := range properties {
			if rules[name].result == d && where == "" {
				goals = append(goals, core.Goal{Demand: d, Property: name})
			}
		}
	}
	return goals
}

// OfLives tells whether a property is about the lives of objects.
func OfLives(property string) bool { return rules[property].lives }

// Add adds the goals of properties, for which there are rules or which make none of operations, to the functions of a program. model
// tells that it has models of the library.
func Add(p *core.Program, properties []string, model bool) {
	add(p, properties, &adder{model: model}, func(*core.Func) bool { return true })
}

// undefined are the properties that say that the value of an expression is defined.
var undefined = []string{"no-overflow", "div-by-zero", "float-cast", "null", "bounds"}

// AddTo is Add for those functions of a program that own accepts, and, unless where is "", for those statements in them that stand in the file of that
// name, as line markers have it. Whatever is asked for, the values in the conditions, statements of the program, have to be defined; if wraps says so, that
// of a sum always is. It is no file of models.
func AddTo(p *core.Program, properties []string, own func(*core.Func) bool, where string, conditions []core.Stmt, wraps bool) {
	a := &adder{tt: p.Types}
	a.ask(properties)
	for _, name := range undefined {
		if !slices.Contains(properties, name) && !(wraps && name == "no-overflow") {
			a.ask([]string{name})
		}
	}
	done := map[core.Stmt]bool{}
	for _, s := range conditions {
		a.stmt(s)
		done[s] = true
	}
	add(p, properties, &adder{skips: func(s core.Stmt) bool { return done[s] || where != "" && p.Place(s.Pos()).File != where }}, own)
}

// ask adds properties to those that are asked for.
func (a *adder) ask(properties []string) {
	for _, name := range properties {
		if r, ok := rules[name]; ok && !(a.model && r.own) {
			a.asked = append(a.asked, asked{name, r})
		}
	}
}

func add(p *core.Program, properties []string, a *adder, own func(*core.Func) bool) {
	a.tt = p.Types
	a.ask(properties)
	if len(a.asked) == 0 {
		return
	}
	for _, u := range p.Units {
		for _, g := range u.Globals {
			if d, ok := g.(*core.FuncDef); ok && own(d.Func) {
				a.block(d.Func.Body)
			}
		}
	}
}

type asked struct {
	property string
	rule
}

// adder changes functions. Expressions are changed where they are; of those that are used twice, each use gets its goals.
type adder struct {
	tt    *types.Table
	model bool                   // the functions are models of the library
	skips func(s core.Stmt) bool // nothing is demanded of a statement, but of those in it; may be nil
	asked []asked
}

// goals are those of an operation, in the order of their demands.
func (a *adder) goals(x core.Expr) []core.Goal {
	var list []core.Goal
	for _, p := range a.asked {
		if p.demands == nil {
			continue
		}
		for _, d := range p.demands(a.tt, x) {
			list = append(list, core.Goal{Demand: d, Property: p.property})
		}
	}
	slices.SortFunc(list, func(x, y core.Goal) int { return cmp.Compare(x.Demand, y.Demand) })
	return list
}

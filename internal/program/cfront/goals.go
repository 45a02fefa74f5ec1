package cfront

import (
	"reflect"

	"modernc.org/cc/v4"
)

// checkGoals sees to it that the program has the label and the function that the user calls errors,
// even if nothing leads there: otherwise the name is probably misspelt.
func (r *reader) checkGoals() error {
	label, function := r.opts.ErrorLabel, r.opts.ErrorFunction
	if r.opts.GoalsMayLack || label == "" && function == "" {
		return nil
	}
	n := names{labels: map[string]bool{}, functions: map[string]bool{}}
	for _, f := range r.functions {
		n.functions[f.cname] = true
	}
	for _, u := range r.units {
		n.walk(reflect.ValueOf(u.ast.TranslationUnit))
	}
	switch {
	case label != "" && !n.labels[label]:
		return noSuch(r.units[0].file, "label", label, n.labels)
	case function != "" && !n.functions[function]:
		return noSuch(r.units[0].file, "function", function, n.functions)
	}
	return nil
}

// names are the labels and functions that a program mentions.
type names struct{ labels, functions map[string]bool }

// walk adds what the syntax tree at v mentions.
func (n *names) walk(v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface:
		if !v.IsNil() {
			n.walk(v.Elem())
		}
		return
	case reflect.Pointer:
		if v.IsNil() || v.Elem().Kind() != reflect.Struct {
			return
		}
	default:
		return
	}
	next := v.Elem()
	switch x := v.Interface().(type) {
	case *cc.LabeledStatement:
		if x.Case == cc.LabeledStatementLabel {
			n.labels[x.Token.SrcStr()] = true
		}
	case *cc.PostfixExpression: // a call of what has not been declared
		if p, ok := x.PostfixExpression.(*cc.PrimaryExpression); ok && x.Case == cc.PostfixExpressionCall && p.Case == cc.PrimaryExpressionIdent {
			n.functions[p.Token.SrcStr()] = true
		}
	}
	for i := range next.NumField() {
		if next.Type().Field(i).IsExported() {
			n.walk(next.Field(i))
		}
	}
}

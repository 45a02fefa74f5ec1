package check

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"craig/internal/pattern"
	"craig/internal/resultfile"
)

// advise sets what can be done about a finding if no caller does what it begins with.
func (g *Finding) advise(f *Function, doc *resultfile.Document) {
	g.Silence = silence(g.Property)
	if f.Name == "main" || doc.Trace == nil || len(doc.Trace.Entry) == 0 {
		return
	}
	clause, of := requires(g.Property, doc.Trace.Entry, operands(g))
	if on := doc.Trace.Forever; on != nil && on.EndsIf != "" {
		clause, of = on.EndsIf, strings.Fields(on.EndsIf)[0]
	}
	if clause != "" {
		g.Specify = "/*@ requires " + clause + "; */"
		g.Where = fmt.Sprintf("before %s in %s:%d", f.Name, f.File, f.Line)
	}
	if !g.sure {
		g.extreme = g.Property == "no-overflow" && slices.ContainsFunc(doc.Trace.Entry, atTheEnd)
		switch {
		case of != "":
			g.Cause = causeOf(g.Property, of)
		case doc.Trace.Memory != nil:
			g.Cause = doc.Trace.Memory.Text
		}
	}
}

// causeOf is the cause of findings of a property that rest on the value of one variable, as a sentence.
func causeOf(property, of string) string {
	switch property {
	case null:
		return "`" + of + "` may be null"
	case "div-by-zero":
		return "`" + of + "` may be 0"
	}
	return "nothing says what values `" + of + "` has"
}

// atTheEnd says that e gives a variable a value near the largest or smallest of its type, as no counter comes to.
func atTheEnd(e resultfile.Change) bool {
	n, err := strconv.ParseInt(e.Value, 10, 64)
	return err != nil && number.MatchString(e.Value) || n >= math.MaxInt32-1<<16 && n <= math.MaxInt32 || n <= math.MinInt32+1<<16 && n >= math.MinInt32 ||
		n >= math.MaxInt64-1<<32 || n <= math.MinInt64+1<<32
}

// operands is the text of the line from the error on; of a division, from what it divides by.
func operands(g *Finding) string {
	line := lineOf(g.File, g.Line)
	line = line[min(len(line), max(g.Column-1, 0)):]
	if i := strings.IndexAny(line, "/%"); g.Property == "div-by-zero" && i >= 0 {
		line = line[i:]
	}
	return line
}

// number matches a decimal number.
var number = pattern.New(`^-?[0-9]+$`)

// requires is a clause that the values with which a function is called do not meet: a guess at what callers guarantee.
// Of several values, that of a variable whose name stands in the line of the error is taken; it is what the clause is of. Both are "" if there is
// none at hand.
func requires(property string, entry []resultfile.Change, line string) (clause, of string) {
	words := strings.FieldsFunc(line, func(c rune) bool { return c != '_' && !unicode.IsLetter(c) && !unicode.IsDigit(c) })
	var all []resultfile.Change
	for _, e := range entry {
		if strings.Contains(e.Name, "[") || without(property, e) == "" {
			continue
		}
		if slices.Contains(words, e.Name[strings.LastIndexAny(e.Name, ".>*")+1:]) {
			return without(property, e), e.Name
		}
		all = append(all, e)
	}
	if len(all) != 1 {
		return "", ""
	}
	return without(property, all[0]), all[0].Name
}

// without is a clause that leaves out a value which may be the cause of a violation; "" if it is not likely to be.
func without(property string, e resultfile.Change) string {
	memory := property == "null" || property == "valid-deref" || property == "bounds"
	negative := strings.HasPrefix(e.Value, "-")
	large := len(strings.TrimPrefix(e.Value, "-")) > 4
	switch {
	case e.Value == "NULL" && memory:
		return e.Name + ` != \null`
	case !number.MatchString(e.Value):
	case property == "div-by-zero" && e.Value == "0":
		return e.Name + " != 0"
	case property != "no-overflow" && property != "bounds":
	case large && negative:
		return e.Name + " > " + e.Value
	case large || property == "bounds" && !negative && e.Value != "0":
		return e.Name + " < " + e.Value
	case property == "bounds" && negative:
		return e.Name + " >= 0"
	}
	return ""
}

// allowed matches the comment that accepts errors of a line: the properties, and the reason.
var allowed = pattern.New(`(?://|/\*)\s*craig:\s*allow\s+([A-Za-z-]+(?:\s*,\s*[A-Za-z-]+)*)\s*(.*?)\s*(?:\*/.*)?$`)

// allowance is the reason for which the comment on a line, or on a line of its own before it, accepts errors of a
// property; ok is false if there is none.
func allowance(file string, line int, property string) (reason string, ok bool) {
	for at := line; at >= max(1, line-1); at-- {
		text := strings.TrimSpace(lineOf(file, at))
		m := allowed.FindStringSubmatch(text)
		if m == nil || at < line && !strings.HasPrefix(text, "//") && !strings.HasPrefix(text, "/*") {
			continue
		}
		for name := range strings.SplitSeq(m[1], ",") {
			if name = strings.TrimSpace(name); name == property || name == "all" {
				if m[2] == "" {
					return "a comment", true
				}
				return m[2], true
			}
		}
	}
	return "", false
}

// silence is a comment that accepts findings of a property.
func silence(property string) string { return "// craig: allow " + property + " REASON" }

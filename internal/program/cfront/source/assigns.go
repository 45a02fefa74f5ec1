package source

import (
	"fmt"
	"slices"
	"strings"
)

// The places of an assigns clause become calls that frame.go of package cfront knows: __craig_target(condition,
// lvalue) and __craig_range(condition, pointer, bytes).

// assigned are the places of a clause of ACSL that counts where the condition holds. wrong says what is not understood; it is empty otherwise.
func assigned(text, condition string) (c, wrong string) {
	return places(func(l *logician) string {
		tokens := l.tokens
		for i, t := range tokens { // where the values come from
			if t == `\from` {
				tokens = tokens[:i]
				break
			}
		}
		return l.places(condition, tokens)
	}, text)
}

// assignedCBMC are the places of a clause of CBMC: groups with semicolons between, each perhaps with a condition.
func assignedCBMC(text string) (c, wrong string) {
	return places(func(l *logician) string {
		var b strings.Builder
		groups, _ := split(l.tokens, true, ";")
		for _, g := range groups {
			condition := "1"
			if parts, _ := split(g, false, ":"); len(parts) == 2 {
				if choice, _ := split(parts[0], false, "?"); len(choice) == 1 {
					condition, g = "("+strings.TrimSpace(strings.Join(parts[0], ""))+")", parts[1]
				}
			}
			b.WriteString(l.places(condition, g))
		}
		return b.String()
	}, text)
}

// growing splits the places of a loop into those that stay what they are, and those that speak of another one, as a[0 .. i-1]
// does where i is assigned too.
func growing(text string) (fixed, grows string) {
	tokens := logicTokens.FindAllString(text, -1)
	if i := slices.Index(tokens, `\from`); i >= 0 {
		tokens = tokens[:i]
	}
	var parts [][]string
	all, _ := split(tokens, true, ",")
	for _, p := range all {
		parts = append(parts, slices.DeleteFunc(slices.Clone(p), func(t string) bool { return strings.TrimSpace(t) == "" }))
	}
	var kinds [2][]string
	for i, p := range parts {
		kind := 0
		for j, q := range parts {
			if i != j && speaksOf(p, q) {
				kind = 1
			}
		}
		kinds[kind] = append(kinds[kind], strings.Join(all[i], ""))
	}
	return strings.Join(kinds[0], ","), strings.Join(kinds[1], ",")
}

// speaksOf tells whether the tokens of q, an lvalue, are among those of p, and not because p is a member of it.
func speaksOf(p, q []string) bool {
	if len(q) == 0 {
		return false
	}
	for i := 0; i+len(q) <= len(p); i++ {
		if !slices.Equal(p[i:i+len(q)], q) || i > 0 && (p[i-1] == "." || p[i-1] == "->") {
			continue
		}
		if end := i + len(q); i == 0 && (end == len(p) || p[end] == ".") {
			continue
		}
		return true
	}
	return false
}

// commas are the calls of places as one expression.
func commas(calls string) string {
	calls = strings.TrimSpace(calls)
	return strings.ReplaceAll(strings.TrimSuffix(calls, ";"), "; __craig_", ", __craig_") + map[bool]string{true: "0"}[calls == ""]
}

func places(read func(*logician) string, text string) (c, wrong string) {
	l := &logician{tokens: logicTokens.FindAllString(text, -1)}
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(notLogic)
			if !ok {
				panic(r)
			}
			c, wrong = "", string(e)
		}
	}()
	return read(l), ""
}

// places are places with commas between.
func (l *logician) places(condition string, tokens []string) string {
	if len(trimmed(tokens)) == 0 {
		return ""
	}
	var b strings.Builder
	for _, p := range l.arguments(tokens) {
		p = trimmed(p)
		switch whole := strings.Join(p, ""); {
		case whole == "":
			panic(notLogic("a place is missing"))
		case whole == `\nothing`, whole == `\result`, whole == "__craig_result":
			continue
		case objectWords[p[0]] != "":
			b.WriteString(l.object(condition, p))
			continue
		}
		if base, bytes, ok := l.span(p); ok {
			fmt.Fprintf(&b, " __craig_range(%s, %s, %s);", condition, base, bytes)
			continue
		}
		e := l.formula(p)
		if strings.Contains(e, "__craig_result") {
			panic(notLogic("a place that the result leads to, which is not known when the function is called"))
		}
		fmt.Fprintf(&b, " __craig_target(%s, %s);", condition, e)
	}
	return b.String()
}

// objectWords are CBMC's words for parts of objects: whole, from a pointer to the end, or as many bytes as are said.
var objectWords = map[string]string{
	"__CPROVER_object_whole": "whole", "__CPROVER_POINTER_OBJECT": "whole", "__CPROVER_object_from": "from",
	"__CPROVER_object_upto": "upto", "__CPROVER_typed_target": "target",
}

func (l *logician) object(condition string, tokens []string) string {
	rest := trimmed(tokens[1:])
	if len(rest) == 0 || rest[0] != "(" || matching(rest, 0) != len(rest)-1 {
		panic(notLogic(tokens[0] + " is not understood here"))
	}
	args := l.arguments(rest[1 : len(rest)-1])
	p, kind := l.formula(args[0]), objectWords[tokens[0]]
	if len(args) != map[bool]int{false: 1, true: 2}[kind == "upto"] {
		panic(notLogic(tokens[0] + " with another number of arguments"))
	}
	switch kind {
	case "whole":
		return fmt.Sprintf(" __craig_range(%s, (char *)(%[2]s) - __CPROVER_POINTER_OFFSET(%[2]s), __CPROVER_OBJECT_SIZE(%[2]s));", condition, p)
	case "from":
		return fmt.Sprintf(" __craig_range(%s, %[2]s, __CPROVER_OBJECT_SIZE(%[2]s) - __CPROVER_POINTER_OFFSET(%[2]s));", condition, p)
	case "upto":
		return fmt.Sprintf(" __craig_range(%s, %s, %s);", condition, p, l.formula(args[1]))
	}
	return fmt.Sprintf(" __craig_target(%s, %s);", condition, p)
}

// span reads p[low .. high] and *(p + (low .. high)).
func (l *logician) span(tokens []string) (base, bytes string, ok bool) {
	n := len(tokens)
	switch last := tokens[n-1]; {
	case tokens[0] == "*":
		inner := trimmed(tokens[1:])
		for len(inner) > 1 && inner[0] == "(" && matching(inner, 0) == len(inner)-1 {
			inner = trimmed(inner[1 : len(inner)-1])
		}
		if !ranged(inner) {
			return "", "", false
		}
		if base, bytes, ok := l.openSum(inner); ok {
			return base, bytes, true
		}
		base, bytes = l.region(inner)
		if !strings.HasPrefix(bytes, "(") { // the range is not where region looks for it
			panic(notLogic("a range that is not understood: write p[low .. high]"))
		}
		return base, bytes, true
	case last == "]" && ranged(tokens):
		for open := n - 2; open > 0; open-- {
			if tokens[open] != "[" || matching(tokens, open) != n-1 {
				continue
			}
			if ranged(tokens[:open]) {
				break
			}
			if ends, _ := split(tokens[open+1:n-1], true, ".."); isOpen(ends) {
				base, bytes = l.openRange(tokens[:open], ends[0], ends[1])
				return base, bytes, true
			}
			sum := append([]string{"("}, tokens[:open]...)
			sum = append(append(append(sum, ")", "+", "("), tokens[open+1:n-1]...), ")")
			base, bytes = l.region(sum)
			return base, bytes, true
		}
	}
	if ranged(tokens) {
		panic(notLogic("a range that is not understood: write p[low .. high]"))
	}
	return "", "", false
}

// isOpen tells whether the ends of a range are two, one of which is missing at least.
func isOpen(ends [][]string) bool {
	return len(ends) == 2 && (len(trimmed(ends[0])) == 0 || len(trimmed(ends[1])) == 0)
}

// openSum reads p + (low ..) and its kin.
func (l *logician) openSum(tokens []string) (base, bytes string, ok bool) {
	n := len(tokens)
	for open := n - 2; open > 0 && tokens[n-1] == ")"; open-- {
		if tokens[open] != "(" || matching(tokens, open) != n-1 {
			continue
		}
		ends, _ := split(tokens[open+1:n-1], true, "..")
		before := trimmed(tokens[:open])
		if !isOpen(ends) || len(before) < 2 || before[len(before)-1] != "+" {
			return "", "", false
		}
		base, bytes = l.openRange(before[:len(before)-1], ends[0], ends[1])
		return base, bytes, true
	}
	return "", "", false
}

// openRange is p[low .. high] where one end is missing, or both: then it begins, or ends, with the elements that the array has, or
// the object that a pointer leads to.
func (l *logician) openRange(p, low, high []string) (base, bytes string) {
	pointer := "(" + l.formula(p) + ")"
	size, offset := "(long long)sizeof *"+pointer, "(long long)__CPROVER_POINTER_OFFSET("+pointer+")"
	isPointer := "__ccgo__types_compatible_p(sizeof(__typeof__(" + pointer + ")), sizeof(__typeof__(&*" + pointer + ")))"
	from := fmt.Sprintf("(%s ? -(%s / (%s) * (%s)) : 0)", isPointer, offset, size, size)
	to := fmt.Sprintf("(%s ? ((long long)__CPROVER_OBJECT_SIZE(%s) - %s) / (%s) * (%s) : (long long)sizeof %s)", isPointer, pointer, offset, size, size, pointer)
	if low = trimmed(low); len(low) > 0 {
		from = fmt.Sprintf("((long long)(%s) * (%s))", l.formula(low), size)
	}
	if high = trimmed(high); len(high) > 0 {
		to = fmt.Sprintf("(((long long)(%s) + 1) * (%s))", l.formula(high), size)
	}
	return fmt.Sprintf("((char *)%s + %s)", pointer, from), fmt.Sprintf("(%s > %s ? %s - %s : 0)", to, from, to, from)
}

// ranged tells whether there is a range.
func ranged(tokens []string) bool {
	for _, t := range tokens {
		if t == ".." {
			return true
		}
	}
	return false
}

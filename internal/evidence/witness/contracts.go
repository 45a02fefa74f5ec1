package witness

import (
	"fmt"
	"slices"
	"strings"

	"craig/internal/pattern"
)

// contract has a function checked at every call and return: its definition gets another name, and
// after it comes a function with the old one that checks requires, calls it, and checks ensures. In
// ensures \result is what it returns, \old(e) the value of e before the call; parameters have the
// values that they are called with.
func (c *claim) contract(inv *Invariant) error {
	l := inv.Location
	if inv.Format != "acsl_expression" && inv.Format != "c_expression" {
		return &Unsupported{fmt.Sprintf("contracts of format %q", inv.Format)}
	}
	start, err := c.at(l, nil)
	if err != nil {
		return err
	}
	fn, err := c.definition(l, start)
	if err != nil {
		return err
	}
	if c.under[fn.name] {
		return &Unsupported{"several contracts of one function"}
	}
	if c.under == nil {
		c.under = map[int]bool{}
	}
	c.under[fn.name] = true

	var before, after strings.Builder
	if inv.Requires != "" {
		cond, _, err := c.acsl(l, inv.Requires, false)
		if err != nil {
			return err
		}
		before.WriteString(checked(cond) + "; ")
	}
	if inv.Ensures != "" {
		cond, olds, err := c.acsl(l, inv.Ensures, !fn.void)
		if err != nil {
			return err
		}
		for i, e := range olds {
			fmt.Fprintf(&before, "(void)%s((%s)); __typeof__((%[2]s) + 0) craig_old_%d = (%[2]s); ", condition, e, i)
		}
		after.WriteString(checked(cond) + "; ")
	}
	word := c.src.Word(fn.name)
	body := fmt.Sprintf("craig_%d_%s", fn.name, word)
	call := fmt.Sprintf("%s(%s)", body, strings.Join(fn.params, ", "))
	if !fn.void {
		call = fmt.Sprintf("__typeof__(%s) craig_r = %[1]s", call)
		after.WriteString("return craig_r; ")
	}
	c.src.Edit(start, 0, fn.head+"; ")
	c.src.Edit(fn.name, len(word), body)
	check := fmt.Sprintf("%s { %s%s; %s}", fn.head, before.String(), call, after.String())
	c.src.Edit(fn.end, 0, c.marked(start, check, fn.end-1))
	return nil
}

// function is a definition in the text.
type function struct {
	head   string // what stands in front of its body
	name   int    // the offset of its name
	end    int    // after the body
	params []string
	void   bool // it returns nothing
}

var (
	lastName = pattern.New(`([A-Za-z_][A-Za-z_0-9]*)[ \t\r\n]*(?:\[[^\]]*\][ \t\r\n]*)*$`)
	voidOnly = pattern.New(`^(?:(?:static|extern|inline|__inline|__inline__)\s+)*void\s*$`)
)

// definition reads the function definition that begins at an offset.
func (c *claim) definition(l Location, start int) (*function, error) {
	bad := &Unsupported{fmt.Sprintf("contracts of what is not a plain function definition, as in line %d,", l.Line)}
	open, ok := c.src.Find(start, "{;")
	if !ok || c.src.Rest(open)[0] != '{' {
		return nil, bad
	}
	fn := &function{head: strings.TrimSpace(c.src.Rest(start)[:open-start])}
	end, ok := c.src.Find(open+1, "}")
	paren := strings.IndexByte(fn.head, '(')
	if !ok || paren < 0 || strings.Contains(fn.head, "/*") || strings.ContainsAny(fn.head, "#{}") || strings.Contains(fn.head, "//") || strings.Contains(fn.head, "__attribute__") {
		return nil, bad
	}
	fn.end = end + 1
	m := lastName.FindStringSubmatchIndex(fn.head[:paren])
	if m == nil {
		return nil, bad
	}
	fn.name = start + m[2]
	if name := c.src.Word(fn.name); l.Function != "" && name != l.Function {
		return nil, c.errorf(l, "the function there is %s, not %s", name, l.Function)
	}
	fn.void = voidOnly.MatchString(fn.head[:m[2]])
	list, ok := strings.CutSuffix(fn.head[paren+1:], ")")
	if !ok || strings.ContainsAny(list, "()") || strings.Contains(list, "...") {
		return nil, bad
	}
	if list = strings.TrimSpace(list); list != "" && list != "void" {
		for p := range strings.SplitSeq(list, ",") {
			m := lastName.FindStringSubmatch(strings.TrimSpace(p))
			if m == nil || typeWord.MatchString(m[1]) {
				return nil, bad
			}
			fn.params = append(fn.params, m[1])
		}
	}
	fn.head = oneLine(fn.head)
	return fn, nil
}

// acsl makes an ACSL expression one of C: \result and each \old(e) become variables, the e of those
// are returned. There is no \result unless result is set.
func (c *claim) acsl(l Location, text string, result bool) (cond string, olds []string, err error) {
	text = oneLine(text)
	if strings.Contains(text, "craig_") {
		return "", nil, c.errorf(l, "names that begin with craig_ are craig's")
	}
	text = implications(strings.NewReplacer(`\true`, "1", `\false`, "0").Replace(text))
	if result {
		text = strings.ReplaceAll(text, `\result`, "result_of_call")
	}
	for {
		at := strings.Index(text, `\old(`)
		if at < 0 {
			break
		}
		inner := text[at+len(`\old(`):]
		depth, end := 1, 0
		for ; end < len(inner) && depth > 0; end++ {
			depth += map[byte]int{'(': 1, ')': -1}[inner[end]]
		}
		if depth > 0 {
			return "", nil, c.errorf(l, "the expression is not complete")
		}
		e := inner[:end-1]
		if err := expression(e); err != nil || strings.Contains(e, "result_of_call") {
			return "", nil, c.errorf(l, `\old(%s): not an expression over the values before the call`, e)
		}
		c.partial(e)
		i := slices.Index(olds, e)
		if i < 0 {
			i = len(olds)
			olds = append(olds, e)
		}
		text = text[:at] + fmt.Sprintf("old_value_%d", i) + inner[end:]
	}
	if err := expression(text); err != nil {
		if strings.ContainsAny(text, `\`) {
			return "", nil, &Unsupported{fmt.Sprintf("ACSL expressions such as %.40q", text)}
		}
		return "", nil, c.errorf(l, "%v", err)
	}
	c.partial(text)
	return strings.NewReplacer("result_of_call", "craig_r", "old_value_", "craig_old_").Replace(text), olds, nil
}

// implications writes a ==> b as !(a) || (b) and a <==> b as !(a) == !(b), in parentheses first; what
// is not balanced stays as it is. Both bind less than || and the first more; it goes to the right.
func implications(text string) string {
	if !strings.Contains(text, "==>") {
		return text
	}
	var parts []string // between the arrows
	var arrows []string
	var b strings.Builder
	for at := 0; at < len(text); {
		rest := text[at:]
		switch {
		case rest[0] == '(' || rest[0] == '[':
			depth, end := 1, 1
			for ; end < len(rest) && depth > 0; end++ {
				switch rest[end] {
				case '(', '[':
					depth++
				case ')', ']':
					depth--
				}
			}
			if depth > 0 {
				return text
			}
			b.WriteString(rest[:1] + implications(rest[1:end-1]) + rest[end-1:end])
			at += end
		case strings.HasPrefix(rest, "<==>"), strings.HasPrefix(rest, "==>"):
			arrow := rest[:3]
			if rest[0] == '<' {
				arrow = rest[:4]
			}
			parts, arrows = append(parts, b.String()), append(arrows, arrow)
			b.Reset()
			at += len(arrow)
		default:
			b.WriteByte(rest[0])
			at++
		}
	}
	parts = append(parts, b.String())
	// From the right: groups of ==> first, then the equivalences between them.
	groups := []string{parts[len(parts)-1]}
	for i := len(arrows) - 1; i >= 0; i-- {
		if arrows[i] == "==>" {
			groups[0] = "(!(" + parts[i] + ") || (" + groups[0] + "))"
		} else {
			groups = append([]string{parts[i]}, groups...)
		}
	}
	all := groups[0]
	for _, g := range groups[1:] {
		all = "(!(" + all + ") == !(" + g + "))"
	}
	return all
}

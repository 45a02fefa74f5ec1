package infer

import (
	"cmp"
	"slices"
	"strings"

	"craig/internal/evidence/csource"
	"craig/internal/evidence/ctext"
	"craig/internal/pattern"
	"craig/internal/program/ir"
)

// loop is one of the function, with what may be said of it.
type loop struct {
	at         int // where it begins in the text
	invariants []string
	assigns    []string // places; nil: nothing is said
	variant    string   // "": likewise
}

func (l loop) empty() bool { return len(l.invariants) == 0 && l.assigns == nil && l.variant == "" }

// insertion are the clauses in front of the loop, in lines of their own if the loop begins one.
func (l loop) insertion(text string) insertion {
	var list []string
	for _, x := range chained(l.invariants) {
		list = append(list, "loop invariant "+x)
	}
	if l.assigns != nil {
		list = append(list, "loop assigns "+cmp.Or(strings.Join(l.assigns, ", "), `\nothing`))
	}
	if l.variant != "" {
		list = append(list, "loop variant "+l.variant)
	}
	indent := text[strings.LastIndexByte(text[:l.at], '\n')+1 : l.at]
	if strings.TrimSpace(indent) != "" {
		return insertion{l.at, "/*@ " + strings.Join(list, "; ") + "; */ "}
	}
	return insertion{l.at, "/*@ " + strings.Join(list, ";\n"+indent+"    ") + "; */\n" + indent}
}

// cprover is what is said of the loop in the words of CBMC, behind its head, or behind a do loop; false if the text does not show where that is.
func (l loop) cprover(text string, h header) (in insertion, ok bool) {
	var list []string
	if l.assigns != nil {
		list = append(list, assignedInC(l.assigns, h))
	}
	for _, x := range l.invariants {
		list = append(list, "__CPROVER_loop_invariant("+x+")")
	}
	if l.invariants == nil {
		list = append(list, "__CPROVER_loop_invariant(1)")
	}
	if l.variant != "" {
		list = append(list, "__CPROVER_decreases("+l.variant+")")
	}
	at, end := extent(text, l.at)
	if strings.HasPrefix(text[l.at:], "do") {
		behind, _ := strings.CutPrefix(text[end:], "}")
		word := strings.TrimLeft(behind, " \t\r\n")
		if !strings.HasPrefix(word, "while") {
			return insertion{}, false
		}
		at = len(text) - len(word) + strings.IndexByte(word, '(') + len(parenthesis(word)) + 2
	}
	if at > len(text) || text[at-1] != ')' {
		return insertion{}, false
	}
	words := "\n#ifdef __CPROVER__\n" + strings.Join(list, " ") + "\n#endif"
	if !strings.HasPrefix(text[at:], "\n") {
		words += "\n"
	}
	return insertion{at, words}, true
}

// loops are those of the function, with clauses to be tried: invariants and variants that their conditions suggest, those of the proof, and the variables that they change. memory are
// the places besides that the function assigns; nil: these are not known.
func (c *Contract) loops(memory []string) (list []loop) {
	if c.Proof == nil || c.Proof.Program == nil {
		return nil
	}
	p := c.Proof.Program
	proved := c.invariants()
	seen := map[int]bool{}
	for id, info := range p.Locs {
		if info == nil || !info.Loop || info.Function() != c.Function.Name {
			continue
		}
		pos := csource.HeadPos(info)
		at := c.offsetOf(pos)
		if pos.File != c.place.file || at < 0 || seen[at] || !loopWord.MatchString(c.place.text[at:]) {
			continue
		}
		seen[at] = true
		l := loop{at: at, assigns: []string{}}
		begin, end := extent(c.place.text, at)
		writes := false
		signed := map[string]bool{}
		for _, e := range within(p, ir.Loc(id)) {
			v := ir.Written(e.Stmt)
			switch {
			case v == nil:
				_, call := e.Stmt.(*ir.Call)
				writes = writes || call
			case v.Func == nil || v.Home != nil && v.Function() != c.Function.Name:
				writes = true
			case v.Function() != c.Function.Name || !designator.MatchString(v.CName) || slices.Contains(l.assigns, v.CName):
			default:
				signed[v.CName] = v.Type.IsSigned()
				if at := c.offsetOf(v.Pos); at < begin || at >= end { // it is not declared in the loop
					l.assigns = append(l.assigns, v.CName)
				}
			}
		}
		for _, m := range elementWritten.FindAllStringSubmatch(c.place.text[at:max(at, end)], -1) { // local arrays: whether these are all of them the proof shows
			place := m[1] + "[..]"
			ours := func(x string) bool { return x == "*"+m[1] || strings.HasPrefix(x, m[1]+"[") }
			if writes && !slices.ContainsFunc(memory, ours) && !slices.Contains(l.assigns, place) && declaresArray(c.place.text, m[1]) {
				l.assigns = append(l.assigns, place)
			}
		}
		if writes {
			if l.assigns = append(l.assigns, memory...); memory == nil {
				l.assigns = nil
			}
		}
		l.suggest(c.place.text[at:], signed)
		for _, x := range proved[at] {
			if !slices.Contains(l.invariants, x) {
				l.invariants = append(l.invariants, x)
			}
		}
		list = append(list, l)
	}
	slices.SortFunc(list, func(a, b loop) int { return a.at - b.at })
	return list
}

// declaresArray says that a text declares an array of that name, as far as it shows it.
func declaresArray(text, name string) bool {
	for at := 0; ; {
		i := strings.Index(text[at:], name)
		if i < 0 {
			return false
		}
		if at += i; arrayBehind.MatchString(text[:at]) && strings.HasPrefix(strings.TrimLeft(text[at+len(name):], " "), "[") {
			return true
		}
		at += len(name)
	}
}

// offsetOf is where a position of the program that was proved is in the text of the function's file.
func (c *Contract) offsetOf(pos ir.Pos) int {
	pos.Col = c.place.column(pos, len(c.place.with(c.texts()...))-len(c.place.text))
	return offset(c.place.text, pos)
}

// invariants are those of the proof, conjunct by conjunct, by where their loops begin. Numbers that the text does not have and that are no small ones are those of
// the memory that craig's proofs speak of.
func (c *Contract) invariants() map[int][]string {
	list := map[int][]string{}
	if c.Proof.Proof == nil {
		return list
	}
	var sources []*ctext.Source
	for _, f := range c.Proof.Sources {
		sources = append(sources, ctext.New(f.Name, f.Text))
	}
	for _, inv := range csource.LoopInvariants(c.Proof.Program, c.Proof.Proof, sources...) {
		text := inv.Text()
		if inv.Function != c.Function.Name || inv.Pos.File != c.place.file || len(inv.All) > 0 || text == "" || text == "true" || text == "false" || strings.Contains(text, "*/") {
			continue
		}
		parts := []string{text}
		if !strings.Contains(text, "||") && !strings.Contains(text, "(") {
			parts = strings.Split(text, " && ")
		}
		at := c.offsetOf(inv.Pos)
		for _, part := range parts {
			switch n := long.FindString(part); {
			case n != "" && !strings.Contains(c.place.text, n):
			case nonNull.MatchString(part) && strings.Contains(c.place.text, "*"+strings.TrimSuffix(part, " != 0")): // it says less than that memory is valid
			default:
				list[at] = append(list[at], part)
			}
		}
	}
	return list
}

var (
	// loopWord matches where a loop begins.
	loopWord = pattern.New(`^(?:while|for|do)\b`)
	// long matches a number of more than ten digits.
	long = pattern.New(`\d{11,}`)
	// arrayBehind matches what stands before the name of an array that is declared: a type, and nothing of an expression.
	arrayBehind = pattern.New(`(?:^|[;{}\n])\s*(?:(?:static|const|unsigned|signed|struct)\s+)*[A-Za-z_]\w*\s+$`)
	// nonNull matches that a variable is not 0.
	nonNull = pattern.New(`^[A-Za-z_]\w* != 0$`)
	// comparison matches a condition of a loop that compares two numbers.
	comparison = pattern.New(`^\(*([A-Za-z_][\w.>-]*?)\s*(<=|>=|<|>|!=)\s*([\w.>-]+(?:\s*[+-]\s*[\w.>-]+)?)\)*$`)
	// counting matches one that counts down.
	counting = pattern.New(`^\(*([A-Za-z_]\w*)(?:--)?(?:\s*(?:!=|>)\s*0)?\)*$`)
	// elementWritten matches an assignment to an element of an array.
	elementWritten = pattern.New(`([A-Za-z_]\w*)\s*\[[^\[\];]*\]\s*(?:[-+*/%&|^]|<<|>>)?=[^=]`)
	// begins matches how a for loop begins.
	begins = pattern.New(`(?:^|[\s,*])([A-Za-z_]\w*)\s*=\s*([\w.>-]+(?:\s*[+-]\s*[\w.>-]+)?)$`)
)

// suggest adds what the head of a loop, which text begins with, makes likely: for (i = a; i < n; i++) has a <= i <= n and the variant n - i.
func (l *loop) suggest(text string, signed map[string]bool) {
	head := parenthesis(text)
	condition := head
	first := map[string]string{}
	if strings.HasPrefix(text, "for") {
		parts := strings.Split(head, ";")
		if len(parts) != 3 {
			return
		}
		condition = parts[1]
		for part := range strings.SplitSeq(parts[0], ",") {
			if m := begins.FindStringSubmatch(strings.TrimSpace(part)); m != nil {
				first[m[1]] = m[2]
			}
		}
	}
	add := func(x string) {
		if !slices.Contains(l.invariants, x) {
			l.invariants = append(l.invariants, x)
		}
	}
	variant := func(x string) {
		if l.variant == "" {
			l.variant = x
		}
	}
	for part := range strings.SplitSeq(condition, "&&") {
		part = strings.TrimSpace(part)
		m := comparison.FindStringSubmatch(part)
		if m == nil || m[3] == "0" && (m[2] == ">" || m[2] == "!=") {
			if m := counting.FindStringSubmatch(part); m != nil {
				if _, changes := signed[m[1]]; changes {
					if signed[m[1]] {
						add(m[1] + " >= 0")
					}
					variant(m[1])
				}
			}
			continue
		}
		a, b := m[1], m[3]
		_, aChanges := signed[a]
		_, bChanges := signed[b]
		if !aChanges && bChanges { // n > i
			a, b = b, a
			m[2] = map[string]string{"<": ">", ">": "<", "<=": ">=", ">=": "<=", "!=": "!="}[m[2]]
			aChanges = true
		}
		if !aChanges {
			continue
		}
		low, known := first[a]
		if !known && signed[a] {
			low, known = "0", true
		}
		up := m[2] != ">" && m[2] != ">="
		if known && up && (low != "0" || signed[a]) {
			add(a + " >= " + low)
		} else if known && !up {
			add(a + " <= " + low)
		}
		switch m[2] {
		case "<", "!=":
			add(a + " <= " + b)
		case ">":
			add(a + " >= " + b)
		case "<=":
			add(a + " <= " + b + " + 1")
		case ">=":
			add(a + " >= " + b + " - 1")
		}
		if up {
			variant(b + " - " + a)
		} else {
			variant(a + " - " + b)
		}
	}
}

// parenthesis is what stands between the first parentheses of a text.
func parenthesis(text string) string {
	open := strings.IndexByte(text, '(')
	if open < 0 {
		return ""
	}
	depth := 0
	for i := open; i < len(text); i++ {
		switch text[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return text[open+1 : i]
			}
		}
	}
	return ""
}

// extent is where the body of the loop at a place begins and ends: at its closing brace, or behind its first statement.
func extent(text string, at int) (begin, end int) {
	begin = at
	if !strings.HasPrefix(text[at:], "do") {
		begin += strings.IndexByte(text[at:], '(') + len(parenthesis(text[at:])) + 2
	}
	begin = min(begin, len(text))
	n := strings.IndexByte(text[begin:], '{')
	if end := strings.IndexByte(text[begin:], ';'); n < 0 || end >= 0 && end < n {
		return begin, begin + max(end, 0)
	}
	depth := 0
	for i := begin + n; i < len(text); i++ {
		switch text[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return begin, i
			}
		}
	}
	return begin, len(text)
}

// within are the edges of p that lie on a way from a location back to it.
func within(p *ir.Program, head ir.Loc) (list []*ir.Edge) {
	reach := func(next func(*ir.LocInfo) []ir.EdgeID, to func(*ir.Edge) ir.Loc) map[ir.Loc]bool {
		seen := map[ir.Loc]bool{head: true}
		for queue := []ir.Loc{head}; len(queue) > 0; queue = queue[1:] {
			for _, id := range next(p.Locs[queue[0]]) {
				if l := to(p.Edges[id]); !seen[l] {
					seen[l] = true
					queue = append(queue, l)
				}
			}
		}
		return seen
	}
	ahead := reach(func(l *ir.LocInfo) []ir.EdgeID { return l.Out }, func(e *ir.Edge) ir.Loc { return e.To })
	back := reach(func(l *ir.LocInfo) []ir.EdgeID { return l.In }, func(e *ir.Edge) ir.Loc { return e.From })
	for _, e := range p.Edges {
		if e != nil && ahead[e.From] && back[e.From] && ahead[e.To] && back[e.To] {
			list = append(list, e)
		}
	}
	return list
}

// bound matches one side of what is known of a term.
var bound = pattern.New(`^(\\result|[A-Za-z_][\w.>-]*) (<=|>=) ([^&|<>=]+|[A-Za-z_][\w.>-]*)$`)

// chained writes x >= a and x <= b of a list as a <= x <= b, and as x == a if they are the same.
func chained(list []string) []string {
	list = slices.Clone(list)
	for i := 0; i < len(list); i++ {
		m := bound.FindStringSubmatch(list[i])
		if m == nil {
			continue
		}
		for j := i + 1; j < len(list); j++ {
			n := bound.FindStringSubmatch(list[j])
			if n == nil || n[1] != m[1] || n[2] == m[2] {
				continue
			}
			low, high := m[3], n[3]
			if m[2] == "<=" {
				low, high = high, low
			}
			if list[i] = low + " <= " + m[1] + " <= " + high; low == high {
				list[i] = m[1] + " == " + low
			}
			list = slices.Delete(list, j, j+1)
			break
		}
	}
	return list
}

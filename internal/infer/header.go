package infer

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"craig/internal/limit"
	"craig/internal/pattern"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// header are the clauses in front of a function.
type header struct {
	requires []string
	valid    []object // that are required
	assigns  []string // places; nil: nothing is said
	ensures  []string // with \result for what the function returns
}

// object is what a parameter leads to.
type object struct {
	pointer  string
	elements string // how many; "1" of one
	constant bool   // it is not written
	member   bool   // it is one, and may be null
	void     bool   // it leads to bytes, by its type to anything
}

// begin is the pointer as one to what elements are, in ACSL, which has no pointers to void in ranges.
func (o object) begin() string {
	if o.void {
		return "(char *)" + o.pointer
	}
	return o.pointer
}

func (h header) empty() bool {
	return len(h.requires)+len(h.valid)+len(h.ensures) == 0 && h.assigns == nil
}

// acsl is the header in ACSL.
func (h header) acsl() string {
	var list []string
	for _, o := range h.valid {
		word := map[bool]string{true: `\valid_read`, false: `\valid`}[o.constant]
		text := word + "(" + o.begin() + ")"
		if o.elements != "1" {
			text = word + "(" + o.begin() + " + (0 .. " + minusOne(o.elements) + "))"
		}
		if o.member && !slices.Contains(h.requires, o.pointer+" != 0") {
			text = o.pointer + ` == \null || ` + text
		}
		list = append(list, "requires "+text)
	}
	for _, r := range h.requires {
		list = append(list, "requires "+unbounded(r))
	}
	if h.assigns != nil {
		list = append(list, "assigns "+cmp.Or(strings.Join(h.assigns, ", "), `\nothing`))
	}
	for _, e := range chained(h.ensures) {
		list = append(list, "ensures "+e)
	}
	return comment(list)
}

// comment is some clauses as a comment, one in each line.
func comment(clauses []string) string { return "/*@ " + strings.Join(clauses, ";\n    ") + "; */" }

// minusOne is the number before one that is written.
func minusOne(text string) string {
	if n, err := strconv.Atoi(text); err == nil {
		return strconv.Itoa(n - 1)
	}
	if rest, ok := strings.CutSuffix(text, " + 1"); ok {
		return rest
	}
	return text + " - 1"
}

// unbounded is a clause in C in the words of ACSL, whose sums have no bounds: without what keeps those of two signed numbers from wrapping in C. Of a signed and an unsigned number both have
// casts, which stay: for craig such sums are those of C in a clause.
func unbounded(clause string) string {
	clause = strings.ReplaceAll(clause, "-2147483647 - 1", "-2147483648")
	if widened.MatchString(clause) {
		clause = strings.ReplaceAll(clause, "(long long)", "")
	}
	return clause
}

// widened matches a clause that is one sum, difference or product of two signed numbers beside a constant.
var widened = pattern.New(`^\(long long\)[\w.>-]+ [-+*] [\w.>-]+ [<>]= -?\d+$`)

// cprover is the header in the words of CBMC, which has whole objects assigned where ACSL has ranges. CBMC reads what is required in its order, so that
// pointers lead to objects before anything is said of what is in these.
func (h header) cprover() string {
	type required struct {
		depth int // how many pointers it goes along, twice; one more if it is about one
		text  string
	}
	var list []required
	for _, o := range h.valid {
		size := "sizeof(*" + o.pointer + ")"
		if strings.Contains(o.elements, " ") {
			size = "(" + o.elements + ") * " + size
		} else if o.elements != "1" {
			size = o.elements + " * " + size
		}
		text := "__CPROVER_is_fresh(" + o.pointer + ", " + size + ")"
		if _, err := strconv.Atoi(o.elements); o.member && err != nil { // else the size could wrap
			most, less := o.elements+" <= ", strings.TrimSuffix(o.elements, " + 1")
			if less != o.elements {
				most = less + " < "
			}
			text = "(" + most + "__PTRDIFF_MAX__ / sizeof(*" + o.pointer + ") && " + text + ")"
		}
		if o.member && !slices.Contains(h.requires, o.pointer+" != 0") {
			text = o.pointer + " == 0 || " + text
		}
		list = append(list, required{2*len(leads(o.pointer)) + 1, text})
	}
	for _, r := range h.requires {
		depth := 0
		for _, x := range designators.FindAllString(r, -1) {
			depth = max(depth, 2*len(leads(x)))
		}
		list = append(list, required{depth, r})
	}
	slices.SortStableFunc(list, func(a, b required) int { return a.depth - b.depth })
	var words []string
	for _, r := range list {
		words = append(words, "__CPROVER_requires("+r.text+")")
	}
	if h.assigns != nil {
		words = append(words, assignedInC(h.assigns, h))
	}
	for _, e := range h.ensures {
		words = append(words, "__CPROVER_ensures("+strings.ReplaceAll(strings.ReplaceAll(e, `\result`, "__CPROVER_return_value"), `\null`, "0")+")")
	}
	return strings.Join(words, " ")
}

// designators matches what a condition in C speaks of, with * where that is no product.
var designators = pattern.New(`(?:(?:^|[(!])\*)?[A-Za-z_]\w*(?:(?:->|\.)[A-Za-z_]\w*)*`)

// assignedInC says in the words of CBMC what a function with a header, or a loop of it, assigns.
func assignedInC(places []string, h header) string {
	var list []string
	for _, a := range places {
		p, rest, ranged := strings.Cut(a, "[")
		p = strings.TrimSuffix(strings.TrimPrefix(p, "((char *)"), ")")
		if !ranged {
			p, _ = strings.CutPrefix(a, "*")
		}
		if ranged && rest != "" {
			a = "__CPROVER_object_whole(" + p + ")"
		}
		if strings.Contains(p, "->") && (ranged || p != a) && !slices.Contains(h.requires, p+" != 0") {
			a = p + " != 0: " + a
		}
		list = append(list, a)
	}
	return "__CPROVER_assigns(" + strings.Join(list, "; ") + ")"
}

// more is h with clauses that are tried, and proved one after the other: that pointers lead to as much as the proof takes for granted, what the function
// assigns, and between which constants of the function, or whether not null, what it returns is.
func (c *Contract) more(ctx context.Context, h header, opts Options) (header, error) {
	begun := limit.ProcessorUsed()
	var wrong error
	try := func(with header) bool {
		if wrong != nil || limit.ProcessorUsed()-begun > cmp.Or(opts.Time, DefaultTime) {
			return false
		}
		text, err := c.proved(ctx, c.headerAt(with), opts)
		wrong = err
		return err == nil && text != nil
	}
	params := c.parameters()
	for _, x := range c.relations() {
		with := h
		if with.requires = append(slices.Clip(h.requires), x); try(with) {
			h = with
		}
	}
	for _, o := range c.objects(params) {
		for range 2 {
			with := h
			with.valid = append(slices.Clip(h.valid), o)
			if i := slices.IndexFunc(params, func(p parameter) bool { return p.name == o.elements && p.signed }); i >= 0 {
				with.requires = notNegative(h.requires, o.elements)
			}
			if try(with) {
				h = with
				break
			}
			if !o.member || o.constant {
				break
			}
			o.constant = true
		}
	}
	with := h
	if with.assigns = []string{}; !try(with) {
		places := c.written(params)
		if with.assigns = places; len(places) > 0 && try(with) {
			for i := len(places) - 1; i >= 0; i-- {
				less := with
				if less.assigns = slices.Delete(slices.Clone(with.assigns), i, i+1); len(less.assigns) > 0 && try(less) {
					with = less
				}
			}
		} else {
			with.assigns = nil
		}
	}
	h = with
	holds := func(e string) bool {
		with := h
		with.ensures = append(slices.Clip(h.ensures), e)
		return try(with)
	}
	switch result := strings.TrimSpace(c.resultType()); {
	case strings.Contains(result, "*"):
		if e := `\result != \null`; holds(e) {
			h.ensures = append(slices.Clip(h.ensures), e)
		}
	case numbers.MatchString(result):
		unsigned := strings.Contains(result, "unsigned") || strings.Contains(result, "size_t") || strings.Contains(result, "uint")
		most := ir.Int(bitsOf(result), !unsigned).Max()
		bounds := c.bounds()
		lower := slices.DeleteFunc(slices.Clone(bounds), func(n num.Int) bool { // others hold anyhow; what is below 0 would be large in C
			return n.Neg().Cmp(most) > 0 || unsigned && n.Sign() <= 0
		})
		slices.Reverse(lower)
		if e := least(lower, func(n num.Int) string { return `\result >= ` + n.String() }, holds); e != "" {
			h.ensures = append(slices.Clip(h.ensures), e)
		}
		upper := slices.DeleteFunc(bounds, func(n num.Int) bool { return n.Cmp(most) >= 0 || unsigned && n.Sign() < 0 })
		if e := least(upper, func(n num.Int) string { return `\result <= ` + n.String() }, holds); e != "" {
			h.ensures = append(slices.Clip(h.ensures), e)
		}
	}
	return h, wrong
}

// notNegative are some clauses, and that a number is not negative.
func notNegative(clauses []string, name string) []string {
	clauses = slices.Clone(clauses)
	for i, x := range clauses {
		switch {
		case x == name+" != 0":
			clauses[i] = name + " > 0"
			return clauses
		case strings.HasPrefix(x, name+" > ") || strings.HasPrefix(x, name+" >= ") && !strings.Contains(x, "-") && !strings.Contains(x, "|"):
			return clauses
		}
	}
	return append([]string{name + " >= 0"}, clauses...)
}

// bitsOf is how many bits a type of integers has, as results are written.
func bitsOf(result string) uint8 {
	switch {
	case strings.Contains(result, "char") || strings.Contains(result, "int8"):
		return 8
	case strings.Contains(result, "short") || strings.Contains(result, "int16"):
		return 16
	case strings.Contains(result, "long") || strings.Contains(result, "size_t") || strings.Contains(result, "int64"):
		return 64
	}
	return 32
}

// least is the first of clauses, of which each is weaker than the one before, that holds; "" if none does.
func least(bounds []num.Int, clause func(num.Int) string, holds func(string) bool) string {
	if len(bounds) == 0 || !holds(clause(bounds[len(bounds)-1])) {
		return ""
	}
	from, to := 0, len(bounds)-1 // what is at to holds
	for from < to {
		if middle := (from + to) / 2; holds(clause(bounds[middle])) {
			to = middle
		} else {
			from = middle + 1
		}
	}
	return clause(bounds[to])
}

// bounds are the numbers that a result is compared with, in their order.
func (c *Contract) bounds() (list []num.Int) {
	list = []num.Int{num.I(-1), num.I(0), num.I(1)}
	if c.Proof != nil && c.Proof.Program != nil {
		for _, n := range constantsOf(c.Proof.Program) {
			if n.Abs().Cmp(num.Pow2(31)) < 0 {
				list = append(list, n)
			}
		}
	}
	slices.SortFunc(list, num.Int.Cmp)
	return slices.CompactFunc(list, num.Int.Eq)
}

// parameter is one, as the text declares it.
type parameter struct {
	name                      string
	pointer, constant, signed bool
	void                      bool // it points to void
}

var (
	// numbers matches types of integers, as results are written.
	numbers = pattern.New(`^(?:(?:static|extern|inline|const|signed|unsigned|short|long|int|char|size_t|ssize_t|u?int\d+_t)\s*)+$`)
	// declared matches the declaration of a parameter that is no array of arrays and no pointer to a function.
	declared = pattern.New(`^([\w\s*]+?)(\w+)\s*(\[[^\]]*\])?$`)
	// related matches what is said of two numbers.
	related = pattern.New(`^(\w+(?:->\w+)?) (is less than|is at most) (\w+(?:->\w+)?(?: \+ 1)?)$`)
	// counted matches what is said of how much a pointer leads to.
	counted = pattern.New(`^(\w+(?:->\w+)?) has (\w+(?:->\w+)?(?: \+ 1)?) elements$`)
)

// resultType is the text before the function's name; "" if it is not known.
func (c *Contract) resultType() string {
	before, _, _ := strings.Cut(c.place.declaration(), c.Function.Name)
	return before
}

// parameters are those of the function, as far as they are simple.
func (c *Contract) parameters() (list []parameter) {
	_, text, ok := strings.Cut(c.place.declaration(), c.Function.Name)
	text = strings.TrimSpace(text)
	if !ok || !strings.HasPrefix(text, "(") || !strings.HasSuffix(text, ")") {
		return nil
	}
	for part := range strings.SplitSeq(text[1:len(text)-1], ",") {
		m := declared.FindStringSubmatch(strings.TrimSpace(part))
		if m == nil || strings.Count(m[1], "*") > 1 || strings.Contains(m[1], "*") && m[3] != "" {
			continue
		}
		pointer := strings.Contains(m[1], "*") || m[3] != ""
		signed := numbers.MatchString(strings.TrimSpace(m[1])) && !strings.Contains(m[1], "unsigned") && !strings.Contains(m[1], "uint") && !strings.Contains(strings.ReplaceAll(m[1], "ssize_t", ""), "size_t")
		list = append(list, parameter{m[2], pointer, strings.Contains(m[1], "const"), signed && !pointer, strings.Contains(m[1], "void")})
	}
	return list
}

// objects are what parameters are taken to lead to.
func (c *Contract) objects(params []parameter) (list []object) {
	many := map[string]string{}
	var members []object
	valid := false
	for _, n := range c.Notes {
		if n.Aspect == ir.AboutLengths {
			for part := range strings.SplitSeq(n.Text, ", ") {
				if m := counted.FindStringSubmatch(part); m != nil {
					if many[m[1]] = m[2]; strings.Contains(m[1], "->") {
						members = append(members, object{pointer: m[1], elements: m[2], member: true})
					}
				}
			}
		}
		valid = valid || n.Aspect == ir.AboutValid
	}
	for _, p := range params {
		if valid && p.pointer {
			o := object{pointer: p.name, elements: many[p.name], constant: p.constant, void: p.void}
			if o.elements == "" && o.void { // what it leads to is an object of another type
				continue
			}
			o.elements = cmp.Or(o.elements, "1")
			list = append(list, o)
		}
	}
	return append(append(list, members...), c.linked(many)...)
}

// linked are the objects that members lead to which the text of the function follows, or of which the contract says that they are not null, but for those of which it is known how many there are.
func (c *Contract) linked(many map[string]string) (list []object) {
	if c.Proof == nil || c.Proof.Program == nil || c.Proof.Program.Environment == nil {
		return nil
	}
	_, end := extent(c.place.text, c.place.begin())
	body := c.place.text[c.place.at:end]
	for _, p := range slices.Sorted(maps.Values(c.Proof.Program.Environment.Paths)) {
		follows := slices.Contains(c.texts(), p+" != 0") || strings.Contains(body, p+"->") || strings.Contains(body, "*"+p) || strings.Contains(body, p+"[")
		if follows && many[p] == "" && strings.Count(p, "->") == 1 && designator.MatchString(p) && !slices.ContainsFunc(list, func(o object) bool { return o.pointer == p }) {
			list = append(list, object{pointer: p, elements: "1", member: true})
		}
	}
	return list
}

// relations are what is taken for granted of numbers that say how much there is, and where.
func (c *Contract) relations() (list []string) {
	for _, n := range c.Notes {
		if n.Aspect != ir.AboutLengths {
			continue
		}
		for part := range strings.SplitSeq(n.Text, ", ") {
			if m := related.FindStringSubmatch(part); m != nil {
				op := " <= "
				if high, ok := strings.CutSuffix(m[3], " + 1"); ok && m[2] == "is less than" {
					m[3] = high
				} else if m[2] == "is less than" {
					op = " < "
				}
				list = append(list, m[1]+op+m[3])
			}
		}
	}
	return list
}

// written are the places that the function may assign: what parameters lead to that are no constants, and variables of the program that it gives a value.
func (c *Contract) written(params []parameter) (list []string) {
	for _, o := range c.objects(params) {
		switch {
		case o.constant:
		case o.elements == "1":
			list = append(list, "*"+o.pointer)
		default:
			begin := o.begin()
			if o.void {
				begin = "(" + begin + ")"
			}
			list = append(list, fmt.Sprintf("%s[0 .. %s]", begin, minusOne(o.elements)))
		}
	}
	if c.Proof == nil || c.Proof.Program == nil {
		return list
	}
	p := c.Proof.Program
	for _, e := range p.Edges {
		if e == nil || p.Surrounds(e.Pos) || e.Pos.InModel() {
			continue
		}
		if a, ok := e.Stmt.(*ir.Assign); ok && a.Var.Func == nil && designator.MatchString(a.Var.CName) && !slices.Contains(list, a.Var.CName) {
			list = append(list, a.Var.CName)
		}
	}
	return list
}

package infer

import (
	"cmp"
	"context"
	"fmt"
	"slices"
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
}

func (h header) empty() bool {
	return len(h.requires)+len(h.valid)+len(h.ensures) == 0 && h.assigns == nil
}

// acsl is the header in ACSL.
func (h header) acsl() string {
	var list []string
	for _, o := range h.valid {
		word := map[bool]string{true: `\valid_read`, false: `\valid`}[o.constant]
		if o.elements == "1" {
			list = append(list, "requires "+word+"("+o.pointer+")")
		} else {
			list = append(list, "requires "+word+"("+o.pointer+" + (0 .. "+o.elements+" - 1))")
		}
	}
	for _, r := range h.requires {
		list = append(list, "requires "+r)
	}
	if h.assigns != nil {
		list = append(list, "assigns "+cmp.Or(strings.Join(h.assigns, ", "), `\nothing`))
	}
	for _, e := range h.ensures {
		list = append(list, "ensures "+e)
	}
	return "/*@ " + strings.Join(list, "; ") + "; */"
}

// cprover is the header in the words of CBMC, which has whole objects assigned where ACSL has ranges.
func (h header) cprover() string {
	var list []string
	for _, o := range h.valid {
		size := "sizeof(*" + o.pointer + ")"
		if o.elements != "1" {
			size = "(" + o.elements + ") * " + size
		}
		list = append(list, "__CPROVER_requires(__CPROVER_is_fresh("+o.pointer+", "+size+"))")
	}
	for _, r := range h.requires {
		list = append(list, "__CPROVER_requires("+r+")")
	}
	if h.assigns != nil {
		var places []string
		for _, a := range h.assigns {
			if p, rest, ok := strings.Cut(a, "["); ok && rest != "" {
				a = "__CPROVER_object_whole(" + p + ")"
			}
			places = append(places, a)
		}
		list = append(list, "__CPROVER_assigns("+strings.Join(places, "; ")+")")
	}
	for _, e := range h.ensures {
		list = append(list, "__CPROVER_ensures("+strings.ReplaceAll(strings.ReplaceAll(e, `\result`, "__CPROVER_return_value"), `\null`, "0")+")")
	}
	return strings.Join(list, " ")
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
	for _, o := range c.objects(params) {
		with := h
		if with.valid = append(slices.Clip(h.valid), o); try(with) {
			h = with
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
		unsigned := strings.Contains(result, "unsigned") || strings.Contains(result, "size_t")
		bounds := c.bounds()
		if unsigned { // what is below 0 would be large there in C
			bounds = slices.DeleteFunc(bounds, func(n num.Int) bool { return n.Sign() < 0 })
		}
		if e := least(bounds, func(n num.Int) string { return `\result <= ` + n.String() }, holds); e != "" {
			h.ensures = append(slices.Clip(h.ensures), e)
		}
		slices.Reverse(bounds)
		if unsigned {
			bounds = bounds[:len(bounds)-1]
		}
		if e := least(bounds, func(n num.Int) string { return `\result >= ` + n.String() }, holds); e != "" {
			h.ensures = append(slices.Clip(h.ensures), e)
		}
	}
	return h, wrong
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
	name              string
	pointer, constant bool
}

var (
	// numbers matches types of integers, as results are written.
	numbers = pattern.New(`^(?:(?:static|extern|inline|const|signed|unsigned|short|long|int|char|size_t|ssize_t|u?int\d+_t)\s*)+$`)
	// declared matches the declaration of a parameter that is no array of arrays and no pointer to a function.
	declared = pattern.New(`^([\w\s*]+?)(\w+)\s*(\[[^\]]*\])?$`)
	// counted matches what is said of how much a pointer leads to.
	counted = pattern.New(`^(\w+) has (\w+) elements$`)
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
		list = append(list, parameter{m[2], strings.Contains(m[1], "*") || m[3] != "", strings.Contains(m[1], "const")})
	}
	return list
}

// objects are what parameters are taken to lead to.
func (c *Contract) objects(params []parameter) (list []object) {
	many := map[string]string{}
	valid := false
	for _, n := range c.Notes {
		if n.Aspect == ir.AboutLengths {
			for part := range strings.SplitSeq(n.Text, ", ") {
				if m := counted.FindStringSubmatch(part); m != nil {
					many[m[1]] = m[2]
				}
			}
		}
		valid = valid || n.Aspect == ir.AboutValid
	}
	for _, p := range params {
		if valid && p.pointer {
			list = append(list, object{p.name, cmp.Or(many[p.name], "1"), p.constant})
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
			list = append(list, fmt.Sprintf("%s[0 .. %s - 1]", o.pointer, o.elements))
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

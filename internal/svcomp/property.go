package svcomp

import (
	"fmt"
	"slices"
	"strings"

	"craig/internal/bounded"
	"craig/internal/pattern"
	"craig/internal/property"
	"craig/internal/spell"
)

// Properties are what a user or a task asks for. The zero value asks for nothing.
type Properties struct {
	Names       []string // as package cfront knows them; nil: nothing was asked for
	Label       string   // G ! label(L)
	Function    string   // G ! call(f())
	Entry       string   // init(f())
	Unsupported string   // a property that craig does not decide

	unknown string // what is no property
	begins  string // the function in init, of those that have been understood
}

// undecided are properties of SV-COMP that craig does not decide.
var undecided = []string{"def-behavior"}

// decided tells whether craig decides the property of that name.
func decided(name string) bool { return slices.Contains(property.Names(), name) }

// ReadProperties understands a list of names and .prp files.
func ReadProperties(list []string) (p Properties, err error) {
	for _, name := range list {
		name = strings.TrimSpace(name)
		switch {
		case strings.HasSuffix(name, ".prp"):
			if err := p.readFile(name); err != nil {
				return p, err
			}
		case name == memsafety:
			p.addMemsafety()
		case decided(name):
			p.add(name)
		case slices.Contains(undecided, name):
			p.Unsupported = name
		default:
			return p, &UnknownProperty{name}
		}
	}
	return p, nil
}

// memsafety is the name of three properties together.
const memsafety = "valid-memsafety"

func (p *Properties) addMemsafety() {
	for _, name := range []string{"valid-deref", "valid-free", "valid-memtrack"} {
		p.add(name)
	}
}

func (p *Properties) add(name string) {
	if !slices.Contains(p.Names, name) {
		p.Names = append(p.Names, name)
	}
}

var (
	checkLine = pattern.New(`^CHECK\s*\(\s*init\s*\(\s*(\w+)\s*\(\s*\)\s*\)\s*,\s*LTL\s*\(\s*(.*?)\s*\)\s*\)$`)
	callLTL   = pattern.New(`^G\s*!\s*call\s*\(\s*(\w+)\s*\(\s*\)\s*\)$`)
	labelLTL  = pattern.New(`^G\s*!\s*label\s*\(\s*(\w+)\s*\)$`)
	endLTL    = pattern.New(`^F\s*end$`)
	nameLTL   = pattern.New(`^G\s*!?\s*([\w-]+)$`)
)

// readFile reads an SV-COMP property file: lines CHECK( init(main()), LTL(G ! call(f())) ).
func (p *Properties) readFile(name string) error {
	data, err := bounded.ReadFile(name, bounded.Most)
	if err != nil {
		return err
	}
	found := false
	for _, line := range strings.Split(string(data), "\n") {
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "//") || strings.HasPrefix(line, "#") {
			continue
		}
		if !checkLine.MatchString(line) {
			return &FormatError{name, fmt.Errorf("not a property: %q; expected CHECK( init(main()), LTL(G ! call(reach_error())) )", line)}
		}
		found = true
		p.Understand(line)
		if n := p.unknown; n != "" {
			return &FormatError{name, fmt.Errorf("no property %s; %s", n, instead(n))}
		}
	}
	if !found {
		return &FormatError{name, fmt.Errorf("no property in it; expected CHECK( init(main()), LTL(G ! call(reach_error())) )")}
	}
	return nil
}

// Understand adds a property as SV-COMP writes it, with or without the CHECK around the formula. One that begins elsewhere than those
// before it, or is about another label or function, is Unsupported: one run decides about one of each.
func (p *Properties) Understand(ltl string) {
	whole := strings.TrimSpace(ltl)
	if m := checkLine.FindStringSubmatch(ltl); m != nil {
		if p.begins != "" && m[1] != p.begins {
			p.Unsupported = fmt.Sprintf("%s beside one of init(%s())", whole, p.begins)
			return
		}
		p.begins = m[1]
		if m[1] != "main" {
			p.Entry = m[1]
		}
		ltl = m[2]
	}
	if c := callLTL.FindStringSubmatch(ltl); c != nil {
		p.add("unreach-call")
		switch c[1] {
		case "reach_error", "__VERIFIER_error", "__assert_fail":
		default:
			if p.Function != "" && p.Function != c[1] {
				p.Unsupported = fmt.Sprintf("%s beside one of call(%s())", whole, p.Function)
				return
			}
			p.Function = c[1]
		}
	} else if l := labelLTL.FindStringSubmatch(ltl); l != nil {
		// The property of the competition of 2012, where a failing assertion counted as well.
		if p.Label != "" && p.Label != l[1] {
			p.Unsupported = fmt.Sprintf("%s beside one of label(%s)", whole, p.Label)
			return
		}
		p.Label = l[1]
		p.add("unreach-call")
	} else if endLTL.MatchString(ltl) {
		p.add("termination")
	} else if n := nameLTL.FindStringSubmatch(ltl); n != nil && n[1] == "overflow" {
		p.add("no-overflow")
	} else if n != nil && n[1] == "data-race" {
		p.add("no-data-race")
	} else if n != nil && n[1] == "deadlock" {
		p.add("no-deadlock")
	} else if n != nil && n[1] == memsafety {
		p.addMemsafety()
	} else if n != nil && decided(n[1]) {
		p.add(n[1])
	} else {
		p.Unsupported = strings.TrimSpace(ltl)
		if n != nil {
			p.Unsupported = n[1]
			if !slices.Contains(undecided, n[1]) {
				p.unknown = n[1]
			}
		}
	}
}

// UnknownProperty is a word that is no property.
type UnknownProperty struct{ Name string }

func (e *UnknownProperty) Error() string {
	return fmt.Sprintf("unknown value %q: %s", e.Name, instead(e.Name))
}

// instead says what is meant by a name that is no property.
func instead(name string) string {
	if name == "unreachable-code" {
		return "that is asked by itself, with craig verify"
	}
	if like := spell.Nearest(name, append(append(property.Names(), memsafety, "unreachable-code"), undecided...)); like != "" {
		return "did you mean " + like + "?"
	}
	return "want one of " + strings.Join(property.Names(), ", ") + ", or a FILE.prp"
}

package main

import (
	"os"
	"regexp"
	"slices"
	"strings"

	"craig/internal/spell"
)

// properties are what --property or a task asks for.
type properties struct {
	names       []string // as package cfront knows them; nil: nothing was asked for
	label       string   // G ! label(L)
	function    string   // G ! call(f())
	entry       string   // init(f())
	unsupported string   // a property that craig does not decide
	unknown     string   // what is no property
}

// decided are the properties that craig decides; undecided ones exist in SV-COMP.
var (
	decided   = []string{"unreach-call", "bounds", "null", "valid-deref", "div-by-zero", "no-overflow"}
	undecided = []string{"valid-free", "valid-memtrack", "valid-memcleanup", "valid-memsafety", "termination", "no-data-race", "no-deadlock", "def-behavior"}
)

// readProperties understands a list of names and .prp files.
func readProperties(list []string) (p properties, err error) {
	for _, name := range list {
		name = strings.TrimSpace(name)
		switch {
		case strings.HasSuffix(name, ".prp"):
			if err := p.readFile(name); err != nil {
				return p, err
			}
		case slices.Contains(decided, name):
			p.add(name)
		case slices.Contains(undecided, name):
			p.unsupported = name
		default:
			return p, usagef("--property %s: %s", name, properties{}.instead(name))
		}
	}
	return p, nil
}

// instead says what is meant by a name that is no property.
func (properties) instead(name string) string {
	if like := spell.Nearest(name, append(slices.Clone(decided), undecided...)); like != "" {
		return "did you mean " + like + "?"
	}
	return "the properties are " + strings.Join(decided, ", ") + ", or a FILE.prp"
}

func (p *properties) add(name string) {
	if !slices.Contains(p.names, name) {
		p.names = append(p.names, name)
	}
}

var (
	checkLine = regexp.MustCompile(`^CHECK\s*\(\s*init\s*\(\s*(\w+)\s*\(\s*\)\s*\)\s*,\s*LTL\s*\(\s*(.*?)\s*\)\s*\)$`)
	callLTL   = regexp.MustCompile(`^G\s*!\s*call\s*\(\s*(\w+)\s*\(\s*\)\s*\)$`)
	labelLTL  = regexp.MustCompile(`^G\s*!\s*label\s*\(\s*(\w+)\s*\)$`)
	nameLTL   = regexp.MustCompile(`^G\s*!?\s*([\w-]+)$`)
)

// readFile reads an SV-COMP property file: lines CHECK( init(main()), LTL(G ! call(f())) ).
func (p *properties) readFile(name string) error {
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	found := false
	for _, line := range strings.Split(string(data), "\n") {
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "//") || strings.HasPrefix(line, "#") {
			continue
		}
		if !checkLine.MatchString(line) {
			return &formatError{file: name, err: usagef("not a property: %q; expected CHECK( init(main()), LTL(G ! call(reach_error())) )", line)}
		}
		found = true
		p.understand(line)
		if n := p.unknown; n != "" {
			return &formatError{file: name, err: usagef("no property %s; %s", n, p.instead(n))}
		}
	}
	if !found {
		return &formatError{file: name, err: usagef("no property in it; expected CHECK( init(main()), LTL(G ! call(reach_error())) )")}
	}
	return nil
}

// understand adds a property as SV-COMP writes it, with or without the CHECK around the formula.
func (p *properties) understand(ltl string) {
	if m := checkLine.FindStringSubmatch(ltl); m != nil {
		if m[1] != "main" {
			p.entry = m[1]
		}
		ltl = m[2]
	}
	if c := callLTL.FindStringSubmatch(ltl); c != nil {
		p.add("unreach-call")
		switch c[1] {
		case "reach_error", "__VERIFIER_error", "__assert_fail":
		default:
			p.function = c[1]
		}
	} else if l := labelLTL.FindStringSubmatch(ltl); l != nil {
		// The property of the competition of 2012, where a failing assertion counted as well.
		p.label = l[1]
		p.add("unreach-call")
	} else if n := nameLTL.FindStringSubmatch(ltl); n != nil && n[1] == "overflow" {
		p.add("no-overflow")
	} else if n != nil && slices.Contains(decided, n[1]) {
		p.add(n[1])
	} else {
		p.unsupported = strings.TrimSpace(ltl)
		if n != nil {
			p.unsupported = n[1]
			if !slices.Contains(undecided, n[1]) {
				p.unknown = n[1]
			}
		}
	}
}

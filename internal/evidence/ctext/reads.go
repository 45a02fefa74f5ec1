package ctext

import (
	"regexp"
	"strings"

	"craig/internal/pattern"
)

// Read is the length of the expression at an offset that reads a volatile object, if it can be told
// from the text; 0 if not. The name is a designator of a variable, with [] for any index, or something
// else for an object that the program reaches by a pointer: then *p, p->m and p[i] are found, and the
// name of a macro that stands for *(T *)number.
func (s *Source) Read(at int, name string) int {
	end := s.designated(at, name)
	if end == 0 || changing.MatchString(s.Rest(s.Skip(end))) || s.withoutValue(at) {
		return 0
	}
	return end - at
}

// Update is the length of the expression at an offset that reads a volatile variable, or a part of one, and
// changes it, as in v += 2, if it can be told from the text and has no other effects; 0 if not.
func (s *Source) Update(at int, name string) int {
	if root, _ := cutDesignator(name); root == "" {
		return 0
	}
	end := s.designated(at, name)
	if end == 0 || strings.ContainsAny(string(s.text[at:end]), "(=+-") {
		return 0
	}
	before := s.Before(at)
	prefix := (before == "+" || before == "-") && s.Before(s.Previous(at)) == before
	if rest := s.Rest(s.Skip(end)); !prefix && (!changing.MatchString(rest) || strings.HasPrefix(rest, "=")) {
		return 0
	}
	return end - at
}

// ReplaceUpdate gives a variable that Update has found a value before it is read.
func (s *Source) ReplaceUpdate(at, length int, value string) {
	text := string(s.text[at : at+length])
	s.Edit(at, length, "(*({ "+text+" = "+value+"; &"+text+"; }))")
}

// designated is the end of the expression at an offset that designates a volatile object of that name, see Read;
// 0 if there is none.
func (s *Source) designated(at int, name string) int {
	end := 0
	switch root, path := cutDesignator(name); {
	case root != "":
		if s.Word(at) != root {
			return 0
		}
		end = at + len(root)
		for _, part := range path {
			if end = s.postfix(end); end < 0 || part == '[' && s.text[end-1] != ']' {
				return 0
			}
		}
	case strings.HasPrefix(s.Rest(at), "*"):
		end = s.Skip(at + 1)
		if s.Word(end) == "" && !strings.HasPrefix(s.Rest(end), "(") {
			return 0
		}
		for s.text[end] == '(' { // casts, and what is cast
			closed, ok := s.Find(end+1, ")")
			if !ok {
				return 0
			}
			end = closed + 1
			if next := s.Skip(end); s.Word(next) != "" || strings.HasPrefix(s.Rest(next), "(") {
				end = next
			} else {
				break
			}
		}
		end += len(s.Word(end))
		if s.postfix(end) >= 0 {
			return 0
		}
	case s.Word(at) != "" && s.stands(s.Word(at)):
		end = at + len(s.Word(at))
	case s.Word(at) != "":
		if end = s.postfix(at + len(s.Word(at))); end < 0 || s.postfix(end) >= 0 {
			return 0
		}
	default:
		return 0
	}
	return end
}

// withoutValue tells whether an operator in front of an offset does not take the value of what follows,
// or changes it.
func (s *Source) withoutValue(at int) bool {
	before := s.Before(at)
	operator := s.Previous(at)
	second := s.Before(operator)
	switch before {
	case "sizeof":
		return true
	case "&": // binary after an operand
		return second != "&" && second != ")" && second != "]" && (second == "" || !Letter(second[len(second)-1]) || second == "return")
	case "+", "-":
		return second == before
	}
	return false
}

// Replace has value stand for an expression that Read has found. The expression is still evaluated, for
// its effects.
func (s *Source) Replace(at, length int, name, value string) {
	operator := ""
	if root, _ := cutDesignator(name); root == "" { // what a pointer points to may not be there
		operator = "&"
	}
	s.Edit(at, 0, "((void)"+operator+"(")
	s.Edit(at+length, 0, "), "+value+")")
}

// changing begins what changes the operand in front of it.
var changing = pattern.New(`^(=[^=]|\+\+|--|([-+*/%&|^]|<<|>>)=)`)

// cutDesignator cuts a designator into the variable and the first characters of what follows, "." or
// "[" each; root is "" if it is none.
func cutDesignator(name string) (root, path string) {
	m := designator.FindStringSubmatch(name)
	if m == nil {
		return "", ""
	}
	for _, c := range m[2] {
		if c == '.' || c == '[' {
			path += string(c)
		}
	}
	return m[1], path
}

var designator = pattern.New(`^([A-Za-z_]\w*)((?:\.[A-Za-z_]\w*|\[\])*)$`)

// postfix is the end of ".m", "->m" or "[i]" after an offset; -1 if there is none.
func (s *Source) postfix(at int) int {
	at = s.Skip(at)
	switch rest := s.Rest(at); {
	case strings.HasPrefix(rest, "["):
		if end, ok := s.Find(at+1, "]"); ok {
			return end + 1
		}
	case strings.HasPrefix(rest, "->"):
		at++
		fallthrough
	case strings.HasPrefix(rest, "."):
		at = s.Skip(at + 1)
		if word := s.Word(at); word != "" {
			return at + len(word)
		}
	}
	return -1
}

// stands tells whether the text defines a macro of that name as *(T *)number.
func (s *Source) stands(word string) bool {
	m := regexp.MustCompile(`(?m)^[ \t]*#[ \t]*define[ \t]+` + regexp.QuoteMeta(word) + `[ \t]+(.*)$`).FindSubmatch(s.text)
	return m != nil && dereference.MatchString(strings.TrimSpace(string(m[1])))
}

var dereference = pattern.New(`^\(?\*[ \t]*\([^()*]*\*[^()*]*\)[ \t]*\(?\w+\)?\)?$`)

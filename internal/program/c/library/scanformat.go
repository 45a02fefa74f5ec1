package library

import "strings"

// ScanFormat splits a format of scanf: runs of white space have the verb ' ', other characters that stand
// for themselves have 0. It reports false if the format has something that is not known here.
func ScanFormat(format string) ([]Directive, bool) {
	var list []Directive
	for at := 0; at < len(format); {
		d := Directive{From: at, Precision: -1}
		if format[at] != '%' {
			rest := strings.TrimLeft(format[at:], " \t\n\v\f\r")
			if n := len(format) - at - len(rest); n > 0 {
				d.Verb = ' '
				at += n
			} else {
				at++
			}
			d.To = at
			list = append(list, d)
			continue
		}
		at++
		if strings.HasPrefix(format[at:], "*") {
			d.Flags = "*"
			at++
		}
		var ok bool
		if d.Width, at, ok = number(format, at); !ok {
			return nil, false
		}
		d.Length = lengthModifier(format[at:])
		at += len(d.Length)
		if at == len(format) || strings.IndexByte("diouxXpncs[aefgAEFG%", format[at]) < 0 {
			return nil, false
		}
		d.Verb = format[at]
		at++
		if d.Verb == '[' {
			set := strings.TrimPrefix(format[at:], "^")
			at = len(format) - len(set)
			n := -1
			if set != "" {
				n = strings.IndexByte(set[1:], ']') // a first ] is of the set
			}
			if n < 0 {
				return nil, false
			}
			at += n + 2
		}
		d.To = at
		list = append(list, d)
	}
	return list, true
}

// Stored are the pieces that store something.
func Stored(pieces []Directive) (list []Directive) {
	for i, d := range pieces {
		d.Spaced = i > 0 && pieces[i-1].Verb == ' '
		if d.Verb != 0 && d.Verb != ' ' && d.Verb != '%' && d.Flags == "" {
			list = append(list, d)
		}
	}
	return list
}

// ReadsFirst says that the first conversion of a format comes before all else and reads whatever there is, so that it fails only where
// input ends.
func ReadsFirst(pieces []Directive) bool {
	for _, d := range pieces {
		if d.Verb != ' ' {
			return (d.Verb == 's' || d.Verb == 'c' && d.Width <= 1) && d.Flags == ""
		}
	}
	return false
}

// Rest is what may come after a call of scanf; the numbers are those of the models of stdio.h.
type Rest int64

const (
	RestAny    Rest = iota
	RestNumber      // no digit
	RestWord        // white space or the end
	RestEnd         // nothing but the end
)

// Rest is what may come for certain after the piece d, if it is the last that scanf has looked at.
func (d Directive) Rest() Rest {
	switch {
	case d.Verb == 'n' || d.Verb == 'c' && d.Width <= 1:
		return RestAny
	case (d.Verb == 'd' || d.Verb == 'u') && d.Width < 0:
		return RestNumber
	case d.Verb == ' ' || d.Verb == '[' || d.Verb == 'c':
		return RestEnd
	}
	return RestWord
}

// Rests are what may come after all of the pieces have been done, and after some have.
func Rests(pieces []Directive) (done, failed Rest) {
	for i, d := range pieces {
		if d.Verb != ' ' {
			failed = max(failed, d.Rest())
			if d.Verb != 0 && d.Verb != '%' && d.Verb != 'n' && d.Flags == "" {
				done = RestAny
			}
		}
		if d.Verb != ' ' || i == len(pieces)-1 {
			done = max(done, d.Rest())
		}
	}
	return done, failed
}

// Clashes says that the piece d of format may want a character first that cannot be there, behind the piece before.
func (d Directive) Clashes(before Directive, format string) bool {
	switch {
	case d.Verb == 0 && before.Rest() == RestNumber:
		return '0' <= format[d.From] && format[d.From] <= '9'
	case d.Verb == 0 || d.Verb == '%':
		return before.Rest() == RestWord && before.Verb != 0 && before.Verb != '%'
	case d.Verb == 'c':
		return d.Width > 1 && before.Rest() != RestAny && before.Verb != 0 && before.Verb != '%'
	case d.Verb == '[':
		return before.Rest() != RestAny && before.Verb != 0 && before.Verb != '%'
	}
	return false
}

// ScanSet are the characters of a conversion such as %[a-z_], as pairs of the first and the last one of a range,
// and whether it is for all others. As glibc has it, "-" makes a range if it is neither first nor last,
// and if the range is not empty.
func ScanSet(directive string) (ranges string, negated bool) {
	set := directive[strings.IndexByte(directive, '[')+1 : len(directive)-1]
	set, negated = strings.CutPrefix(set, "^")
	var pairs []byte
	for i := 0; i < len(set); i++ {
		if set[i] == '-' && i > 0 && i+1 < len(set) && set[i-1] <= set[i+1] {
			pairs = append(pairs, set[i-1], set[i+1])
		} else {
			pairs = append(pairs, set[i], set[i])
		}
	}
	return string(pairs), negated
}

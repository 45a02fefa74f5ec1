package cfront

import (
	"strconv"
	"strings"

	"craig/logic/num"
)

// directive is a piece of the format of printf or scanf: literal text, or a conversion.
type directive struct {
	from, to int // the piece in the format
	verb     byte
	flags    string // of printf: those of "-+ #0" that are there; of scanf "*"
	length   string // "hh", "h", "l", "ll", "j", "z", "t", "L"
	width    int    // -1: none
	precise  int    // the precision, -1: none
	star     bool   // the width is an argument
	starred  bool   // the precision is an argument
	spaced   bool   // of scanf: white space is skipped before it
}

// literal tells whether the piece stands for itself. (%% is a directive with the verb %.)
func (d *directive) literal() bool { return d.verb == 0 }

// maxWidth bounds widths and precisions that are followed: texts stay shorter than INT_MAX.
const maxWidth = 4096

// printDirectives splits a format of printf; false if it has something that is not known here.
func printDirectives(format string) ([]directive, bool) {
	var list []directive
	for at := 0; at < len(format); {
		d := directive{from: at, width: -1, precise: -1}
		if format[at] != '%' {
			n := strings.IndexByte(format[at:], '%')
			if n < 0 {
				n = len(format) - at
			}
			at += n
			d.to = at
			list = append(list, d)
			continue
		}
		at++
		n := len(format[at:]) - len(strings.TrimLeft(format[at:], "-+ #0'"))
		d.flags = format[at : at+n]
		at += n
		ok := true
		if at < len(format) && format[at] == '*' {
			d.star = true
			at++
		} else if d.width, at, ok = number(format, at); !ok {
			return nil, false
		}
		if at < len(format) && format[at] == '.' {
			at++
			if at < len(format) && format[at] == '*' {
				d.starred = true
				at++
			} else if d.precise, at, ok = number(format, at); !ok {
				return nil, false
			} else if d.precise < 0 {
				d.precise = 0
			}
		}
		d.length = lengthModifier(format[at:])
		at += len(d.length)
		if at == len(format) || !strings.ContainsRune("diouxXcspnfFeEgGaA%", rune(format[at])) {
			return nil, false
		}
		d.verb = format[at]
		at++
		d.to = at
		if d.verb == '%' && d.to != d.from+2 || d.length == "l" && strings.ContainsRune("cs", rune(d.verb)) {
			return nil, false
		}
		list = append(list, d)
	}
	return list, true
}

// number reads digits; -1 if there are none, false if it is too large.
func number(format string, at int) (int, int, bool) {
	end := at
	for end < len(format) && '0' <= format[end] && format[end] <= '9' {
		end++
	}
	if end == at {
		return -1, at, true
	}
	n, err := strconv.Atoi(format[at:end])
	return n, end, err == nil && n <= maxWidth
}

func lengthModifier(s string) string {
	for _, m := range []string{"hh", "h", "ll", "l", "j", "z", "t", "L", "q"} {
		if strings.HasPrefix(s, m) {
			return m
		}
	}
	return ""
}

// lengthType is the type that a conversion of an integer with this length modifier is for; nil if
// there is none.
func (t *typeTable) lengthType(length string, signed bool) *ctype {
	pick := func(s, u *ctype) *ctype {
		if signed {
			return s
		}
		return u
	}
	switch length {
	case "":
		return pick(t.intT, t.uint)
	case "hh":
		return pick(t.schar, t.uchar)
	case "h":
		return pick(t.short, t.ushort)
	case "l":
		return pick(t.long, t.ulong)
	case "ll", "j", "q":
		return pick(t.llong, t.ullong)
	case "z", "t":
		return pick(t.ptrdiff, t.size)
	}
	return nil
}

// number is what printf prints for a number, converted to the type of d, which has no arguments for
// width and precision.
func (d *directive) number(v num.Int) string {
	flag := func(c string) bool { return strings.Contains(d.flags, c) }
	sign := ""
	switch {
	case d.verb != 'd' && d.verb != 'i':
	case v.Sign() < 0:
		sign = "-"
	case flag("+"):
		sign = "+"
	case flag(" "):
		sign = " "
	}
	base := map[byte]int{'d': 10, 'i': 10, 'u': 10, 'o': 8, 'x': 16, 'X': 16}[d.verb]
	digits := v.Abs().Big().Text(base)
	if v.IsZero() && d.precise == 0 {
		digits = ""
	}
	if n := d.precise - len(digits); n > 0 {
		digits = strings.Repeat("0", n) + digits
	}
	if flag("#") && base == 8 && !strings.HasPrefix(digits, "0") {
		digits = "0" + digits
	}
	if flag("#") && base == 16 && !v.IsZero() {
		sign = "0x"
	}
	if n := d.width - len(sign) - len(digits); n > 0 && flag("0") && !flag("-") && d.precise < 0 {
		digits = strings.Repeat("0", n) + digits
	}
	text := d.pad(sign + digits)
	if d.verb == 'X' {
		text = strings.ToUpper(text)
	}
	return text
}

// text is what printf prints for a string.
func (d *directive) text(s string) string {
	if d.precise >= 0 && d.precise < len(s) {
		s = s[:d.precise]
	}
	return d.pad(s)
}

// pad makes a text as long as the width.
func (d *directive) pad(s string) string {
	n := max(d.width-len(s), 0)
	if strings.Contains(d.flags, "-") {
		return s + strings.Repeat(" ", n)
	}
	return strings.Repeat(" ", n) + s
}

package library

import (
	"math"
	"math/big"
	"strconv"
	"strings"
)

// Directive is a piece of the format of printf or scanf: literal text, or a conversion.
type Directive struct {
	From, To  int // the piece in the format
	Verb      byte
	Flags     string // of printf: those of "-+ #0" that are there; of scanf "*"
	Length    string // "hh", "h", "l", "ll", "j", "z", "t", "L"
	Width     int    // -1: none
	Precision int    // the precision, -1: none
	Star      bool   // the width is an argument
	Starred   bool   // the precision is an argument
	Spaced    bool   // of scanf: white space is skipped before it
}

// Literal tells whether the piece stands for itself. (%% is a Directive with the verb %.)
func (d *Directive) Literal() bool { return d.Verb == 0 }

// Converts tells whether the piece, of printf, converts an argument. %m takes none.
func (d *Directive) Converts() bool { return d.Verb != 0 && d.Verb != '%' && d.Verb != 'm' }

// MaxWidth bounds widths and precisions that are followed: texts stay shorter than INT_MAX.
const MaxWidth = 4096

// PrintFormat splits a format of printf; false if it has something that is not known here.
func PrintFormat(format string) ([]Directive, bool) {
	var list []Directive
	for at := 0; at < len(format); {
		d := Directive{From: at, Width: -1, Precision: -1}
		if format[at] != '%' {
			n := strings.IndexByte(format[at:], '%')
			if n < 0 {
				n = len(format) - at
			}
			at += n
			d.To = at
			list = append(list, d)
			continue
		}
		at++
		n := len(format[at:]) - len(strings.TrimLeft(format[at:], "-+ #0'"))
		d.Flags = format[at : at+n]
		at += n
		ok := true
		if at < len(format) && format[at] == '*' {
			d.Star = true
			at++
		} else if d.Width, at, ok = number(format, at); !ok {
			return nil, false
		}
		if at < len(format) && format[at] == '.' {
			at++
			if at < len(format) && format[at] == '*' {
				d.Starred = true
				at++
			} else if d.Precision, at, ok = number(format, at); !ok {
				return nil, false
			} else if d.Precision < 0 {
				d.Precision = 0
			}
		}
		d.Length = lengthModifier(format[at:])
		at += len(d.Length)
		if at == len(format) || !strings.ContainsRune("diouxXcspnfFeEgGaAm%", rune(format[at])) {
			return nil, false
		}
		d.Verb = format[at]
		at++
		d.To = at
		if d.Verb == '%' && d.To != d.From+2 || d.Length == "l" && strings.ContainsRune("cs", rune(d.Verb)) {
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
	return n, end, err == nil && n <= MaxWidth
}

func lengthModifier(s string) string {
	for _, m := range []string{"hh", "h", "ll", "l", "j", "z", "t", "L", "q"} {
		if strings.HasPrefix(s, m) {
			return m
		}
	}
	return ""
}

// Number is what printf prints for a number, converted to the type of d, which has no arguments for
// width and precision.
func (d *Directive) Number(v *big.Int) string {
	flag := func(c string) bool { return strings.Contains(d.Flags, c) }
	sign := ""
	switch {
	case d.Verb != 'd' && d.Verb != 'i':
	case v.Sign() < 0:
		sign = "-"
	case flag("+"):
		sign = "+"
	case flag(" "):
		sign = " "
	}
	base := map[byte]int{'d': 10, 'i': 10, 'u': 10, 'o': 8, 'x': 16, 'X': 16}[d.Verb]
	digits := new(big.Int).Abs(v).Text(base)
	if v.Sign() == 0 && d.Precision == 0 {
		digits = ""
	}
	if n := d.Precision - len(digits); n > 0 {
		digits = strings.Repeat("0", n) + digits
	}
	if flag("#") && base == 8 && !strings.HasPrefix(digits, "0") {
		digits = "0" + digits
	}
	if flag("#") && base == 16 && v.Sign() != 0 {
		sign = "0x"
	}
	if n := d.Width - len(sign) - len(digits); n > 0 && flag("0") && !flag("-") && d.Precision < 0 {
		digits = strings.Repeat("0", n) + digits
	}
	text := d.Pad(sign + digits)
	if d.Verb == 'X' {
		text = strings.ToUpper(text)
	}
	return text
}

// Float is what %f, %F, %e and %E print of a number; false if it is not known: of infinities, NaNs and flags that have the locale in mind.
func (d *Directive) Float(x float64) (string, bool) {
	if math.IsInf(x, 0) || math.IsNaN(x) || strings.ContainsAny(d.Flags, "#'") {
		return "", false
	}
	sign := ""
	switch {
	case math.Signbit(x):
		sign = "-"
	case strings.Contains(d.Flags, "+"):
		sign = "+"
	case strings.Contains(d.Flags, " "):
		sign = " "
	}
	precision, verb := d.Precision, d.Verb
	if precision < 0 {
		precision = 6
	}
	if verb == 'F' {
		verb = 'f'
	}
	digits := strconv.FormatFloat(math.Abs(x), verb, precision, 64)
	if n := d.Width - len(sign) - len(digits); n > 0 && strings.Contains(d.Flags, "0") && !strings.Contains(d.Flags, "-") {
		digits = strings.Repeat("0", n) + digits
	}
	return d.Pad(sign + digits), true
}

// Text is what printf prints for a string.
func (d *Directive) Text(s string) string {
	if d.Precision >= 0 && d.Precision < len(s) {
		s = s[:d.Precision]
	}
	return d.Pad(s)
}

// Pad makes a text as long as the width.
func (d *Directive) Pad(s string) string {
	n := max(d.Width-len(s), 0)
	if strings.Contains(d.Flags, "-") {
		return s + strings.Repeat(" ", n)
	}
	return strings.Repeat(" ", n) + s
}

// StoresCount says that a format has the conversion %n.
func StoresCount(format string) bool {
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			continue
		}
		for i++; i < len(format) && !isConversion(format[i]); i++ {
		}
		if i < len(format) && format[i] == 'n' {
			return true
		}
	}
	return false
}

// isConversion says that c ends a conversion, after flags, width, precision and length.
func isConversion(c byte) bool {
	switch c {
	case 'h', 'l', 'j', 'z', 't', 'L', 'q', 'I':
		return false
	}
	return c == '%' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

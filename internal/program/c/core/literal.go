package core

// Bytes are the bytes of a literal's units.
func (l *Literal) Bytes(bigEndian bool) []byte {
	size := l.Type.Elem.SizeOf()
	out := make([]byte, 0, int64(len(l.Units))*size)
	for _, u := range l.Units {
		for i := range size {
			if bigEndian {
				i = size - 1 - i
			}
			out = append(out, byte(u>>(8*i)))
		}
	}
	return out
}

// Text0 is a literal of bytes up to its first 0.
func (l *Literal) Text0() string {
	var text []byte
	for _, u := range l.Units {
		if u == 0 {
			break
		}
		text = append(text, byte(u))
	}
	return string(text)
}

// Begins is the beginning of a literal, for names.
func (l *Literal) Begins() string {
	var out []byte
	for _, c := range l.Units {
		switch {
		case len(out) >= 24:
			return string(out)
		case c >= ' ' && c < 127 && c != '"' && c != '\\':
			out = append(out, byte(c))
		case c != 0:
			out = append(out, '?')
		}
	}
	return string(out)
}

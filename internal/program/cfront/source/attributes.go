package source

// attributeList follows the lists of __attribute__, of which cc keeps the first and the last member
// only: a comma between two becomes the end of one list and the beginning of another.
type attributeList struct {
	begun bool // the word was read, the list not yet
	depth int  // of brackets since the word
}

// betweenLists takes the place of a comma.
const betweenLists = ")) __attribute__(("

// word follows a word.
func (a *attributeList) word(w string) {
	if a.depth == 0 {
		a.begun = w == "__attribute__" || w == "__attribute"
	}
}

// punctuation follows another character that is no white space, and tells whether it is a comma
// between two attributes.
func (a *attributeList) punctuation(c byte) bool {
	switch {
	case a.depth == 0 && !(a.begun && c == '('):
		a.begun = false
	case c == '(' || c == '[' || c == '{':
		a.begun = false
		a.depth++
	case c == ')' || c == ']' || c == '}':
		a.depth--
	case c == ';':
		a.depth = 0 // no list after all
	}
	return c == ',' && a.depth == 2
}

// splitAttributes is a text of attributes alone with its lists split.
func splitAttributes(text []byte) []byte {
	var a attributeList
	var out []byte
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c == '"' || c == '\'':
			end := skipLiteral(text, i)
			out, i = append(out, text[i:end]...), end
		case isLetter(c):
			end := i + 1
			for end < len(text) && (isLetter(text[end]) || isDigit(text[end])) {
				end++
			}
			a.word(string(text[i:end]))
			out, i = append(out, text[i:end]...), end
		case c == ' ' || c == '\t' || c == '\n':
			out, i = append(out, c), i+1
		default:
			if i++; a.punctuation(c) {
				out = append(out, betweenLists...)
			} else {
				out = append(out, c)
			}
		}
	}
	return out
}

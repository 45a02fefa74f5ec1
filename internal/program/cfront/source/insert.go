package source

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"craig/internal/pattern"
	"craig/internal/program/c/pp"
	"craig/internal/program/ir"
)

// What contracts become is put into the text for cc on lines of its own, which are where the clauses are.

// placedWord is a word and where it is.
type placedWord struct {
	text string
	pos  ir.Pos
}

// mark is a line of what is inserted: what follows it is where the clause is, and its words are where they are in that.
func (r *contractReader) mark(c clause) string {
	r.marks = append(r.marks, c)
	return fmt.Sprintf("\n#%d\n", len(r.marks)-1)
}

// words are the words of a part of the text.
func (r *contractReader) words(from, to int) (list []placedWord) {
	for ; from < to; from = r.ends[r.lineOf(from)] {
		if text := bytes.TrimSpace(r.d.text[from:min(to, r.ends[r.lineOf(from)])]); len(text) > 0 && isLetter(text[0]) {
			list = append(list, placedWord{string(text), r.posOf(from)})
		}
	}
	return list
}

// lines cuts a line of what is inserted at the words that the clause has: each is where it is in the clause, the next one of that
// spelling if there is one, and what follows it is there too.
func (c clause) lines(text string, put func(line string, pos ir.Pos)) {
	from, pos, next := 0, c.pos, 0
	for i := 0; i < len(text) && len(c.words) > 0; {
		switch {
		case text[i] == '"' || text[i] == '\'':
			i = max(skipLiteral([]byte(text), i), i+1)
			continue
		case !isLetter(text[i]) && !isDigit(text[i]):
			i++
			continue
		}
		at := i
		for i < len(text) && (isLetter(text[i]) || isDigit(text[i])) {
			i++
		}
		is := func(w placedWord) bool { return w.text == text[at:i] }
		k := slices.IndexFunc(c.words[next:], is)
		if k >= 0 {
			k += next
		} else if k = slices.IndexFunc(c.words, is); k < 0 {
			continue
		}
		put(text[from:at], pos)
		from, pos, next = at, c.words[k].pos, k+1
	}
	put(text[from:], pos)
}

// spelled is a part of the text on one line, with blanks where there is white space.
func spelled(text []byte) string {
	return strings.ReplaceAll(strings.ReplaceAll(string(text), "\n ", " "), "\n", "")
}

// said is what stands from one offset up to another, as it is written, or with macros expanded if all of it comes from a macro: a
// literal of C.
func (r *contractReader) said(from, to int) string {
	x := r.x
	at := func(i int) pp.Loc { return x.locs[r.lineOf(skipSpace(r.d.text, i))] }
	if text := x.p.Written(at(from), at(to)); text != "" {
		return quoted(lineMargin.ReplaceAllString(text, "\n"))
	}
	return quoted(spelled(r.d.text[from:to]))
}

var lineMargin = pattern.New(`\n[ \t]*@+`)

// result is the text with what was found, and where its lines are.
func (r *contractReader) result() (out []byte, places []ir.Pos) {
	d := &r.d
	line := 0
	put := func(text string) {
		at := clause{pos: r.x.places[min(line, len(r.x.places)-1)]}
		for _, l := range strings.Split(text, "\n") {
			if l == "" {
				continue
			}
			if l[0] == '#' {
				n, _ := strconv.Atoi(l[1:])
				at = r.marks[n]
				continue
			}
			if n := len(out); n > 0 && out[n-1] != '\n' {
				out, places = append(out, '\n'), append(places, r.x.places[line])
			}
			at.lines(r.primitive(l, at.pos), func(line string, pos ir.Pos) {
				out, places = append(append(out, line...), '\n'), append(places, pos)
			})
		}
	}
	for i := 0; i <= len(d.text) && r.err == nil; {
		put(d.inserts[i])
		if swap, ok := d.instead[i]; ok {
			put(swap.text)
			line += bytes.Count(d.text[i:i+swap.n], []byte{'\n'})
			i += swap.n
			continue
		}
		if i < len(d.text) {
			out = append(out, d.text[i])
			if d.text[i] == '\n' {
				places = append(places, r.x.places[line])
				line++
			}
		}
		i++
	}
	return out, places
}

// primitives are what words of contracts mean, of a pointer and a number of bytes.
var primitives = map[string]string{
	"__craig_valid":      "(__CPROVER_r_ok(%[1]s, %[2]s) && __craig_writable(%[1]s))",
	"__craig_valid_read": "__CPROVER_r_ok(%[1]s, %[2]s)",
	"__craig_fresh":      "(__CPROVER_r_ok(%[1]s, %[2]s) && __craig_apart(%[1]s, %[2]s))",
}

var primitiveWord = pattern.New(`\b(__craig_(?:valid|valid_read|fresh))\s*\(`)

// primitive puts what these words mean in their place, in a text that is at pos.
func (r *contractReader) primitive(text string, pos ir.Pos) string {
	const most = 1 << 20
	for {
		m := primitiveWord.FindStringSubmatchIndex(text)
		if m == nil {
			return text
		}
		var args [][]string
		end := clauseEnd([]byte(text), m[1]-1)
		if end > 0 {
			args, _ = split(logicTokens.FindAllString(text[m[1]:end-1], -1), true, ",")
		}
		if len(args) != 2 || len(text) > most {
			r.err = &Error{Pos: pos, Msg: "a clause that is not understood, or becomes too long", Hint: "give \\valid one pointer or range, and __CPROVER_is_fresh a pointer and a number of bytes"}
			return text
		}
		is := fmt.Sprintf(primitives[text[m[2]:m[3]]], strings.TrimSpace(strings.Join(args[0], "")), strings.TrimSpace(strings.Join(args[1], "")))
		text = text[:m[0]] + is + text[end:]
	}
}

package pp

// Kind says what a token is.
type Kind uint8

const (
	EOF Kind = iota
	Ident
	Number // a preprocessing number
	String // with its prefix and quotes
	Char   // likewise
	Punct  // an operator or a punctuator
	Other  // a character that is no token of C, or a literal without an end: the rest of its line
	Pragma // #pragma; its tokens follow, up to EndPragma
	EndPragma
	Annotation // a comment that Config.Annotations wants; its tokens follow, up to EndAnnotation
	EndAnnotation

	pad      // what is left of the place where an expansion begins or ends: white space for #
	param    // in a replacement: a parameter, whose number is in Exp
	optional // in a replacement: __VA_OPT__, whose closing bracket has the index in Exp
)

// Flags of a token.
const (
	White   uint8 = 1 << iota // white space came before it
	First                     // it is the first token of its line
	painted                   // the name of a macro that is not to be expanded any more
	pasted                    // ## follows it in a replacement
	spelled                   // # is in front of it in a replacement
	cutting                   // a pad that stands for the end of an expansion
)

// Loc is a place in a text that was read. Place tells where that is.
type Loc uint32

// Token is a preprocessing token.
type Token struct {
	Kind  Kind
	Flags uint8
	Sym   Symbol
	Loc   Loc // where it was written: in a replacement, if it comes from there
	Exp   Loc // where it is in the text: the name of the outermost macro whose expansion it comes from, or Loc
}

// Symbol is a spelling. Equal spellings are equal symbols of one Preprocessor.
type Symbol uint32

// The symbols that the preprocessor knows, in the order of known.
const (
	none Symbol = iota
	symHash
	symHashHash
	symOpen
	symClose
	symComma
	symEllipsis
	symLess
	symGreater
	symDefined
	symVariadic
	symOptional
	symPragma
	symHasInclude
	symHasIncludeNext
	symOnce
	symGCC
	symPoison
	symSystemHeader
	symDependency
	symError
	symWarning
	symPushMacro
	symPopMacro
	symMessage
	symRedefineExtname
	symZero
	symOne
	knownEnd
)

var known = [knownEnd]string{"", "#", "##", "(", ")", ",", "...", "<", ">", "defined", "__VA_ARGS__", "__VA_OPT__", "_Pragma", "__has_include",
	"__has_include_next", "once", "GCC", "poison", "system_header", "dependency", "error", "warning", "push_macro", "pop_macro", "message",
	"redefine_extname", "0", "1"}

// digraphs are spellings of punctuators, with what they mean.
var digraphs = [][2]string{{"<:", "["}, {":>", "]"}, {"<%", "{"}, {"%>", "}"}, {"%:", "#"}, {"%:%:", "##"}}

// symbol is what is known of a spelling.
type symbol struct {
	text     string
	hash     uint32
	means    Symbol // the symbol itself, or the spelling that it stands for: that of a digraph, of a name without \u
	poisoned bool
	macro    *macro
	pushed   []*macro // by #pragma push_macro
}

// symbols has each spelling once.
type symbols struct {
	list  []symbol
	table []Symbol // open addressing; 0 is an empty slot
}

func newSymbols() symbols {
	s := symbols{list: make([]symbol, 1, 1024), table: make([]Symbol, 2048)}
	for _, text := range known[1:] {
		s.intern(text)
	}
	for _, d := range digraphs {
		means := s.intern(d[1])
		s.list[s.intern(d[0])].means = means
	}
	return s
}

// hashOf is FNV-1a.
func hashOf[T string | []byte](text T) uint32 {
	h := uint32(2166136261)
	for i := range len(text) {
		h = (h ^ uint32(text[i])) * 16777619
	}
	return h
}

func (s *symbols) intern(text string) Symbol {
	return find(s, text, hashOf(text))
}

// find is the symbol of a text with that hash.
func find[T string | []byte](s *symbols, text T, h uint32) Symbol {
	mask := uint32(len(s.table) - 1)
	for i := (h ^ h>>15) & mask; ; i = (i + 1) & mask {
		id := s.table[i]
		if id == 0 {
			id = Symbol(len(s.list))
			s.list = append(s.list, symbol{text: string(text), hash: h, means: id})
			s.table[i] = id
			if len(s.list)*2 > len(s.table) {
				s.grow()
			}
			return id
		}
		if e := &s.list[id]; e.hash == h && e.text == string(text) {
			return id
		}
	}
}

func (s *symbols) grow() {
	s.table = make([]Symbol, 2*len(s.table))
	mask := uint32(len(s.table) - 1)
	for id := 1; id < len(s.list); id++ {
		h := s.list[id].hash
		i := (h ^ h>>15) & mask
		for s.table[i] != 0 {
			i = (i + 1) & mask
		}
		s.table[i] = Symbol(id)
	}
}

// Text is the spelling of a token.
func (p *Preprocessor) Text(t Token) string { return p.syms.list[t.Sym].text }

// Intern is the symbol of a spelling, which the program need not have.
func (p *Preprocessor) Intern(text string) Symbol { return find(&p.syms, text, hashOf(text)) }

// Plain is the spelling of a token without digraphs and universal character names.
func (p *Preprocessor) Plain(t Token) string { return p.syms.list[p.means(t)].text }

// means is the symbol of a token with digraphs and universal character names resolved.
func (p *Preprocessor) means(t Token) Symbol { return p.syms.list[t.Sym].means }

// is says whether a token is the punctuator.
func (p *Preprocessor) is(t Token, s Symbol) bool {
	return t.Kind == Punct && p.syms.list[t.Sym].means == s
}

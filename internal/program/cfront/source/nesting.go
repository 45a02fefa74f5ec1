package source

import (
	"fmt"

	"craig/internal/program/c/pp"
)

// Bounds on what the recursive parser and type checker are given. gcc has none and runs out of
// stack; clang's default for brackets is 256.
const (
	maxBrackets = 1000   // nested ( [ {
	maxRun      = 20_000 // tokens without ; , { or }: operators and prefixes nest without brackets
	maxElse     = 10_000 // else branches without braces in one another: else if nests without brackets
	maxTokens   = 50 << 20
)

// nesting follows a sequence of tokens and notes the first bound it exceeds.
type nesting struct {
	depth, run, elses, tokens int
	afterElse                 bool
	over                      string // "" or what is too much

	at    [maxBrackets + 2]uint16 // else branches that have begun, by the depth of brackets: their sum is elses
	ended byte                    // the token before, if a statement may end with it: ; or }
}

// leave forgets the else branches at the present depth: the statement of the last one has ended.
func (n *nesting) leave() {
	n.elses -= int(n.at[n.depth])
	n.at[n.depth] = 0
}

// begin sees whether a token ends the if statements of which it is no part: any but else does behind ;
// and any word but else and while behind }, which may also end the value of a compound literal.
func (n *nesting) begin(word string) {
	if n.ended == ';' && word != "else" || n.ended == '}' && word != "" && word != "else" && word != "while" {
		n.leave()
	}
	n.ended = 0
}

func (n *nesting) punctuation(c byte) {
	n.begin("")
	if c == '{' && n.afterElse {
		n.elses--
		n.at[n.depth]--
	}
	switch c {
	case '(', '[', '{':
		if n.depth++; n.depth > maxBrackets {
			n.over = fmt.Sprintf("brackets nested more than %d deep", maxBrackets)
			n.depth--
		}
	case ')', ']', '}':
		n.leave()
		if n.depth > 0 {
			n.depth--
		}
	}
	switch c {
	case ',', '{':
		n.run = 0
	case ';', '}':
		n.run = 0
		n.ended = c
	}
	n.tokenPassed()
}

func (n *nesting) word(w string) {
	n.begin(w)
	n.tokenPassed()
	if w == "else" {
		n.afterElse = true
		n.at[n.depth]++
		if n.elses++; n.elses > maxElse {
			n.over = fmt.Sprintf("more than %d else branches without braces in one another", maxElse)
		}
	}
}

func (n *nesting) tokenPassed() {
	n.afterElse = false
	if n.run++; n.run > maxRun {
		n.over = fmt.Sprintf("an expression or declaration of more than %d tokens", maxRun)
	}
	if n.tokens++; n.tokens > maxTokens {
		n.over = fmt.Sprintf("more than %d tokens", maxTokens)
	}
}

// token follows a token of a program.
func (n *nesting) token(kind pp.Kind, text string) {
	switch {
	case kind == pp.Ident:
		n.word(text)
	case kind == pp.Punct && len(text) == 1:
		n.punctuation(text[0])
	default:
		n.begin("")
		n.tokenPassed()
	}
}

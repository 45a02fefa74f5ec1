package source

// maxPassed bounds the tokens of branches that the preprocessor may leave out, or not, with a nesting after them that
// is not the one before them. Of a text with more of them only the preprocessor knows how deep it nests.
const maxPassed = 400

// alternative goes back to the nesting before the #if: its branches are alternatives.
func (p *preparer) alternative() {
	if n := len(p.ifs); n > 0 {
		p.branchEnds()
		p.saved = p.ifs[n-1]
		p.saved.lowest = p.saved.depth
	}
}

// branchEnds looks at the branch that ends with the directive in hand. The scan takes it for read if it is the last
// one of its #if, and for not read otherwise, though it may be the other way round. Mostly that makes no difference: a branch begins and ends
// between statements or declarations, and closes no bracket that was open before it. The tokens of others are counted.
func (p *preparer) branchEnds() {
	before, after := &p.ifs[len(p.ifs)-1], &p.saved
	if before.depth == after.depth && after.lowest >= before.depth && before.run+after.run == 0 && before.elses == after.elses {
		return
	}
	p.passed += max(0, after.tokens-before.tokens)
	p.facts.branches = p.facts.branches || p.passed > maxPassed
}

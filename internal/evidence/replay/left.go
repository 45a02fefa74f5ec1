package replay

import "craig/internal/evidence/native"

// leaveOut takes the bodies of functions that nothing reaches out of the copies. A file may have hundreds of functions of which an
// execution comes to a few, and with sanitizers compiling them takes most of the time of a replay. In the place of a body there is the end of the
// program, with a status of its own: if it comes to that after all, or the compiler refuses such a copy, Run has all of the
// program compiled.
func (p *plan) leaveOut(c *native.Copy) {
	for _, b := range p.prog.IR.Unreached {
		for _, s := range c.Files {
			from, begins := s.At(b.From)
			to, ends := s.At(b.To)
			if begins && ends && s.Hollow(from, to, " "+leftFunction+"();") {
				s.Head("void " + leftFunction + "(void); ")
				break
			}
		}
	}
}

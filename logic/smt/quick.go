package smt

// Quick has every Check from now on end after the short searches, whose steps are counted: the linear one, and the one that
// multiplies out. What they leave open is Unknown, on every machine. That is best where of many questions only those
// matter that have easy answers. end takes it back.
func (e *Native) Quick() (end func()) {
	was := e.quick
	e.quick = true
	return func() { e.quick = was }
}

// Quick is that of s, or of the solver inside of it (its Inner); ok is false if there is none.
func Quick(s Solver) (end func(), ok bool) {
	for {
		switch x := s.(type) {
		case interface{ Quick() (end func()) }:
			return x.Quick(), true
		case interface{ Inner() Solver }:
			s = x.Inner()
		default:
			return func() {}, false
		}
	}
}

// notQuickly is why a Check of a quick solver gives up.
const notQuickly = "incomplete: the short searches have not decided it"

package smt

// Quick has every Check from now on end after the short searches, whose steps are counted: the linear one, and the one that
// multiplies out. What they leave open is Unknown, on every machine. That is best where of many questions only those
// matter that have easy answers. end takes it back.
func (e *Native) Quick() (end func()) {
	was := e.quick
	e.quick = true
	return func() { e.quick = was }
}

// notQuickly is why a Check of a quick solver gives up.
const notQuickly = "incomplete: the short searches have not decided it"

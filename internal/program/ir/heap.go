package ir

// Names of the variables that package alias adds for the heap, of which proofs may speak.
const (
	VariantName  = "$variant"  // what names of variables begin with that have what a variant of a loop says, when its head is come to
	HeapName     = "$heap"     // where the next block will be
	BlocksName   = "$blocks"   // a region: at the start of each block that lives the number of its object; elsewhere 0
	LeadsName    = "$leads"    // a region: of each cell with a pointer, whether it was seen to lead to the watched block when it was stored; no check reads it
	FollowedName = "$followed" // the address of the indeterminate bit that checks of values are about
	WatchedName  = "$watched"  // the address that checks of memory are about: any, but always the same
)

// Surrounds says that pos is in what gives the entry function its surroundings, which is not of the program's text.
func (p *Program) Surrounds(pos Pos) bool {
	return p.Environment != nil && pos.File == p.Environment.Name()
}

// Global is the global variable of that name; nil if there is none.
func (p *Program) Global(name string) *Var {
	for _, v := range p.Globals {
		if v.Name == name {
			return v
		}
	}
	return nil
}

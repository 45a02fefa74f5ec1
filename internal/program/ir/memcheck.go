package ir

// MemCheck is a check of an access to memory, or of a call of free, that leads to a goal if it fails.
type MemCheck struct {
	Addr   *Expr
	Width  int64 // of the access, in bytes; 0: Addr is freed
	Owners []Owner
}

// Owner is an object that the pointer may belong to: one at a known place, or, with Obj nil, the watched
// block.
type Owner struct {
	Obj        *Object
	Base, Size *Expr // Base 0: it has not been made
	Life       *Var  // nil: it lives forever; else 0 before it is made, 1 while it lives, 2 afterwards
}

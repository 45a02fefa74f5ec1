package ir

// MemCheck is a check of an access to memory, of a call of free, or of what is left at the end, that leads to
// a goal if it fails.
type MemCheck struct {
	Addr   *Expr // nil: of what is left at the end
	Width  int64 // of the access, in bytes; 0: Addr is freed; -1: Addr is null
	Owners []Owner
	Value  bool // the access is a read of what has no value, of property uninit; then these are some of the objects
}

// ReadOnly says that a program must not write the object.
func (o *Object) ReadOnly() bool { return o.Kind == StringObject || o.Constant }

// Owner is an object that the pointer may belong to, or a block that may be left: one at a known place, or, with Obj nil, the watched
// block.
type Owner struct {
	Obj        *Object
	Base, Size *Expr // Base 0: it has not been made
	Kind       *Var  // of the watched block: 0 if it is of the heap
	Life       *Var  // nil: it lives forever; else 0 before it is made, 1 while it lives, 2 afterwards
	Held       *Expr // of a block that may be left: a pointer leads to it; nil: that does not matter
}

package cfront

import (
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"craig/internal/program/cfront/library"
	"craig/internal/program/ir"
)

// Functions that fail if their first argument is an empty path.
var wantPath = []string{"access", "chdir", "chmod", "chown", "chroot", "creat", "fopen", "lchown", "link", "lstat", "mkdir", "mkfifo", "mknod",
	"open", "opendir", "readlink", "remove", "rename", "rmdir", "stat", "statfs", "statvfs", "truncate", "unlink", "utime", "utimes"}

// Those of them whose other arguments have no say in the number of the error, and functions of the number of a file likewise.
var (
	errnoOfPath = []string{"chdir", "chmod", "lstat", "mkdir", "opendir", "remove", "rmdir", "stat", "unlink"}
	errnoOfFile = []string{"close", "dup", "fchdir", "fdatasync", "fstat", "fsync"}
)

// Numbers of errors on Linux.
const (
	noEntry   = 2  // ENOENT
	badFile   = 9  // EBADF
	errDomain = 33 // EDOM
	errRange  = 34 // ERANGE
)

// emptyPath is the condition under which the path that a call is given is empty; nil if nothing is known.
func (f *fn) emptyPath(row *library.Function, vs []value, pos ir.Pos) *ir.Expr {
	if !slices.Contains(wantPath, strings.TrimSuffix(row.Name, "64")) || len(vs) == 0 || vs[0].e == nil || f.constOnly || f.r.props["uninit"] != "" {
		return nil
	}
	path := vs[0].e
	first := func() *ir.Expr {
		v := f.load(place{t: f.r.types.char, addr: path, direct: path.Op == ir.OpAddr}, pos)
		if v.e == nil {
			return ir.ConstInt(f.r.types.char.ir(), 1)
		}
		return v.e
	}
	is := func(e *ir.Expr) *ir.Expr { return f.fold(ir.Compare(ir.OpEq, e, ir.ConstInt(e.Type, 0))) }
	switch {
	case path.Op == ir.OpAddr && path.Obj.Kind == ir.StringObject:
		if o := path.Obj; len(o.Data) > 0 && o.Data[0] != 0 {
			return nil
		}
		return ir.True()
	case path.Op == ir.OpAddr:
		return is(f.settled(first(), pos))
	case path.Type.Kind != ir.Pointer || f.r.tracks() != "" || f.r.props["null"] != "": // the load would have to be checked
		return nil
	}
	char := f.temp(f.r.types.char.ir(), pos)
	f.either(ir.ToBool(path), pos, func() {
		f.emit(&ir.Assign{Var: char, Expr: first()}, pos)
	}, func() { // it fails, with another number
		f.emit(&ir.Assign{Var: char, Expr: ir.ConstInt(char.Type, 1)}, pos)
	})
	return is(ir.VarExpr(char))
}

// refuses leaves of the executions those in which a call fails that is given an empty path.
func (f *fn) refuses(empty, failed *ir.Expr, pos ir.Pos) {
	if empty != nil && failed != nil {
		f.emit(&ir.Assume{Cond: f.fold(ir.Or(ir.Not(empty), failed))}, pos)
	}
}

// errnoIs leaves of the executions those in which errno has the number that a call sets it to that is given an empty path
// or a negative number of a file. The call has set errno.
func (f *fn) errnoIs(row *library.Function, c *callSite, vs []value, empty *ir.Expr) {
	p, ok := f.errnoPlace()
	if !ok || len(vs) == 0 || vs[0].e == nil {
		return
	}
	name := strings.TrimSuffix(row.Name, "64")
	cond, number := empty, int64(noEntry)
	switch {
	case slices.Contains(errnoOfFile, name) && vs[0].e.Type.IsSigned():
		cond, number = f.fold(ir.Compare(ir.OpLt, vs[0].e, ir.ConstInt(vs[0].e.Type, 0))), badFile
	case empty == nil || !slices.Contains(errnoOfPath, name) && !f.plainOpen(name, c.args, vs):
		return
	}
	if cond.IsFalse() {
		return
	}
	is := f.load(p, c.pos)
	f.emit(&ir.Assume{Cond: f.fold(ir.Or(ir.Not(cond), ir.Compare(ir.OpEq, is.e, ir.ConstInt(is.e.Type, number))))}, c.pos)
}

// plainOpen tells whether a call opens a file with flags or a mode in which nothing is wrong.
func (f *fn) plainOpen(name string, args []cc.ExpressionNode, vs []value) bool {
	if len(args) < 2 {
		return false
	}
	switch name {
	case "fopen":
		mode, ok := f.formatOf(args[1])
		return ok && mode != "" && strings.Contains("rwa", mode[:1])
	case "open":
		const plain = 0o3777 // those of access, O_CREAT, O_EXCL, O_NOCTTY and O_TRUNC
		if vs[1].e == nil || !vs[1].e.IsConst() {
			return false
		}
		flags, ok := vs[1].e.Val.Int64()
		return ok && flags&^plain == 0 && flags&3 != 3
	}
	return false
}

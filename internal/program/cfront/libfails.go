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
	noEntry = 2 // ENOENT
	badFile = 9 // EBADF
)

// emptyPath is the condition under which the path that a call is given is empty, as far as it is seen to point
// to an object of the program; nil if nothing is known.
func (f *fn) emptyPath(row *library.Function, vs []value, pos ir.Pos) *ir.Expr {
	if !slices.Contains(wantPath, strings.TrimSuffix(row.Name, "64")) || len(vs) == 0 || vs[0].e == nil || vs[0].e.Op != ir.OpAddr || f.constOnly {
		return nil
	}
	o := vs[0].e.Obj
	switch {
	case o.Kind == ir.StringObject:
		if len(o.Data) > 0 && o.Data[0] != 0 {
			return nil
		}
		return ir.True()
	case f.r.props["uninit"] != "":
		return nil
	}
	first := f.load(place{t: f.r.types.char, addr: vs[0].e, direct: true}, pos)
	if first.e == nil {
		return nil
	}
	return f.fold(ir.Compare(ir.OpEq, f.withoutLoads(first, pos).e, ir.ConstInt(first.e.Type, 0)))
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

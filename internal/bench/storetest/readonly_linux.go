package storetest

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
)

// ReadOnly looks at a store that is not to be written to, as a file, by its folder, or both: it is read, with what has run. To write to
// it is an error that names the file; inPlace says that only the file matters then. prepare changes the store before, if it is not nil; has says that its
// outcome has a result then.
func (k Kind) ReadOnly(t *testing.T, inPlace, has bool, prepare func(file string)) {
	dir := t.TempDir()
	if err := os.Chmod(filepath.Dir(dir), 0o755); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "store")
	s := k.Begun(t, name)
	if err := errors.Join(Add(s, 0), s.Close()); err != nil {
		t.Fatal(err)
	}
	if prepare != nil {
		prepare(name)
	}
	if os.Geteuid() == 0 { // who may write everywhere, with these rights, which a thread has
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		if err := errors.Join(os.Chown(name, 65534, 65534), os.Chown(dir, 65534, 65534), syscall.Setfsuid(65534)); err != nil {
			t.Skip(err)
		}
		defer syscall.Setfsuid(0)
	}
	for _, mode := range []struct{ folder, file os.FileMode }{{0o555, 0o444}, {0o755, 0o444}, {0o555, 0o644}} {
		if err := errors.Join(os.Chmod(name, mode.file), os.Chmod(dir, mode.folder)); err != nil {
			t.Fatal(err)
		}
		s, err := k.Read(name)
		if err != nil {
			t.Errorf("%o in %o: %v", mode.file, mode.folder, err)
			continue
		}
		runs, err := s.Runs()
		if err != nil || len(runs) != 1 {
			t.Errorf("%o in %o: %d runs, %v", mode.file, mode.folder, len(runs), err)
		}
		if kept, err := s.Kept(1); err != nil || len(kept) != 1 || (kept[0] != "") != has {
			t.Errorf("%o in %o: %q, %v", mode.file, mode.folder, kept, err)
		}
		s.Close()
		s, err = k.Open(name)
		if may := inPlace && mode.file == 0o644; err == nil != may || !may && !errors.Is(err, fs.ErrPermission) {
			t.Errorf("%o in %o, to write: %v", mode.file, mode.folder, err)
		}
		if err == nil {
			s.Close()
		}
	}
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	var wrong *fs.PathError
	if _, err := k.Open(filepath.Join(dir, "new")); !errors.As(err, &wrong) || !errors.Is(err, fs.ErrPermission) {
		t.Errorf("a new one: %v", err)
	}
	if _, err := k.Open(filepath.Join(dir, "none", "new")); !errors.As(err, &wrong) || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("in a folder that is not there: %v", err)
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
}

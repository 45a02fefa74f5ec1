package bench

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"time"
)

// TestReadOnlyStore: a store that is not to be written to, as a file, by its folder, or both, is read, with what has run; so is one
// of an earlier craig, without the table of result files. To write to it is an error that names the file.
func TestReadOnlyStore(t *testing.T) {
	dir := t.TempDir()
	if err := os.Chmod(filepath.Dir(dir), 0o755); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "store")
	s, err := OpenStore(name)
	if err != nil {
		t.Fatal(err)
	}
	_, old := s.(*sqlStore).db.Exec("DROP TABLE result")
	if err := errors.Join(old, s.Begin(Run{Began: time.Now()}), s.Add("k", 0, Outcome{Verdict: "TRUE"}, Outcome{}, nil), s.Close()); err != nil {
		t.Fatal(err)
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
		s, err := ReadStore(name)
		if err != nil {
			t.Errorf("%o in %o: %v", mode.file, mode.folder, err)
			continue
		}
		runs, err := s.Runs()
		if err != nil || len(runs) != 1 {
			t.Errorf("%o in %o: %d runs, %v", mode.file, mode.folder, len(runs), err)
		}
		if kept, err := s.Kept(1); err != nil || len(kept) != 1 || kept[0] != "" {
			t.Errorf("%o in %o: %q, %v", mode.file, mode.folder, kept, err)
		}
		s.Close()
		if _, err := OpenStore(name); !errors.Is(err, fs.ErrPermission) {
			t.Errorf("%o in %o, to write: %v", mode.file, mode.folder, err)
		}
	}
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	var wrong *fs.PathError
	if _, err := OpenStore(filepath.Join(dir, "new")); !errors.As(err, &wrong) || !errors.Is(err, fs.ErrPermission) {
		t.Errorf("a new one: %v", err)
	}
	if _, err := OpenStore(filepath.Join(dir, "none", "new")); !errors.As(err, &wrong) || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("in a folder that is not there: %v", err)
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
}

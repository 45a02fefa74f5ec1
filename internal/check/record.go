package check

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"craig/internal/bounded"
)

// Record adds a command of a C compiler, which has run in a folder, to the compilation database; what is there for the
// same file and output goes. Commands that run at the same time wait for each other. Nothing is recorded of a command
// that compiles no C file.
func Record(database, dir string, command []string) error {
	if slices.ContainsFunc(command, func(a string) bool { return a == "-E" || a == "-M" || a == "-MM" }) {
		return nil
	}
	var files []string
	output := ""
	for i := 1; i < len(command); i++ {
		arg := command[i]
		switch {
		case (arg == "-o" || arg == "-MF" || arg == "-MT" || arg == "-MQ" || arg == "-include" || arg == "-D" || arg == "-I") && i+1 < len(command):
			if i++; arg == "-o" {
				output = command[i]
			}
		case !strings.HasPrefix(arg, "-") && strings.HasSuffix(arg, ".c"):
			files = append(files, arg)
		}
	}
	if len(files) == 0 {
		return nil
	}
	folder, err := os.Open(filepath.Dir(database))
	if err != nil {
		return err
	}
	defer folder.Close() // which ends the lock
	if err := syscall.Flock(int(folder.Fd()), syscall.LOCK_EX); err != nil {
		return err
	}
	var commands []Command
	switch text, err := bounded.ReadFile(database, bounded.Large); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return err
	default:
		if err := readJSON(database, text, &commands, "a compilation database"); err != nil {
			return err
		}
	}
	for _, f := range files {
		c := Command{Directory: dir, File: f, Arguments: command, Output: output}
		commands = slices.DeleteFunc(commands, func(old Command) bool {
			return old.Directory == c.Directory && old.File == c.File && old.Output == c.Output
		})
		commands = append(commands, c)
	}
	text, err := json.MarshalIndent(commands, "", "  ")
	if err != nil {
		return err
	}
	tmp, err := os.CreateTemp(filepath.Dir(database), ".compile_commands")
	if err != nil {
		return err
	}
	_, err = tmp.Write(append(text, '\n'))
	if err = errors.Join(err, tmp.Chmod(0o644), tmp.Close()); err == nil {
		err = os.Rename(tmp.Name(), database)
	}
	if err != nil {
		os.Remove(tmp.Name())
	}
	return err
}

// DatabaseFor is where the commands of a project are recorded that run in a folder: in the nearest folder above that
// has a database, a file of settings, or is the root of a repository; or else in the folder itself.
func DatabaseFor(dir string) string {
	for at := dir; ; {
		for _, mark := range []string{DatabaseName, ".git"} {
			if _, err := os.Stat(filepath.Join(at, mark)); err == nil {
				return filepath.Join(at, DatabaseName)
			}
		}
		up := filepath.Dir(at)
		if up == at {
			return filepath.Join(dir, DatabaseName)
		}
		at = up
	}
}

package cfront_test

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"craig/internal/program/c/library"
	"craig/internal/testenv"
)

// TestUses counts the calls of functions of the C library in real projects: the environment variable
// CRAIG_PROJECTS names a folder with a folder for each project. A use is a name before a parenthesis,
// outside of comments and literals, that the project does not define and that a header of the host
// declares. The test prints, for each kind of function, how many uses it has, and fails if a function
// with at least five uses is not in the table.
func TestUses(t *testing.T) {
	root := os.Getenv("CRAIG_PROJECTS")
	if root == "" {
		t.Skip("CRAIG_PROJECTS is not set")
	}
	declared := declaredByHeaders(t)
	folders, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	uses, in := map[string]int{}, map[string]int{}
	for _, folder := range folders {
		calls, defined, files := projectCalls(t, filepath.Join(root, folder.Name()))
		all, known, exact := 0, 0, 0
		for name, n := range calls {
			row := library.Lookup(name)
			if defined[name] || !declared[name] && row == nil {
				continue
			}
			uses[name] += n
			in[name]++
			all += n
			if row != nil {
				known += n
				if row.Kind == library.Exact {
					exact += n
				}
			}
		}
		t.Logf("%s: %d files, %d calls of the library, %d of them in the table, %d exact", folder.Name(), files, all, known, exact)
	}
	kinds := map[string]int{}
	var names []string
	for name, n := range uses {
		if row := library.Lookup(name); row != nil {
			kinds[row.Kind.String()] += n
		} else {
			kinds["missing"] += n
		}
		names = append(names, name)
	}
	t.Logf("%d functions: %v", len(names), kinds)
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(uses[b]-uses[a], strings.Compare(a, b)) })
	for _, name := range names {
		row := library.Lookup(name)
		line := fmt.Sprintf("%s: %d uses in %d projects", name, uses[name], in[name])
		switch {
		case row == nil && uses[name] >= 5:
			t.Errorf("%s, and not in the table", line)
		case row != nil && row.Kind == library.Unsupported:
			t.Logf("%s: unsupported", line)
		case row != nil && row.Default() && uses[name] >= 20:
			t.Logf("%s: nothing known but its declaration", line)
		}
	}
}

var (
	notCode    = regexp.MustCompile(`(?s)/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'`)
	called     = regexp.MustCompile(`(->|\.)?\b([a-zA-Z_]\w*)\s*\(`)
	defining   = regexp.MustCompile(`(?m)^[a-zA-Z_][\w\s*]*?\b(\w+)\s*\([^;{}]*\)[^;{}()]*\{`)
	macro      = regexp.MustCompile(`(?m)^\s*#\s*define\s+(\w+)`)
	prototypes = regexp.MustCompile(`(?:^|[\s*])(\w+)\s*\((?:[^()]|\([^()]*\))*\)[^;{}]*;`)
)

// projectCalls counts the names before parentheses in the C files of a folder, and lists those that it
// defines as functions, macros or parameters.
func projectCalls(t *testing.T, root string) (calls map[string]int, defined map[string]bool, files int) {
	calls, defined = map[string]int{}, map[string]bool{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".c") && !strings.HasSuffix(path, ".h") {
			return err
		}
		raw, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		files++
		text := notCode.ReplaceAllStringFunc(string(raw), func(s string) string {
			if s[0] == '/' {
				return " "
			}
			return `""`
		})
		for _, m := range called.FindAllStringSubmatch(text, -1) {
			if m[1] == "" { // no member
				calls[m[2]]++
			}
		}
		for _, m := range defining.FindAllStringSubmatch(text, -1) {
			defined[m[1]] = true
		}
		for _, m := range macro.FindAllStringSubmatch(text, -1) {
			defined[m[1]] = true
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return calls, defined, files
}

// declaredByHeaders are the functions that the host's C headers declare.
func declaredByHeaders(t *testing.T) map[string]bool {
	testenv.NeedsTool(t, "gcc")
	headers := strings.Fields(`aio arpa/inet assert complex ctype dirent dlfcn endian err errno error execinfo fcntl fenv fnmatch fts
		ftw getopt glob grp iconv ifaddrs inttypes langinfo libgen libintl link locale malloc math mntent mqueue net/if netdb
		netinet/in netinet/tcp net/ethernet netinet/ether obstack poll pthread pty pwd regex resolv sched search semaphore setjmp shadow
		signal spawn stdatomic stdio stdio_ext stdlib string strings sys/epoll sys/eventfd sys/file sys/inotify sys/ioctl
		sys/ipc sys/mman sys/mount sys/msg sys/param sys/prctl sys/ptrace sys/quota sys/random sys/reboot sys/resource
		sys/select sys/sem sys/sendfile sys/shm sys/signalfd sys/socket sys/stat sys/statfs sys/statvfs sys/swap
		sys/syscall sys/sysinfo sys/sysmacros sys/time sys/timerfd sys/times sys/timex sys/types sys/uio sys/un sys/klog
		sys/utsname sys/vfs sys/wait sys/xattr sys/auxv sys/fsuid sys/personality syslog termios threads time uchar ucontext unistd utime
		utmp utmpx wait wchar wctype wordexp`)
	names := map[string]bool{}
	for _, h := range headers {
		cmd := exec.Command("gcc", "-E", "-P", "-D_GNU_SOURCE", "-xc", "-")
		cmd.Stdin = strings.NewReader("#include <" + h + ".h>\n")
		out, err := cmd.Output()
		if err != nil {
			continue
		}
		for _, m := range prototypes.FindAllStringSubmatch(string(out), -1) {
			names[m[1]] = true
		}
	}
	for _, word := range []string{"__attribute__", "__asm__", "sizeof", "if", "int", "void", "return"} {
		delete(names, word)
	}
	return names
}

package run

import (
	"context"
	"flag"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"craig/internal/evidence/verdict"
	"craig/internal/testenv"
)

var (
	usesCount = flag.Int("uses.count", 30, "random programs that give calls of the library blocks and streams that may be too small, freed or closed")
	usesSeed  = flag.Int64("uses.seed", 1, "number of the first of them")
)

// blockCalls are what the programs do besides calling functions of observedCalls.
var blockCalls = strings.Split(strings.TrimSpace(`
S free(@B);
S free(@B); @B = 0;
S @B = realloc(@B, @n + 1);
S if (@B) @B[@n] = @c;
S if (@B) sum += @B[@n];
S free(@P);
S free(@P); @P = 0;
S @P = @B;
S @P = @B; if (@P) @P += @n;
S @P = strdup(@B);
S @P = strchr(@B, @c);
S @P = strtok(@B, @t);
S @P = strtok(0, @t);
S @P = strstr(@B, @t);
S @P = getenv("HOME");
S @P = asctime(&@M);
S @P = (char *)localtime(&@S);
S @P = strerror(@n);
S @P = setlocale(LC_ALL, 0);
S @P = calloc(@n, 1);
S sum += *@P;
S if (@P) sum += *@P;
S if (@P) sum += @P[@n];
S if (@P) *@P = 'x';
S if (asprintf(&@P, @x) < 0) @P = 0;
S if (posix_memalign((void **)&@P, 16, @n + 1)) @P = 0;
S fclose(@F);
S if (@F) { fclose(@F); @F = 0; }
S { char local[4] = "abc"; @P = local + (@n & 3); }
S @P = memchr(@B, @c, @n);
S wmemset(@W, L'x', @n);
S wcscpy(@W, L"abc");
S wcsncpy(@W, L"abcdef", @n);
S free(@W);
S @B = strdup(@t);
S @B = malloc(@n + 1); strcpy(@B, @t);
S bzero(@B, @n);
S memset(&@M, 0, @n * 8);
S memcpy(&@L, @B, @n);
S memcpy(@B, &@L, @n);
S fputs(@B, @F);
S fwrite(@B, @n, 2, @F);
S fread(@B, @n, 2, @F);
S getline(&@B, &@Z, @F);
S sum += fgetc(@F);
S sum += strlen(@B);
S sum += strcmp(@B, @t) > 0;
S sum += strncmp(@B, @t, @n) > 0;
S printf("%s", @B);
S printf("%.*s", @n, @B);
S sprintf(@B, "%d", @i);
S sprintf(@B, "%.2s|", @t);
S snprintf(@B, @n, "%s", @P);
S sscanf(@t, "%s", @B);
S sscanf(@t, "%3[0-9a-z]", @B);
S sscanf(@t, "%2c", @B);
S sscanf(@B, "%d", &@I);
S qsort(@B, @n, 2, ascending);
S if (bsearch("a", @B, @n, 1, ascending)) sum++;
S sum += strtol(@B, &@P, 10);
S sum += wcslen(@W);
S mbstowcs(@W, @t, @n);
S wcstombs(@B, @W, @n);
S memmove(@B, @B + 1, @n);
S memccpy(@B, @t, @c, @n);
S strncat(@B, @t, @n);
S stpncpy(@B, @t, @n);
S return;
`), "\n")

// block is one that is as large as is said.
func (g *observer) block(letter byte) string {
	if letter == 'W' {
		return g.object("wchar_t", fmt.Sprintf("wchar_t *@ = malloc(%d * sizeof(wchar_t)); if (!@) return; for (int i = 0; i < %[1]d; i++) @[i] = %s;", 1+g.r.Intn(6), g.pick("0", "L'a'", "i == 2 ? 0 : L'b'")))
	}
	n := 1 + g.r.Intn(8)
	switch g.r.Intn(4) {
	case 0:
		return g.object("char", fmt.Sprintf("char *@ = malloc(%d); if (!@) return; memset(@, 'a', %[1]d);", n))
	case 1:
		return g.object("char", fmt.Sprintf("char *@ = calloc(%d, 1); if (!@) return;", n))
	}
	text := "12,ab c"[:n-1]
	return g.object("char", fmt.Sprintf("char *@ = malloc(%d); if (!@) return; strcpy(@, \"%s\");", n, text))
}

// uses is the body of a program that calls functions on blocks.
func (g *observer) uses() {
	g.objects, g.blocks = map[string][]string{}, true
	for range 3 + g.r.Intn(8) {
		if g.r.Intn(5) > 0 {
			g.tell(blockCalls[g.r.Intn(len(blockCalls))])
		} else {
			g.tell(observedCalls[g.r.Intn(len(observedCalls))])
		}
	}
}

// TestLibraryUses compares answers about random programs that give functions of the library blocks and streams which may be too small, freed or
// closed, with what AddressSanitizer says of the compiled ones.
func TestLibraryUses(t *testing.T) {
	gcc := testenv.NeedsTool(t, "gcc")
	counts := map[string]int{}
	for from := 0; from < *usesCount; from += 100 {
		var programs []*observer
		for i := from; i < min(from+100, *usesCount); i++ {
			g := &observer{r: rand.New(rand.NewSource(*usesSeed + int64(i))), id: i}
			g.uses()
			programs = append(programs, g)
		}
		useAll(t, gcc, programs, counts)
	}
	for _, k := range sortedKeys(counts) {
		t.Logf("%5d %s", counts[k], k)
	}
}

const useSees = "#define SEE(k, x) sum += (int)(x);\n#define SEEIF(k, c, x) if (c) SEE(k, x)\nstatic int sum;\n"

func useAll(t *testing.T, gcc string, programs []*observer, counts map[string]int) {
	dir := t.TempDir()
	for _, d := range []string{dir, filepath.Dir(dir)} { // for one who may not do much
		if err := os.Chmod(d, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	exe := filepath.Join(dir, "all")
	var b strings.Builder
	b.WriteString(observedHead + observedAll() + useSees + "static int fd;\n")
	for _, g := range programs {
		fmt.Fprintf(&b, "static void prog%d(void) {\n%s}\n", g.id, g.b.String())
	}
	b.WriteString("int main(int argc, char **argv) {\n\talarm(5);\n\tfd = open(\"file\", O_RDWR);\n\tswitch (atoi(argv[1])) {\n")
	for _, g := range programs {
		fmt.Fprintf(&b, "\tcase %d: prog%[1]d(); break;\n", g.id)
	}
	b.WriteString("\t}\n\t_exit(0);\n}\n")
	if err := os.WriteFile(exe+".c", []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(gcc, "-w", "-g", "-O0", "-fsanitize=address", "-fno-builtin", "-o", exe, exe+".c", "-lm", "-lresolv").CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%.3000s", err, out)
	}
	for _, g := range programs {
		kind, text := runUse(t, dir, exe, g.id)
		counts["ran: "+kind]++
		if kind == "overlap" || kind == "?" {
			continue
		}
		judgeUse(t, g, kind, text, counts)
	}
}

var endedBy = regexp.MustCompile(`ERROR: AddressSanitizer: [^\n]*`)

// runUse is what the program does wrong: "", or a property.
func runUse(t *testing.T, dir, exe string, id int) (kind, text string) {
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	work, err := os.MkdirTemp(dir, "work")
	if err != nil {
		t.Fatal(err)
	}
	os.Chmod(work, 0o777)
	file := filepath.Join(work, "file")
	if err := os.WriteFile(file, []byte("12 ab\n3.5 xyz\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	os.Chmod(file, 0o666)
	cmd := exec.CommandContext(ctx, exe, strconv.Itoa(id))
	cmd.Dir = work
	cmd.WaitDelay = time.Second
	cmd.Env = []string{"ASAN_OPTIONS=detect_leaks=0:exitcode=99:detect_stack_use_after_return=1:strict_memcmp=1", "HOME=/", "TZ=UTC0"}
	cmd.Stdin = strings.NewReader("7 q\nline\n")
	unprivileged(cmd)
	out, err := cmd.CombinedOutput()
	text = string(out)
	switch {
	case overlap.MatchString(text):
		return "overlap", ""
	case freeWrong.MatchString(text):
		return "valid-free", endedBy.FindString(text)
	case derefWrong.MatchString(text):
		return "valid-deref", endedBy.FindString(text)
	case err != nil:
		return "?", text
	}
	return "", ""
}

func judgeUse(t *testing.T, g *observer, kind, said string, counts map[string]int) {
	body, open := g.b.String(), ""
	if usesFile.MatchString(body) {
		open = observedOpen
	}
	text := observedHead + needs(open+body) + useSees + "int main(void) {\n\t" + open + strings.ReplaceAll(body, "return;", "return 0;") + "\treturn 0;\n}\n"
	for _, properties := range [][]string{{"valid-deref", "valid-free"}, {"bounds", "null"}} {
		res, err := answered(t, text, properties...)
		if err != nil {
			counts["not read"]++
			t.Logf("%d: %v", g.id, err)
			return
		}
		counts[fmt.Sprintf("%s: %q: %s %s", properties[0], kind, res.Verdict, res.Reason)]++
		wrong := kind != ""
		if properties[0] == "bounds" {
			wrong = kind == "valid-deref" && strings.Contains(said, "heap-")
		}
		input := g.other || strings.Contains(body, "FILE") || strings.Contains(body, "fd")
		switch {
		case res.Verdict == verdict.True && wrong:
			t.Errorf("%d: %v is TRUE, but %s\n%s", g.id, properties, said, text)
		case res.Verdict == verdict.False && kind == "" && !input:
			t.Errorf("%d: FALSE(%s) at line %d, and nothing is reported\n%s", g.id, res.Trace.Goal.Property, res.Program.Locs[res.Trace.Error].Pos.Line, text)
		case res.Verdict == verdict.False && len(properties) == 2 && kind != "" && !input && properties[0] != "bounds" && res.Trace.Goal.Property != kind:
			t.Errorf("%d: FALSE(%s), but %s\n%s", g.id, res.Trace.Goal.Property, said, text)
		}
	}
}

package run

import (
	"flag"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"craig/internal/evidence/verdict"
	"craig/internal/testenv"
)

var (
	usesCount = flag.Int("uses.count", testenv.Count(2, 6), "random programs that give calls of the library blocks and streams that may be too small, freed or closed")
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
		return g.object("wchar_t", fmt.Sprintf("wchar_t *@ = malloc(%d * sizeof(wchar_t)); if (!@) return; "+
			"for (int i = 0; i < %[1]d; i++) @[i] = %s;", 1+g.r.Intn(6), g.pick("0", "L'a'", "i == 2 ? 0 : L'b'")))
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
// closed, with what AddressSanitizer says of the compiled ones: where that reports an error, the answer is not TRUE. What it does not see, such as
// what functions read that it does not intercept, is no contradiction.
func TestLibraryUses(t *testing.T) {
	t.Parallel()
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
	dir := openFolder(t)
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
		kind, said := wrongs(observe(t, dir, exe, g.id, true))
		counts["ran: "+kind]++
		if kind == "?" {
			continue
		}
		judgeUse(t, g, kind, said, counts)
	}
}

// ofObjects are errors that are matters of bounds and null, too.
var ofObjects = regexp.MustCompile(`buffer-overflow|heap-use-after-free|SEGV on unknown address 0x0000000000[0-9a-f]{2}\b`)

var endedBy = regexp.MustCompile(`ERROR: AddressSanitizer: [^\n]*`)

// wrongs is what a program has done wrong by what it printed: "", a property, "overlap", or "?".
func wrongs(text string, err error) (kind, said string) {
	said = endedBy.FindString(text)
	switch {
	case overlap.MatchString(text):
		return "overlap", said
	case freeWrong.MatchString(text):
		return "valid-free", said
	case derefWrong.MatchString(text):
		return "valid-deref", said
	case err != nil:
		return "?", said
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
			wrong = kind == "valid-deref" && ofObjects.MatchString(said)
		}
		if res.Verdict == verdict.True && wrong {
			t.Errorf("%d: %v is TRUE, but %s\n%s", g.id, properties, said, text)
		}
	}
}

package cli

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"craig/internal/evidence/native"
	"craig/internal/run/runtest"
	"craig/internal/testenv"
)

func TestMain(m *testing.M) {
	testscript.Main(runtest.Tests{M: m}, map[string]func(){"craig": func() {
		runtest.Exit()
		Main(Program{})
	}})
}

// TestScript runs the command lines of testdata/script. Beside testscript's own commands:
//
//	status N command…   runs the command and checks its exit status, and that it shows no stack trace
//	repeat N text file  writes N copies of the text to a file
//	replace OLD NEW file file  copies a file, or changes it, with NEW in place of OLD
//
// and beside its conditions:
//
//	[cc]    there is a C compiler
//	[long]  long tests were asked for
func TestScript(t *testing.T) {
	examples, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			env.Setenv("EXAMPLES", examples+"/../../examples")
			env.Setenv("XDG_CACHE_HOME", env.WorkDir+"/.cache")
			env.Setenv("CONTRIB", examples+"/../../contrib")
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"status":  scriptStatus,
			"repeat":  scriptRepeat,
			"replace": scriptReplace,
		},
		Condition: func(name string) (bool, error) {
			switch name {
			case "cc":
				return native.Find() != "", nil
			case "long":
				return testenv.Long(), nil
			case "night":
				return testenv.Night(), nil
			}
			return false, fmt.Errorf("no condition %q", name)
		},
	})
}

func scriptStatus(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N command…")
	}
	err := ts.Exec(args[1], args[2:]...)
	got := 0
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		got = exit.ExitCode()
	case err != nil:
		ts.Fatalf("%v", err)
	}
	if strconv.Itoa(got) != args[0] {
		ts.Fatalf("exit status %d, want %s", got, args[0])
	}
	if strings.Contains(ts.ReadFile("stderr"), "goroutine ") {
		ts.Fatalf("a stack trace")
	}
}

func scriptRepeat(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: repeat N text file")
	}
	n, err := strconv.Atoi(args[0])
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[2]), []byte(strings.Repeat(args[1], n)), 0o666))
}

func scriptReplace(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 4 {
		ts.Fatalf("usage: replace OLD NEW file file")
	}
	text := ts.ReadFile(args[2])
	if !strings.Contains(text, args[0]) {
		ts.Fatalf("%s does not contain %s", args[2], args[0])
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[3]), []byte(strings.ReplaceAll(text, args[0], args[1])), 0o666))
}

package resultfile

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/run"
)

// TestIdentities: what a result file says of cofactors is what is read from it; numbers that are none, and names of
// no variables, are errors.
func TestIdentities(t *testing.T) {
	file := filepath.Join(t.TempDir(), "p.c")
	text := `extern int nondet(void); extern void reach_error(void);
int main(void) { unsigned n = nondet(), b = nondet(), p = 1, q = 1; while (n-- > 0) { p *= b; q *= b * b; } if (q != p * p) reach_error(); }`
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	res, err := run.Verify(t.Context(), prepare.New(cfront.Options{}, nil, file), run.Options{})
	if err != nil || res.Verdict != verdict.True {
		t.Fatal(res, err)
	}
	var b bytes.Buffer
	if err := Write(&b, res, About{Options: cfront.Options{}, Version: "test"}); err != nil {
		t.Fatal(err)
	}
	read := func(text string) (*verdict.Result, error) {
		var d Document
		if err := json.Unmarshal([]byte(text), &d); err != nil {
			t.Fatal(err)
		}
		return d.Result(res.Program)
	}
	again, err := read(b.String())
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Identities) == 0 || identitiesText(again.Identities) != identitiesText(res.Identities) {
		t.Errorf("written %s\nread %s", identitiesText(res.Identities), identitiesText(again.Identities))
	}
	for _, damage := range [][2]string{
		{`"coefficient": "`, `"coefficient": "one`}, {`"scale": "`, `"scale": "1.`}, {`"main::b"`, `"main::c"`}, {`"equation": "(`, `"equation": "((`},
	} {
		bad := strings.Replace(b.String(), damage[0], damage[1], 1)
		if bad == b.String() {
			t.Errorf("no %s in %s", damage[0], bad)
		} else if _, err := read(bad); err == nil {
			t.Errorf("%s is read", damage[1])
		}
	}
}

func identitiesText(ids []verdict.Identity) string {
	var b strings.Builder
	for _, id := range ids {
		fmt.Fprintf(&b, "%v:", id.Scale)
		for _, m := range id.Parts {
			fmt.Fprintf(&b, " %v times", m.Equation)
			for _, x := range m.Times {
				fmt.Fprintf(&b, " %v %v", x.Coeff, x.Vars)
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

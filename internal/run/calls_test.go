package run

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"craig/internal/engine/dagger"
	"craig/internal/engine/dagger/modular"
	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
)

// TestContracts: an engine for inlined programs that has one for programs with calls beside it decides
// recursion by contracts, and reports an error within the recursion from what is inlined; the contracts
// are certified again from what Verify returns.
func TestContracts(t *testing.T) {
	const recursive = "extern int nondet(void); extern void reach_error(void);\n" +
		"int up(int n) { return n <= 0 ? 0 : up(n - 1) + 2; }\n"
	for text, want := range map[string]verdict.Verdict{
		"int main(void) { int n = nondet(); if (n > 0 && n < 99 && up(n) != 2 * n) reach_error(); }": verdict.True,
		"int main(void) { int n = nondet(); if (n > 0 && n < 99 && up(n) == 8) reach_error(); }":     verdict.False,
	} {
		file := filepath.Join(t.TempDir(), "p.c")
		if err := os.WriteFile(file, []byte(recursive+text), 0o666); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		res, err := Verify(ctx, prepare.New(cfront.Options{}, nil, file), Options{Engine: modular.WithFallback(dagger.Config{}), Workers: 1})
		cancel()
		if err != nil {
			t.Fatal(err)
		}
		if res.Verdict != want {
			t.Errorf("%s: %v(%s)", text, res.Verdict, res.Reason)
			continue
		}
		contracts, _ := res.Proof.(verdict.Contracts)
		if want == verdict.True && (!res.Calls || len(contracts) == 0) {
			t.Errorf("%s: the proof is not one by contracts", text)
		}
		if _, err := Certify(context.Background(), res.Program, &res.Result, nil, 1); err != nil {
			t.Errorf("%s: %v", text, err)
		}
		if want == verdict.True {
			for l, f := range contracts {
				if l == res.Program.Main.Entry || f.IsTrue() {
					continue
				}
				contracts[l] = f.Store().False()
				if _, err := Certify(context.Background(), res.Program, &res.Result, nil, 1); err == nil {
					t.Errorf("%s: a proof without location %d is accepted", text, l)
				}
				contracts[l] = f
			}
		}
	}
}

// TestContractOfMain: nothing has to hold where main ends, behind a loop after which no error can be reached.
func TestContractOfMain(t *testing.T) {
	file := filepath.Join(t.TempDir(), "p.c")
	if err := os.WriteFile(file, []byte(`#include <stdio.h>
extern void reach_error(void);
int main(void) {
	int b[4], s = 0;
	size_t n = fread(b, sizeof *b, 4, stdin);
	if (n > 4) reach_error();
	for (size_t i = 0; i < n; i++) s ^= b[i];
	return s;
}`), 0o666); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	res, err := Verify(ctx, prepare.New(cfront.Options{}, nil, file), Options{Engine: modular.New(dagger.Config{}), Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	if res.Verdict != verdict.True || !res.Calls {
		t.Errorf("%v(%s), by contracts: %v; %s", res.Verdict, res.Reason, res.Calls, res.Detail)
	}
}

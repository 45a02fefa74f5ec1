package elab_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"craig/internal/program/c/types/typegen"
	"craig/internal/testenv"
)

var (
	typesCount = flag.Int("types.count", testenv.Count(20, 100), "random declarations compared with gcc, in each data model")
	typesFirst = flag.Int("types.seed", 1, "number of the first of them")
	typesKeep  = flag.String("types.keep", "", "a folder for those that differ")
)

// TestDeclarations: gcc has the same bytes in the constants and the initialized objects of random declarations and of their printed
// core: sizes, alignments and offsets, the types of expressions, and the values of constants are gcc's. The printed core asserts
// the layout of each structure, besides.
func TestDeclarations(t *testing.T) {
	testenv.NeedsTool(t, "gcc")
	for _, ilp32 := range []bool{false, true} {
		t.Run(fmt.Sprintf("ILP32=%v", ilp32), func(t *testing.T) {
			const batch = 20
			refused := 0
			for first := *typesFirst; first < *typesFirst+*typesCount; first += batch {
				var all []*typegen.Program
				for id := first; id < min(first+batch, *typesFirst+*typesCount); id++ {
					all = append(all, typegen.New(id, ilp32))
				}
				if problem, ok := declarationsDiffer(t, ilp32, all...); ok && problem == "" {
					continue
				}
				for _, p := range all { // one by one
					problem, ok := declarationsDiffer(t, ilp32, p)
					switch {
					case !ok:
						refused++
					case problem != "":
						t.Errorf("number %d: %s", p.ID, problem)
						if *typesKeep != "" {
							write(t, filepath.Join(*typesKeep, fmt.Sprintf("%d-%v.c", p.ID, ilp32)), []byte(p.Text))
						}
					}
				}
			}
			t.Logf("%d compared, of which gcc refuses %d", *typesCount, refused)
			if refused*5 > *typesCount {
				t.Error("gcc refuses too many")
			}
		})
	}
}

// declarationsDiffer compares what gcc makes of declarations and of their printed core; ok is false if gcc refuses them.
func declarationsDiffer(t *testing.T, ilp32 bool, list ...*typegen.Program) (problem string, ok bool) {
	var text bytes.Buffer
	for _, p := range list {
		text.WriteString(p.Text)
	}
	dir, err := os.MkdirTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	want, err := typegen.GCCData(dir, text.String(), ilp32)
	if err != nil {
		return "", false
	}
	s := subject{file: "a.c", machine: "-m64"}
	if ilp32 {
		s.machine = "-m32"
	}
	printed, why, err := printCore(s, text.Bytes())
	if err != nil {
		return err.Error(), true
	}
	if why != "" {
		return why, true
	}
	got, err := typegen.GCCData(dir, string(printed), ilp32)
	if err != nil {
		return err.Error(), true
	}
	for _, p := range list {
		for i, c := range p.Consts {
			if w, g := word(want[p.Table], i), word(got[p.Table], i); !bytes.Equal(w, g) {
				return fmt.Sprintf("%s is %x, for gcc %x", c, g, w), true
			}
		}
		for _, v := range p.Images {
			if !bytes.Equal(want[v], got[v]) {
				return fmt.Sprintf("%s is %x, for gcc %x", v, got[v], want[v]), true
			}
		}
	}
	return "", true
}

// word is an element of a table of long long.
func word(data []byte, i int) []byte {
	if len(data) < 8*i+8 {
		return nil
	}
	return data[8*i : 8*i+8]
}

// Package typegen writes random declarations of GNU C, and expressions about them whose values gcc and a front end must agree
// on: constants, and initialised objects, whose bytes are compared. Only tests import it.
package typegen

import (
	"debug/elf"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
)

// Program is random declarations. Names end in the number of the program, so that many fit into one file.
type Program struct {
	ID     int
	Text   string   // with the table
	Table  string   // the name of an array of long long that holds constants, one for each of Consts
	Consts []string // expressions
	Images []string // objects with initialisers
}

// New writes the program with a number, for LP64 or ILP32.
func New(id int, ilp32 bool) *Program {
	g := &gen{r: rand.New(rand.NewSource(int64(id))), id: id, ilp32: ilp32}
	g.program()
	p := &Program{ID: id, Table: fmt.Sprintf("K_%d", id), Consts: g.consts, Images: g.images}
	g.line("long long %s[] = {", p.Table)
	for _, c := range g.consts {
		g.line("(long long)(%s),", c)
	}
	g.line("};")
	p.Text = g.b.String()
	return p
}

// GCCData compiles a text in a folder and returns its initialised data, by symbol.
func GCCData(dir, text string, ilp32 bool) (map[string][]byte, error) {
	src, obj := filepath.Join(dir, "a.c"), filepath.Join(dir, "a.o")
	if err := os.WriteFile(src, []byte(text), 0o666); err != nil {
		return nil, err
	}
	args := []string{"-w", "-c", "-std=gnu11", "-fno-zero-initialized-in-bss", "-o", obj, src}
	if ilp32 {
		args = append(args, "-m32")
	}
	if out, err := exec.Command("gcc", args...).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("gcc: %v\n%s", err, out)
	}
	return ReadData(obj)
}

// ReadData reads the initialised data of an object file, by symbol.
func ReadData(obj string) (map[string][]byte, error) {
	f, err := elf.Open(obj)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	symbols, err := f.Symbols()
	if err != nil {
		return nil, err
	}
	data := map[string][]byte{}
	for _, s := range symbols {
		if s.Section == elf.SHN_UNDEF || int(s.Section) >= len(f.Sections) || elf.ST_TYPE(s.Info) != elf.STT_OBJECT {
			continue
		}
		bytes, err := f.Sections[s.Section].Data()
		if err == nil && int(s.Value+s.Size) <= len(bytes) {
			data[s.Name] = bytes[s.Value : s.Value+s.Size]
		}
	}
	return data, nil
}

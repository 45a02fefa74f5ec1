package source

import (
	"context"
	"testing"
)

// TestBounded: what was read before is not read once more to see whether macros nest too deep.
func TestBounded(t *testing.T) {
	file := write(t, "a.c", "#define A ((((((((((\n#define Z ))))))))))\n#define B A A A A A A A A A A\n#define Y Z Z Z Z Z Z Z Z Z Z\n"+
		"int x = B B B B B B B B B B B 1 Y Y Y Y Y Y Y Y Y Y Y;\n")
	if _, err := Parse(context.Background(), Config{}, file); err == nil {
		t.Error("1100 brackets are not refused")
	}
	files := new(Files)
	files.Bounded()
	if _, err := Parse(context.Background(), Config{Files: files}, file); err != nil {
		t.Error(err)
	}
}

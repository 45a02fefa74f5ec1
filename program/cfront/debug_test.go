package cfront

import (
	"context"
	"fmt"
	"os"
	"testing"

	"craig/program/ir"
)

func TestDebug(t *testing.T) {
	f := os.Getenv("F")
	if f == "" {
		t.Skip()
	}
	p, err := Read(context.Background(), Options{ErrorLabel: os.Getenv("L")}, f)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println(ir.Check(p))
	ir.Print(os.Stdout, p)
}

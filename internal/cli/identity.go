package cli

import (
	"bytes"
	"crypto/sha256"
	"debug/elf"
	"encoding/hex"
	"io"
	"os"
)

// identity tells builds of craig apart: it is the identifier that Go has put into the program, which depends on all that it was built of;
// or else a hash of the file, which takes longer than many a file takes that craig reads.
func identity(program string) (string, error) {
	f, err := os.Open(program)
	if err != nil {
		return "", err
	}
	defer f.Close()
	if id := goBuildID(f); id != "" {
		return id, nil
	}
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// goBuildID is the identifier of a program in the ELF format; "" if it has none. It is a note of the vendor Go with type 4: the lengths of
// the name and of the contents, the type, the name, the contents.
func goBuildID(r io.ReaderAt) string {
	const head = 16
	f, err := elf.NewFile(r)
	if err != nil {
		return ""
	}
	defer f.Close()
	s := f.Section(".note.go.buildid")
	if s == nil {
		return ""
	}
	note, err := s.Data()
	if err != nil || len(note) < head || !bytes.Equal(note[12:head], []byte("Go\x00\x00")) || f.ByteOrder.Uint32(note[8:]) != 4 {
		return ""
	}
	id := note[head:]
	if n := f.ByteOrder.Uint32(note[4:]); uint64(n) <= uint64(len(id)) && bytes.Count(id[:n], []byte("/")) == 3 {
		return string(id[:n]) // its last part is a hash of the program itself
	}
	return ""
}

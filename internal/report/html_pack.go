package report

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"errors"
	"io"
	"strings"
)

// Bounds of what stands in a page as it is.
const (
	firstHarness = 300     // lines
	maxPlain     = 1 << 20 // bytes of data
)

// cutHarness cuts a long harness: what a button copies need not be shown.
func cutHarness(text string) (first string, rest string) {
	at := 0
	for range firstHarness {
		next := strings.IndexByte(text[at:], '\n')
		if next < 0 {
			return text, ""
		}
		at += next + 1
	}
	if at == len(text) {
		return text, ""
	}
	return text[:at], script([]string{text[at:]})
}

// pack compresses the data of a large page: a browser reads the text of a page for up to half a second at a time, and
// does nothing else meanwhile, but unpacks data beside that. What is packed is a text, and no list or object.
func (p *htmlPage) pack() {
	parts := []*string{&p.Rest, &p.Search}
	for i := range p.Steps {
		parts = append(parts, &p.Steps[i])
	}
	for i := range p.Files {
		for k := range p.Files[i].Chunks {
			parts = append(parts, &p.Files[i].Chunks[k].Data)
		}
	}
	size := 0
	for _, part := range parts {
		size += len(*part)
	}
	if size <= maxPlain {
		return
	}
	z, _ := gzip.NewWriterLevel(nil, gzip.BestSpeed) // a level that there is
	for _, part := range parts {
		if *part == "" {
			continue
		}
		var b bytes.Buffer
		z.Reset(&b)
		_, err := io.WriteString(z, *part)
		if err = errors.Join(err, z.Close()); err != nil {
			panic(err) // a buffer takes all
		}
		*part = script(base64.StdEncoding.EncodeToString(b.Bytes()))
	}
}

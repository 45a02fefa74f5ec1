package serve

import (
	"bytes"
	"encoding/json"
	"maps"
	"strings"
)

// Bounds of what is kept of a search.
const (
	maxSearch = 8 << 20  // bytes
	maxBatch  = 64 << 10 // bytes that are sent at once, so that a page is not busy with them for long
	maxLabel  = 300      // bytes of a label in a State
	lastFew   = 8
)

// search is what is known of the search of a job: the lines of craig verify --trace-format json, as they have come.
type search struct {
	text   []byte   // whole lines
	names  []string // of kinds, by their numbers
	kinds  []int    // how many steps of each
	labels []string
	last   []string // labels
}

// take reads a line. It says whether the line is one of a search.
func (s *search) take(line []byte) bool {
	var step [7]int
	var other struct {
		Run, Label *string
		Lost       *int
		Kinds      []int
	}
	switch {
	case len(line) == 0 || bytes.IndexByte(line, '\r') >= 0: // which would end a line of an event
		return false
	case line[0] == '[':
		if json.Unmarshal(line, &step) != nil || step[0] < 1 || step[0] >= len(s.kinds) {
			return false
		}
		s.kinds[step[0]]++
		if l := step[6]; l > 0 && l <= len(s.labels) && s.labels[l-1] != "true" {
			s.last = append(s.last[max(0, len(s.last)-lastFew+1):], s.labels[l-1])
		}
	case line[0] == '{':
		if json.Unmarshal(line, &other) != nil || other.Run == nil && other.Label == nil && other.Lost == nil {
			return false
		}
		if other.Label != nil {
			l := *other.Label
			if len(l) > maxLabel {
				l = strings.ToValidUTF8(l[:maxLabel], "") + "…"
			}
			s.labels = append(s.labels, l)
		}
		copy(s.kinds, other.Kinds)
	default:
		return false
	}
	if len(s.text)+len(line) < maxSearch {
		s.text = append(append(s.text, line...), '\n')
	}
	return true
}

// counts are the steps by the names of their kinds.
func (s *search) counts() map[string]int {
	m := map[string]int{}
	for i, n := range s.kinds {
		m[s.names[i]] = n
	}
	maps.DeleteFunc(m, func(_ string, n int) bool { return n == 0 })
	return m
}

// from is a batch of lines as a JSON array, and where the next one begins. at is 0 or what from has returned; what is
// elsewhere gives nothing.
func (s *search) from(at int) (batch []byte, next int) {
	if at < 0 || at >= len(s.text) || at > 0 && s.text[at-1] != '\n' {
		return nil, at
	}
	end := len(s.text)
	if end-at > maxBatch {
		if i := bytes.LastIndexByte(s.text[at:at+maxBatch], '\n'); i >= 0 {
			end = at + i + 1
		}
	}
	lines := bytes.TrimSuffix(s.text[at:end], []byte("\n"))
	return bytes.Join([][]byte{[]byte("["), bytes.ReplaceAll(lines, []byte("\n"), []byte(",")), []byte("]")}, nil), end
}

package work

import (
	"bytes"
	"io"
)

// Talk is how a job says something to others while it runs, and hears what they say. What is said is a line of its standard output that
// begins with Mark, and does not belong to its answer; what it hears comes as such lines on its standard input.
type Talk struct {
	Say  func(line []byte) // a line with Mark and its end; it returns at once
	Hear <-chan []byte     // likewise
}

// Mark begins a line that is said: the record separator of JSON text sequences, with which no text begins.
const Mark = 0x1e

// MostSaid is how long a line that is said may be, in bytes. Longer ones are left out.
const MostSaid = 256 << 10

// splitter takes lines that are said out of what is written to out.
type splitter struct {
	out  io.Writer
	say  func([]byte)
	line []byte // that began with Mark, as far as it has come
	in   bool   // within such a line
	mid  bool   // within another one
}

func (s *splitter) Write(p []byte) (int, error) {
	n := len(p)
	for len(p) > 0 {
		if !s.in && !s.mid && p[0] == Mark {
			s.in, s.line = true, nil
		}
		part, end := p, bytes.IndexByte(p, '\n')
		if end >= 0 {
			part = p[:end+1]
		}
		p = p[len(part):]
		if !s.in {
			s.mid = end < 0
			if _, err := s.out.Write(part); err != nil {
				return 0, err
			}
			continue
		}
		if len(s.line) <= MostSaid {
			s.line = append(s.line, part...)
		}
		if end >= 0 {
			s.in = false
			if len(s.line) <= MostSaid {
				s.say(s.line)
			}
		}
	}
	return n, nil
}

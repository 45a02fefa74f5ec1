package bench

import (
	"bufio"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
)

// Store keeps outcomes in a file, one JSON object a line, as they come: a run that was
// interrupted finds there what it had done. A nil Store keeps nothing.
type Store struct {
	file  *os.File
	found map[string]Outcome
}

// entry is a line of a store.
type entry struct {
	Key     string
	Outcome Outcome
}

// OpenStore opens the store in the file name, which is made if it does not exist. A line that
// was cut off is ignored.
func OpenStore(name string) (*Store, error) {
	s := &Store{found: map[string]Outcome{}}
	old, err := os.Open(name)
	switch {
	case err == nil:
		lines := bufio.NewScanner(old)
		lines.Buffer(nil, 16<<20)
		for lines.Scan() {
			var e entry
			if json.Unmarshal(lines.Bytes(), &e) == nil {
				s.found[e.Key] = e.Outcome
			}
		}
		err = errors.Join(lines.Err(), old.Close())
		if err != nil {
			return nil, err
		}
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	s.file, err = os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	return s, err
}

// Close closes the file.
func (s *Store) Close() error {
	if s == nil {
		return nil
	}
	return s.file.Close()
}

func (s *Store) find(key string) (Outcome, bool) {
	if s == nil {
		return Outcome{}, false
	}
	o, ok := s.found[key]
	return o, ok
}

func (s *Store) add(key string, o Outcome) error {
	if s == nil {
		return nil
	}
	line, err := json.Marshal(entry{key, o})
	if err != nil {
		return err
	}
	_, err = s.file.Write(append(line, '\n'))
	return err
}

package bench

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"
)

// lineStore is a Store in a file of lines, each of which is an object of JSON with a checksum. Lines are only added, by one
// process at a time, which has the file locked then; others read what is there without a lock. A last line without its end is what
// a process that died, or a full disk, has left: it is not read, and the next line takes its place. In what order lines are added does not matter
// but for runs, which begin before they have something, so that no line depends on the one after it.
type lineStore struct {
	name    string
	file    *os.File
	out     io.Writer // the file
	reading bool      // nothing may be written

	mu       sync.Mutex // guards what follows, which is what the file has up to an offset
	end      int64
	lines    int
	outcomes map[string]storedOutcome // by key
	results  map[string]span          // likewise
	runs     []*storedRun             // the first one has number 1
	run      int64                    // that Begin has made; 0 if none
}

// span is where a line is.
type span struct {
	at int64
	n  int
}

type storedOutcome struct {
	span
	cpu time.Duration
}

// storedRun is a run and its members by position.
type storedRun struct {
	Run
	members map[int]storedMember
}

// storedMember is the place of an outcome in a run.
type storedMember struct {
	span
	key       string
	judgement Judgement
}

// storeLayout is the number of what follows.
const storeLayout = 2

// storeLine is a line: one of its fields is there.
type storeLine struct {
	Layout  int          `json:"layout,omitempty"` // of the file: its first line
	Run     *runLine     `json:"run,omitempty"`
	Ended   *endLine     `json:"ended,omitempty"`
	Outcome *outcomeLine `json:"outcome,omitempty"`
	Result  *resultLine  `json:"result,omitempty"`
	Member  *memberLine  `json:"member,omitempty"`
}

type runLine struct {
	ID      int64     `json:"id"`
	Began   time.Time `json:"began"`
	Command string    `json:"command"`
	Version string    `json:"version"`
	Machine string    `json:"machine"`
}

type endLine struct {
	Run int64     `json:"run"`
	At  time.Time `json:"at"`
}

type outcomeLine struct {
	Key  string  `json:"key"` // a SHA-256 over what the outcome depends on
	Body Outcome `json:"body"`
}

type resultLine struct {
	Key  string `json:"key"`
	Text []byte `json:"text"` // see pack
}

type memberLine struct {
	Run       int64  `json:"run"`
	Position  int    `json:"position"`
	Task      Task   `json:"task"`
	Column    string `json:"column"`
	Judgement string `json:"judgement"`
	Detail    string `json:"detail"`
	Key       string `json:"key"` // of the outcome
}

// lineHead begins each line; the checksum, in eight hexadecimal digits, and lineMiddle come after it. The checksum is CRC-32 of what follows.
const (
	lineHead   = `{"sum":"`
	lineMiddle = `",`
)

// encode is a line with its end.
func (l storeLine) encode() ([]byte, error) {
	text, err := json.Marshal(l)
	if err != nil {
		return nil, err
	}
	rest := text[1:] // after its brace
	return fmt.Appendf(nil, "%s%08x%s%s\n", lineHead, crc32.ChecksumIEEE(rest), lineMiddle, rest), nil
}

// decodeLine reads a line, with or without its end.
func decodeLine(text []byte) (l storeLine, err error) {
	text = bytes.TrimSuffix(text, []byte("\n"))
	const digits = 8
	if len(text) < len(lineHead)+digits+len(lineMiddle) || !bytes.HasPrefix(text, []byte(lineHead)) {
		return l, errors.New("not a line of a store")
	}
	sum, rest := text[len(lineHead):len(lineHead)+digits], text[len(lineHead)+digits+len(lineMiddle):]
	if string(sum) != fmt.Sprintf("%08x", crc32.ChecksumIEEE(rest)) {
		return l, errors.New("its checksum is another one")
	}
	return l, json.Unmarshal(text, &l)
}

// OpenStore opens the store in the file name, which is made if it does not exist. A file that is something else, of another
// layout or damaged is a *StoreError, and is left as it is.
func OpenStore(name string) (Store, error) {
	if _, err := os.Stat(filepath.Dir(name)); err != nil {
		return nil, &os.PathError{Op: "open", Path: name, Err: fmt.Errorf("its folder is not there: %w", errors.Unwrap(err))}
	}
	f, err := os.OpenFile(name, os.O_RDWR|os.O_APPEND|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	s, err := newLineStore(name, f, false)
	if err == nil {
		err = s.add(func() ([]storeLine, error) {
			if s.lines > 0 {
				return nil, nil
			}
			return []storeLine{{Layout: storeLayout}}, nil
		})
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return s, nil
}

// ReadStore opens the store in the file name, which exists, to read it. The file and its folder may be read-only.
func ReadStore(name string) (Store, error) {
	if _, err := os.Stat(name); err != nil {
		return nil, err
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	s, err := newLineStore(name, f, true)
	if err == nil && s.lines == 0 {
		err = &StoreError{File: name, Text: "it is empty, and no store yet"}
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return s, nil
}

func newLineStore(name string, f *os.File, reading bool) (*lineStore, error) {
	if err := isStore(name, f); err != nil {
		return nil, err
	}
	s := &lineStore{name: name, file: f, out: f, reading: reading, outcomes: map[string]storedOutcome{}, results: map[string]span{}}
	return s, s.follow()
}

// isStore looks at the first bytes of a file: an empty one can become a store.
func isStore(name string, f *os.File) error {
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return errors.Join(err, &StoreError{File: name, Text: "not a store of craig bench; name another file"})
	}
	first, err := storeLine{Layout: storeLayout}.encode()
	if err != nil {
		return err
	}
	head := make([]byte, len(first))
	n, err := f.ReadAt(head, 0)
	if err != nil && err != io.EOF {
		return err
	}
	head = head[:n]
	switch {
	case bytes.HasPrefix(first, head): // or a part of it, without its end
		return nil
	case bytes.HasPrefix(head, []byte(lineHead)) && head[n-1] == '\n': // of another layout, or damaged
		return nil
	case bytes.HasPrefix(head, []byte(SQLiteMagic)):
		return &StoreError{File: name, Text: "a store of craig-fleet, or of an earlier craig, which is a database of SQLite; craig-fleet results and craig-fleet serve read it"}
	case head[0] == '{':
		return &StoreError{File: name, Text: "a store of an earlier craig, which kept other lines; name a new file"}
	}
	return &StoreError{File: name, Text: "not a store of craig bench; name another file"}
}

// HasLines says whether a file begins as OpenStore has stores begin.
func HasLines(name string) bool {
	f, err := os.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, len(lineHead))
	_, err = io.ReadFull(f, head)
	return err == nil && string(head) == lineHead
}

// SQLiteMagic begins a database of SQLite, as stores of craig-fleet are.
const SQLiteMagic = "SQLite format 3\x00"

// follow reads the lines that have been added since it was last called.
func (s *lineStore) follow() error {
	info, err := s.file.Stat()
	if err != nil {
		return err
	}
	if info.Size() < s.end {
		return &StoreError{File: s.name, Text: "this store has become shorter; start the same command again"}
	}
	in := bufio.NewReaderSize(io.NewSectionReader(s.file, s.end, info.Size()-s.end), 64<<10)
	for {
		text, err := in.ReadBytes('\n')
		switch {
		case err == io.EOF: // what has no end is no line yet
			return nil
		case err != nil:
			return err
		}
		l, err := decodeLine(text)
		if err == nil {
			err = s.take(l, span{s.end, len(text)})
		}
		if bad := (*StoreError)(nil); errors.As(err, &bad) {
			return err
		}
		if err != nil {
			return &StoreError{s.name, fmt.Sprintf("this store is damaged: line %d is not what was written; take that line out, or move the store away and start anew", s.lines+1), err}
		}
	}
}

// take adds a line that is in the file to what is known of it.
func (s *lineStore) take(l storeLine, at span) error {
	switch {
	case s.lines == 0 && l.Layout != storeLayout:
		return &StoreError{File: s.name, Text: fmt.Sprintf("a store with layout %d, and this craig knows %d; use the craig that wrote it, or a new file", l.Layout, storeLayout)}
	case l.Run != nil:
		r := l.Run
		if r.ID != int64(len(s.runs))+1 {
			return fmt.Errorf("it is of run %d, after %d runs", r.ID, len(s.runs))
		}
		s.runs = append(s.runs, &storedRun{Run: Run{ID: r.ID, Began: r.Began, Command: r.Command, Version: r.Version, Machine: r.Machine}, members: map[int]storedMember{}})
	case l.Ended != nil:
		r, err := s.runOf(l.Ended.Run)
		if err != nil {
			return err
		}
		r.Ended = l.Ended.At
	case l.Outcome != nil:
		if _, ok := s.outcomes[l.Outcome.Key]; !ok {
			s.outcomes[l.Outcome.Key] = storedOutcome{at, l.Outcome.Body.CPU}
		}
	case l.Result != nil:
		if _, ok := s.results[l.Result.Key]; !ok {
			s.results[l.Result.Key] = at
		}
	case l.Member != nil:
		r, err := s.runOf(l.Member.Run)
		if err != nil {
			return err
		}
		if _, ok := s.outcomes[l.Member.Key]; !ok {
			return fmt.Errorf("there is no outcome with key %s before it", l.Member.Key)
		}
		j, err := ParseJudgement(l.Member.Judgement)
		if err != nil {
			return err
		}
		r.members[l.Member.Position] = storedMember{at, l.Member.Key, j}
	}
	s.end += int64(at.n)
	s.lines++
	return nil
}

// runOf is the run with a number.
func (s *lineStore) runOf(id int64) (*storedRun, error) {
	if id < 1 || id > int64(len(s.runs)) {
		return nil, fmt.Errorf("there is no run %d before it", id)
	}
	return s.runs[id-1], nil
}

// add adds the lines that which says, when it knows all that others have added before.
func (s *lineStore) add(which func() ([]storeLine, error)) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.reading {
		return s.failed(fs.ErrPermission)
	}
	if err := lockFile(s.file); err != nil {
		return s.failed(err)
	}
	defer unlockFile(s.file)
	if err := s.follow(); err != nil {
		return err
	}
	lines, err := which()
	if err != nil {
		return err
	}
	for _, l := range lines {
		text, err := l.encode()
		if err != nil {
			return err
		}
		info, err := s.file.Stat()
		if err == nil && info.Size() > s.end { // what others have left without its end
			err = s.file.Truncate(s.end)
		}
		if err == nil {
			_, err = s.out.Write(text)
		}
		if err != nil {
			s.file.Truncate(s.end) // if that fails too, the next one does it
			return s.failed(err)
		}
		if err := s.take(l, span{s.end, len(text)}); err != nil {
			return err
		}
	}
	return nil
}

// read is a line of the file.
func (s *lineStore) read(at span) (l storeLine, err error) {
	text := make([]byte, at.n)
	if _, err := s.file.ReadAt(text, at.at); err != nil {
		return l, s.failed(err)
	}
	if l, err = decodeLine(text); err != nil {
		return l, s.failed(err)
	}
	return l, nil
}

// failed is an error of using the store.
func (s *lineStore) failed(err error) error { return StoreFailed(s.name, err) }

func (s *lineStore) Close() error { return s.file.Close() }

func (s *lineStore) Begin(r Run) error {
	return s.add(func() ([]storeLine, error) {
		s.run = int64(len(s.runs)) + 1
		return []storeLine{{Run: &runLine{s.run, r.Began.UTC().Truncate(time.Second), r.Command, r.Version, r.Machine}}}, nil
	})
}

func (s *lineStore) End(now time.Time) error {
	if s.run == 0 {
		return nil
	}
	return s.add(func() ([]storeLine, error) {
		return []storeLine{{Ended: &endLine{s.run, now.UTC().Truncate(time.Second)}}}, nil
	})
}

func (s *lineStore) Find(key string) (o Outcome, ok bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.follow(); err != nil {
		return o, false, err
	}
	at, ok := s.outcomes[key]
	if !ok {
		return o, false, nil
	}
	o, err = s.outcome(at.span)
	return o, err == nil, err
}

// outcome is the one of a line. Running the task again would not help if that cannot be read: what has a key is not replaced.
func (s *lineStore) outcome(at span) (o Outcome, err error) {
	l, err := s.read(at)
	if err == nil && l.Outcome == nil {
		err = s.failed(errors.New("a line is another one than before"))
	}
	if err != nil {
		return o, err
	}
	return l.Outcome.Body, nil
}

func (s *lineStore) Add(key string, position int, o, judged Outcome, result []byte) error {
	return s.add(func() (lines []storeLine, err error) {
		if _, ok := s.results[key]; !ok && result != nil {
			lines = append(lines, storeLine{Result: &resultLine{key, result}})
		}
		if _, ok := s.outcomes[key]; !ok {
			lines = append(lines, storeLine{Outcome: &outcomeLine{key, o}})
		}
		if s.run != 0 {
			lines = append(lines, storeLine{Member: &memberLine{s.run, position, judged.Task, judged.Column, judged.Judgement.String(), judged.Detail, key}})
		}
		return lines, nil
	})
}

func (s *lineStore) Runs() (runs []Run, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.follow(); err != nil {
		return nil, err
	}
	for _, r := range s.runs {
		run := r.Run
		run.Tasks, run.Judged = len(r.members), map[Judgement]int{}
		for _, m := range r.members {
			run.Judged[m.judgement]++
			run.CPU += s.outcomes[m.key].cpu
		}
		runs = append(runs, run)
	}
	return runs, nil
}

// members are those of a run, in its order.
func (s *lineStore) members(run int64) (list []storedMember, err error) {
	if err := s.follow(); err != nil {
		return nil, err
	}
	r, err := s.runOf(run)
	if err != nil {
		return nil, nil // as of a run that has nothing
	}
	for _, position := range slices.Sorted(maps.Keys(r.members)) {
		list = append(list, r.members[position])
	}
	return list, nil
}

func (s *lineStore) Outcomes(run int64) (list []Outcome, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	members, err := s.members(run)
	if err != nil {
		return nil, err
	}
	for _, m := range members {
		o, err := s.outcome(s.outcomes[m.key].span)
		if err != nil {
			return nil, err
		}
		place, err := s.read(m.span)
		if err == nil && place.Member == nil {
			err = s.failed(errors.New("a line is another one than before"))
		}
		if err != nil {
			return nil, err
		}
		o.Task, o.Column, o.Detail, o.Judgement = place.Member.Task, place.Member.Column, place.Member.Detail, m.judgement
		list = append(list, o)
	}
	return list, nil
}

func (s *lineStore) Kept(run int64) (keys []string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	members, err := s.members(run)
	if err != nil {
		return nil, err
	}
	for _, m := range members {
		if _, ok := s.results[m.key]; !ok {
			m.key = ""
		}
		keys = append(keys, m.key)
	}
	return keys, nil
}

func (s *lineStore) Packed(key string) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	at, ok := s.results[key]
	if !ok {
		return nil, nil
	}
	l, err := s.read(at)
	if err == nil && l.Result == nil {
		err = s.failed(errors.New("a line is another one than before"))
	}
	if err != nil {
		return nil, err
	}
	return l.Result.Text, nil
}

func (s *lineStore) Len() (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.outcomes), s.follow()
}

package library

import (
	"bytes"
	"fmt"
	"path"
	"strings"
	"sync"
)

// table is the index of the rows.
type table struct {
	rows   []*row
	byName map[string][]*row
}

// searched is how many names are looked for in the text of the table. When more are asked for it is indexed.
const searched = 16

// index has the rows as far as somebody has asked for them: most small programs ask for a few.
var index struct {
	sync.Mutex
	found map[string][]*row // of the names that were looked for
	all   *table            // nil: it has not been made
}

// rowsOf are the rows of the function with this name, in the order of the table.
func rowsOf(name string) []*row {
	index.Lock()
	defer index.Unlock()
	if rows, ok := index.found[name]; ok && index.all == nil {
		return rows
	}
	if index.all == nil && len(index.found) < searched {
		if index.found == nil {
			index.found = map[string][]*row{}
		}
		index.found[name] = search(name)
		return index.found[name]
	}
	return indexed().byName[name]
}

// texts are the files of the table, read once.
var texts = sync.OnceValue(func() (all []tableText) {
	for _, file := range list(tables, "table") {
		text, _ := tables.ReadFile(path.Join("table", file))
		all = append(all, tableText{file, text})
	}
	return all
})

type tableText struct {
	file string
	text []byte
}

// search looks for the rows of a name in the text of the table.
func search(name string) (rows []*row) {
	if name == "" {
		return nil
	}
	key := []byte(name)
	for _, t := range texts() {
		for at := 0; ; {
			k := bytes.Index(t.text[at:], key)
			if k < 0 {
				break
			}
			from := bytes.LastIndexByte(t.text[:at+k], '\n') + 1
			to := len(t.text)
			if n := bytes.IndexByte(t.text[at+k:], '\n'); n >= 0 {
				to = at + k + n
			}
			if line := string(bytes.TrimSpace(t.text[from:to])); isRow(line) && nameOf(line) == name {
				rows = append(rows, &row{file: t.file, line: 1 + bytes.Count(t.text[:from], []byte("\n")), header: headerBefore(string(t.text[:from])), name: name, text: line})
			}
			at = to
		}
	}
	return rows
}

// headerBefore is the name of the last header in a part of a file.
func headerBefore(text string) string {
	for text != "" {
		from := strings.LastIndexByte(strings.TrimSuffix(text, "\n"), '\n') + 1
		if h, ok := headerOf(strings.TrimSpace(text[from:])); ok {
			return h
		}
		text = text[:from]
	}
	return ""
}

// load is the whole index.
func load() *table {
	index.Lock()
	defer index.Unlock()
	return indexed()
}

// indexed is load; the caller has locked the index. A row that was found before it was made stays what it is.
func indexed() *table {
	if index.all != nil {
		return index.all
	}
	t := &table{byName: map[string][]*row{}}
	for _, file := range list(tables, "table") {
		rows, variables := readTable(file)
		if len(variables) > 0 && file != variableFile {
			panic(fmt.Sprintf("library: table/%s: variables belong into %s", file, variableFile))
		}
		for _, r := range rows {
			if same := index.found[r.name]; same != nil {
				r = same[len(t.byName[r.name])]
			}
			t.byName[r.name] = append(t.byName[r.name], r)
			t.rows = append(t.rows, r)
		}
	}
	index.all = t
	return t
}

// readTable reads a file of the table: its rows, and its variables.
func readTable(file string) ([]*row, []*Variable) {
	text, _ := tables.ReadFile(path.Join("table", file))
	rows, variables, err := parseTable(string(text))
	if err != nil {
		panic(fmt.Sprintf("library: table/%s:%v", file, err))
	}
	for _, r := range rows {
		r.file = file
	}
	return rows, variables
}

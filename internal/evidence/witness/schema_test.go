package witness

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"craig/internal/pattern"
	"craig/internal/svcomp"
)

// Conforms checks that text is a witness file as the formats 2.0 to 2.2 are published
// (https://gitlab.com/sosy-lab/benchmarking/sv-witnesses): every key that has to be there is, there
// is none that the format does not know, and values are of the right kind. What the values say of
// the program is not looked at. The error says where, as in entry 1: content: item 2: no location.
func Conforms(text []byte) error {
	var entries []any
	if err := svcomp.UnmarshalYAML(text, &entries); err != nil {
		return err
	}
	if len(entries) == 0 {
		return fmt.Errorf("no entry")
	}
	for i, e := range entries {
		if err := entryShape(e); err != nil {
			return fmt.Errorf("entry %d: %w", i+1, err)
		}
	}
	return nil
}

// shape checks a value.
type shape func(any) error

// fields are the keys of a mapping: those with a ? at the end may be missing.
type fields map[string]shape

func (f fields) check(v any) error {
	m, ok := v.(map[string]any)
	if !ok {
		return fmt.Errorf("not a mapping")
	}
	for _, name := range slices.Sorted(maps.Keys(f)) {
		key, optional := strings.CutSuffix(name, "?")
		value, there := m[key]
		switch {
		case !there && !optional:
			return fmt.Errorf("no %s", key)
		case there:
			if err := f[name](value); err != nil {
				return fmt.Errorf("%s: %w", key, err)
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(m)) {
		if f[key] == nil && f[key+"?"] == nil {
			return fmt.Errorf("the format has no %s there", key)
		}
	}
	return nil
}

// matching is a string in which the pattern is found. Its source is a literal, which the tests of package pattern find.
func matching(what string, re *pattern.Pattern) shape {
	return func(v any) error {
		if s, ok := v.(string); !ok || !re.MatchString(s) {
			return fmt.Errorf("%v is not %s", v, what)
		}
		return nil
	}
}

// word is one of the words.
func word(words ...string) shape {
	return func(v any) error {
		if s, ok := v.(string); !ok || !slices.Contains(words, s) {
			return fmt.Errorf("%v is not %s", v, strings.Join(words, " or "))
		}
		return nil
	}
}

func list(least int, of shape) shape {
	return func(v any) error {
		l, ok := v.([]any)
		if !ok || len(l) < least {
			return fmt.Errorf("not a list of at least %d", least)
		}
		for i, x := range l {
			if err := of(x); err != nil {
				return fmt.Errorf("item %d: %w", i+1, err)
			}
		}
		return nil
	}
}

func positive(v any) error {
	switch n := v.(type) {
	case uint64:
		if n > 0 {
			return nil
		}
	case int64:
		if n > 0 {
			return nil
		}
	}
	return fmt.Errorf("%v is not a number from 1 on", v)
}

func instant(v any) error {
	s, _ := v.(string)
	if _, err := time.Parse(time.RFC3339, s); err != nil {
		return fmt.Errorf("%v is not a time of ISO 8601", v)
	}
	return nil
}

// hashes has a SHA-256 for each file.
func hashes(v any) error {
	m, ok := v.(map[string]any)
	if !ok || len(m) == 0 {
		return fmt.Errorf("not a mapping of files to hashes")
	}
	for _, name := range slices.Sorted(maps.Keys(m)) {
		if err := hash256(m[name]); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

var (
	someText = matching("text", pattern.New(`(?s)^.+$`))
	avoided  = matching("avoid, as all but the last of a segment", pattern.New(`^avoid$`))
	// constraints are the values of waypoints by their types.
	constraints = map[any]shape{
		"assumption":      matching("an expression", pattern.New(`(?s)^.+$`)),
		"branching":       matching("a branch", pattern.New(`^(?:true|false|default|-?[0-9]+)$`)),
		"function_return": matching("a comparison of \\result with a constant", pattern.New(`^\s*\\result\s*(?:==|!=|<=?|>=?)\s*.+$`)),
	}
	hash256 = matching("a SHA-256", pattern.New(`^[0-9a-f]{64}$`))
	place   = fields{
		"file_name": someText, "file_hash?": hash256, "line": positive, "column?": positive, "function?": someText,
	}.check
	metadata = fields{
		"format_version": matching("2.0 to 2.2", pattern.New(`^2\.[0-2]$`)),
		"uuid":           matching("a UUID", pattern.New(`^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$`)),
		"creation_time":  instant,
		"producer": fields{
			"name": someText, "version": someText, "configuration?": someText, "command_line?": someText, "description?": someText,
		}.check,
		"task": fields{
			"input_files": list(1, someText), "input_file_hashes": hashes, "specification": someText,
			"data_model": word("ILP32", "LP64"), "language": word("C"),
		}.check,
	}.check
	contract = fields{
		"type": someText, "location": place, "requires?": someText, "ensures?": someText,
		"format": word("acsl_expression"),
	}.check
	invariant = fields{
		"type": word("loop_invariant", "location_invariant"), "location": place,
		"value": someText, "format": word("c_expression"),
	}.check
)

func entryShape(v any) error {
	m, ok := v.(map[string]any)
	if !ok {
		return fmt.Errorf("not a mapping")
	}
	entry := fields{"entry_type": someText, "metadata": metadata}
	switch m["entry_type"] {
	case Invariants:
		version := ""
		if meta, ok := m["metadata"].(map[string]any); ok {
			version, _ = meta["format_version"].(string)
		}
		entry["content"] = list(0, fields{"invariant": func(v any) error {
			if inv, ok := v.(map[string]any); ok && inv["type"] == "function_contract" && version == "2.1" {
				return contract(v)
			}
			return invariant(v)
		}}.check)
	case Violation:
		entry["content"] = content
	default:
		return fmt.Errorf("entry_type: %v is neither %s nor %s", m["entry_type"], Invariants, Violation)
	}
	return entry.check(v)
}

// content of a violation is segments of waypoints: in each, after some to avoid, one to follow; the
// very last one is the target.
func content(v any) error {
	segments, _ := v.([]any)
	nth := 0
	return list(1, fields{"segment": func(v any) error {
		nth++
		steps, _ := v.([]any)
		step := 0
		return list(1, fields{"waypoint": func(v any) error {
			step++
			return waypoint(v, step == len(steps), step == len(steps) && nth == len(segments), nth == len(segments))
		}}.check)(v)
	}}.check)(v)
}

// thread is the number of one.
func threadOf(v any) error {
	if n, ok := v.(uint64); !ok || n > 255 {
		return fmt.Errorf("%v is no number of a thread", v)
	}
	return nil
}

// waypoint checks one that is the end of its segment or not, the target of the witness or not, in the last segment or not.
func waypoint(v any, end, target, last bool) error {
	w, ok := v.(map[string]any)
	if !ok {
		return fmt.Errorf("not a mapping")
	}
	f := fields{"type": someText, "action": word("follow"), "location": place, "thread_id?": threadOf}
	if !end {
		f["action"] = avoided
	}
	value := constraints[w["type"]]
	switch {
	case w["type"] == "target" && last && w["thread_id"] != nil: // of two threads
		f["action"] = word("follow")
	case w["type"] == "target" != target:
		return fmt.Errorf("the target is the last waypoint, and no other")
	case value != nil:
		format := "c_expression"
		if w["type"] == "function_return" {
			format = "acsl_expression"
		}
		key := "format"
		if w["type"] == "branching" {
			key = "format?"
		}
		f["constraint"] = fields{"value": value, key: word(format)}.check
	case w["type"] != "target" && w["type"] != "function_enter":
		return fmt.Errorf("type: %v is no type of waypoints", w["type"])
	}
	return f.check(w)
}

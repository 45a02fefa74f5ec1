package product

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"craig/internal/pattern"
	"craig/internal/program/c/core"
	"craig/internal/program/c/harness"
	"craig/internal/program/c/types"
)

// twins gives the new side the objects that the text of the surroundings makes for the old one: each statement that makes one, or gives a part of one its
// value, is followed by the same one for the new side, with values that are chosen taken from the old side. So what pointers of the new side lead to is
// connected as it is on the old side, whatever there is.
type twins struct {
	d      *driver
	edges  map[string][]string    // from an object to those that pointers in it are set to, by the text
	own    map[string]string      // what the new side has for itself: objects, pointers and variables, and how it calls them
	types  map[string]*types.Type // of objects, or of their elements
	places map[string]bool        // members that pointers are set in
	set    map[string]bool        // places that are set, by anyIndex
	sizes  map[string]string      // of blocks, in bytes
}

// anyIndex is a place with whichever indices.
func anyIndex(place string) string { return indexOf.ReplaceAllString(place, "[]") }

// Patterns of what package harness writes.
var (
	indexOf      = pattern.New(`\[[^\]]*\]`)
	wordLine     = pattern.New(`[A-Za-z_]\w*`)
	declareLine  = pattern.New(`^(\s*)([A-Za-z_][\w *]*[ *])([A-Za-z_]\w*)((?:\[\d+\])*);$`)
	blockLine    = pattern.New(`^(\s*)([A-Za-z_][\w ]*[ *]*\*)(\w+) = __builtin_malloc\((.*)\);$`)
	setLine      = pattern.New(`^(\s*)([A-Za-z_][\w ]*[ *]+)?((?:\(\*\w+\)|[A-Za-z_]\w*)(?:\.\w+|\[[\w +-]+\])*) = (.*);$`)
	constLine    = pattern.New(`^(\s*)\*\([\w *]+\*\)&((?:\(\*\w+\)|[A-Za-z_]\w*)(?:\.\w+|\[[\w +-]+\])*) = (.*);$`)
	functionLine = pattern.New(`^(\s*)(.*)\(\*(\w+)\)(\(.*\)) = (.+);$`)
	chosenValue  = pattern.New(`^__VERIFIER_nondet_\w+\(\)$`)
	perhapsValue = pattern.New(`^__VERIFIER_nondet_\w+\(\) \? (.*) : 0$`)
	targetValue  = pattern.New(`^(\([\w *]+\))?(&?)\(?(\*?)(\w+)\)?(?:\[(.*)\])?$`)
	endLine      = pattern.New(`^(\s*)(.*) = (.*) \? (.*) : 0;$`)
	openBlock    = pattern.New(`^sizeof\(([\w ]+)\) \+ (.+) \* sizeof\(\(\([\w ]+ \*\)0\)->(\w+)\[0\]\)$`)
)

// base is the variable that a place begins with.
func base(place string) string { return wordLine.FindString(place) }

// set is what a line sets: a place, whose declaration it may be, to a value. Lines that set nothing have none.
func set(l string) (place, value string, ok bool) {
	if i := strings.Index(l, "; /*"); i > 0 {
		l = l[:i+1]
	}
	if m := constLine.FindStringSubmatch(l); m != nil {
		return m[2], m[3], true
	}
	if m := functionLine.FindStringSubmatch(l); m != nil {
		return m[3], m[5], true
	}
	if m := setLine.FindStringSubmatch(l); m != nil {
		return m[3], m[4], true
	}
	return "", "", false
}

// target is the object that a value leads to, if it is that of a pointer.
func target(value string) (name string, ok bool) {
	if m := perhapsValue.FindStringSubmatch(value); m != nil {
		value = m[1]
	}
	m := targetValue.FindStringSubmatch(value)
	if m == nil || value == "0" {
		return "", false
	}
	return m[4], true
}

// newTwins reads the text of surroundings.
func (d *driver) newTwins(lines []string) *twins {
	w := &twins{d: d, edges: map[string][]string{}, own: map[string]string{}, types: map[string]*types.Type{}, places: map[string]bool{}, set: map[string]bool{}, sizes: map[string]string{}}
	declared := map[string]bool{}
	for _, l := range lines {
		if m := declareLine.FindStringSubmatch(l); m != nil {
			declared[m[3]] = true
		}
		if m := blockLine.FindStringSubmatch(l); m != nil {
			declared[m[3]] = true
			w.sizes[m[3]] = m[4]
		}
		place, value, ok := set(l)
		if !ok {
			continue
		}
		member, _, _ := strings.Cut(place[strings.LastIndexByte(place, '.')+1:], "[")
		w.places[member], w.set[anyIndex(place)] = true, true
		if m := endLine.FindStringSubmatch(l); m != nil {
			value = m[4]
		}
		for _, name := range wordLine.FindAllString(value, -1) {
			if declared[name] && !strings.HasPrefix(value, "__builtin_malloc(") {
				w.edges[base(place)] = append(w.edges[base(place)], name)
			}
		}
	}
	return w
}

// take has the new side own an object, and all that pointers in it lead to.
func (w *twins) take(name string) {
	if w.own[name] == "" {
		w.own[name] = w.d.own(name)
		for _, to := range w.edges[name] {
			w.take(to)
		}
	}
}

// rename is a text with what the new side owns instead of what the old side has.
func (w *twins) rename(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); {
		at := wordLine.FindStringIndex(text[i:])
		if at == nil {
			b.WriteString(text[i:])
			break
		}
		word := text[i+at[0] : i+at[1]]
		member := i+at[0] > 0 && (text[i+at[0]-1] == '.' || i+at[0] > 1 && text[i+at[0]-2:i+at[0]] == "->")
		b.WriteString(text[i : i+at[0]])
		if own := w.own[word]; own != "" && !member {
			word = own
		}
		b.WriteString(word)
		i += at[1]
	}
	return b.String()
}

// typeOf is the type of a place of the text; nil if it is not known.
func (w *twins) typeOf(place string) *types.Type {
	name := base(place)
	t := w.types[name]
	rest := place[strings.Index(place, name)+len(name):]
	rest = strings.TrimPrefix(rest, ")")
	if t == nil {
		return nil
	}
	if strings.HasPrefix(rest, "[") && !strings.HasPrefix(place, "(") && t.Kind != types.Array { // an element of a block
		_, rest, _ = strings.Cut(rest, "]")
	}
	for rest != "" {
		switch rest[0] {
		case '.':
			end := strings.IndexAny(rest[1:], ".[") + 1
			if end == 0 {
				end = len(rest)
			}
			if !t.IsRecord() {
				return nil
			}
			found := t.Record.Find(rest[1:end])
			if found == nil {
				return nil
			}
			t, rest = found[len(found)-1].Type, rest[end:]
		case '[':
			if t.Kind != types.Array {
				return nil
			}
			t = t.Elem
			_, rest, _ = strings.Cut(rest, "]")
		default:
			return nil
		}
	}
	return t
}

// leads enters of which type an object is that a place is set to.
func (w *twins) leads(place, value string) {
	name, ok := target(value)
	if !ok || w.types[name] != nil {
		return
	}
	if t := w.typeOf(place); t != nil && t.Kind == types.Pointer && t.Elem.Kind != types.Void {
		w.types[name] = t.Elem
	}
}

// named is the type that a declaration of the text names; nil if it is not found.
func (w *twins) named(text string) *types.Type {
	text = strings.TrimSpace(text)
	pointers := 0
	for strings.HasSuffix(text, "*") {
		text = strings.TrimSpace(strings.TrimSuffix(text, "*"))
		pointers++
	}
	tt := w.d.p.tt
	var found *types.Type
	for k := types.Bool; k <= types.LongDouble && found == nil; k++ {
		if t := tt.Basic(k); t != nil {
			if s, ok := harness.Spell(t, ""); ok && s == text {
				found = t
			}
		}
	}
	for _, t := range tt.Records {
		if s, ok := harness.Spell(t, ""); found == nil && ok && s == text && int(t.Record.Unit) == int(w.d.p.old.Pos.Unit) && t.Record.Complete {
			found = t
		}
	}
	for range pointers {
		if found != nil {
			found = tt.Pointer(found)
		}
	}
	return found
}

// text is the lines with what the new side needs. Objects that are made in blocks of statements are declared before these.
func (w *twins) text(lines []string, at core.Pos) (out []string) {
	p := w.d.p
	depth, hoist := 0, 0 // where the outermost block of statements begins
	refuse := func(l string) { p.refuse(at, "what is given is not copied: %s", strings.TrimSpace(l)) }
	owns := func(l string) bool {
		return slices.ContainsFunc(wordLine.FindAllString(l, -1), func(name string) bool { return w.own[name] != "" })
	}
	for i := 0; i < len(lines); i++ {
		l := lines[i]
		trimmed := strings.TrimSpace(l)
		switch {
		case strings.HasPrefix(trimmed, "if (") && strings.HasSuffix(trimmed, "{"):
			if strings.Contains(trimmed, "__VERIFIER_nondet") {
				refuse(l)
			}
			if depth == 0 {
				hoist = len(out)
			}
			depth++
			out = append(out, l)
			continue
		case trimmed == "}":
			depth--
			out = append(out, l)
			continue
		case strings.HasPrefix(trimmed, "if ("):
			refuse(l)
		case strings.HasPrefix(trimmed, "for (") && i+1 < len(lines):
			out = append(out, l, lines[i+1])
			if owns(lines[i+1]) {
				if strings.Contains(lines[i+1], "__VERIFIER") {
					refuse(l)
				}
				out = append(out, l, w.rename(lines[i+1]))
			}
			i++
			continue
		case strings.HasPrefix(trimmed, "__VERIFIER_assume("), strings.HasPrefix(trimmed, "/*"):
			out = append(out, l)
			continue
		}
		if m := blockLine.FindStringSubmatch(l); m != nil {
			name := m[3]
			if w.types[name] == nil {
				w.types[name] = w.named(strings.TrimSuffix(strings.TrimSpace(m[2]), "*"))
			}
			if depth > 0 {
				out = slices.Insert(out, hoist, "  "+m[2]+name+" = 0;")
				hoist++
				l = "  " + name + " = __builtin_malloc(" + m[4] + ");"
			}
			out = append(out, l)
			if size := sizeOf(name, m[4]); size != m[4] {
				if depth > 0 {
					out = slices.Insert(out, hoist, "  unsigned long "+size+" = 0;")
					hoist++
					out = append(out, "  "+size+" = "+m[4]+";")
				} else {
					out = append(out, "  unsigned long "+size+" = "+m[4]+";")
				}
			}
			new := w.own[name]
			if new == "" {
				continue
			}
			if depth > 0 {
				out = slices.Insert(out, hoist, fmt.Sprintf("  %s%s = 0;", m[2], new))
				hoist++
				out = append(out, fmt.Sprintf("  %s = __builtin_malloc(%s);", new, m[4]))
			} else {
				out = append(out, fmt.Sprintf("  %s%s = __builtin_malloc(%s);", m[2], new, m[4]))
			}
			out = append(out, fmt.Sprintf("  __VERIFIER_assume(%s != 0);", new))
			if i+1 < len(lines) && strings.Contains(lines[i+1], "__VERIFIER_assume("+name+" != 0)") {
				i++
				out = append(out, lines[i])
			}
			out = append(out, w.contents(name, m[4])...)
			continue
		}
		if m := declareLine.FindStringSubmatch(l); m != nil {
			out = append(out, l)
			if w.types[m[3]] == nil && m[4] == "" {
				w.types[m[3]] = w.named(m[2])
			}
			if new := w.own[m[3]]; new != "" {
				if depth > 0 {
					refuse(l)
				}
				if t := w.types[m[3]]; m[4] == "" && w.byMembers(t) {
					out = append(out, fmt.Sprintf("  __typeof__(%s) %s;", m[3], new))
					out = append(out, w.members(t, new, m[3])...)
				} else if m[4] != "" || t == nil || t.IsRecord() && hasPadding(t) {
					out = append(out, fmt.Sprintf("  __typeof__(%s) %s;", m[3], new), fmt.Sprintf("  __builtin_memcpy(&%s, &%s, sizeof %[2]s);", new, m[3]))
				} else {
					out = append(out, fmt.Sprintf("  __typeof__(%s) %s = %s;", m[3], new, m[3]))
				}
			}
			continue
		}
		out = append(out, l)
		place, value, ok := set(l)
		if !ok {
			if owns(l) && !strings.HasPrefix(trimmed, "__builtin_memcpy(") {
				refuse(l)
			}
			if owns(l) {
				out = append(out, w.rename(l))
			}
			continue
		}
		w.leads(place, value)
		if w.own[base(place)] == "" {
			if name, isPointer := target(value); isPointer && w.own[name] != "" && p.Writes() {
				refuse(l)
			}
			continue
		}
		from := place
		new := w.rename(place)
		left := new
		if constLine.MatchString(l) || strings.HasPrefix(trimmed, "*(") {
			left = strings.TrimSpace(strings.Replace(l[:strings.Index(l, " = ")], place, new, 1))
		}
		if place == base(place) && !strings.HasPrefix(trimmed, place+" ") { // a declaration
			left = fmt.Sprintf("__typeof__(%s) %s", place, new)
		}
		switch m := perhapsValue.FindStringSubmatch(value); {
		case m != nil && !strings.Contains(m[1], "__VERIFIER"):
			value = fmt.Sprintf("%s ? %s : 0", from, w.rename(m[1]))
		case chosenValue.MatchString(value):
			value = from
		case strings.Contains(value, "__VERIFIER"):
			refuse(l)
		default:
			value = w.rename(value)
		}
		out = append(out, fmt.Sprintf("  %s = %s;", left, value))
	}
	return out
}

// sizeOf is what says how many bytes a block has, also where the sides have changed what that was told by.
func sizeOf(name, size string) string {
	if strings.HasPrefix(size, "sizeof(") {
		return size
	}
	return Prefix + "size_" + name
}

// contents are statements that give a block of the new side what there is in that of the old one.
func (w *twins) contents(name, size string) []string {
	new := w.own[name]
	loop := func(to, from, n string) string { // loops without a step are printed without a label, behind which variables would have no value once more
		return fmt.Sprintf("  { unsigned long %[1]s_k = 0; while (%[1]s_k < %[4]s) { %[2]s[%[1]s_k] = %[3]s[%[1]s_k]; %[1]s_k++; } }", new, to, from, n)
	}
	if m := openBlock.FindStringSubmatch(size); m != nil {
		return []string{fmt.Sprintf("  __builtin_memcpy(%s, %s, sizeof *%s);", new, name, name), loop(new+"->"+m[3], name+"->"+m[3], m[2])}
	}
	if strings.HasPrefix(size, "sizeof(") && strings.Count(size, "(") == 1 {
		if t := w.types[name]; w.byMembers(t) {
			return w.members(t, "(*"+new+")", "(*"+name+")")
		} else if t != nil && !isConstInside(t) && !(t.IsRecord() && hasPadding(t)) {
			return []string{fmt.Sprintf("  *%s = *%s;", new, name)}
		}
		return []string{fmt.Sprintf("  __builtin_memcpy(%s, %s, sizeof *%s);", new, name, name)}
	}
	return []string{loop(new, name, "("+size+") / sizeof *"+name)}
}

// isConstInside tells whether a type, or a member of it, is const, so that objects of it are not assigned.
func isConstInside(t *types.Type) bool {
	if isConst(t) {
		return true
	}
	return t.IsRecord() && slices.ContainsFunc(t.Record.Fields, func(f types.Field) bool { return isConstInside(f.Type) })
}

// byMembers tells whether an object is copied member by member: so that what pointers in it lead to stays known, those that neither function uses are left
// out, which is as good where nothing is proved.
func (w *twins) byMembers(t *types.Type) bool {
	return w.d.p.loose && t != nil && t.Kind == types.Struct && !isConstInside(t)
}

// members are statements that copy the members of a structure.
func (w *twins) members(t *types.Type, to, from string) (list []string) {
	for i := range t.Record.Fields {
		f := &t.Record.Fields[i]
		a, b := to+"."+f.Name, from+"."+f.Name
		switch {
		case f.Name == "" && f.Type.Kind == types.Struct:
			list = append(list, w.members(f.Type, to, from)...)
		case f.Name == "" && f.Bits, f.Type.Kind == types.Pointer, f.Type.SizeOf() <= 0:
		case f.Name == "":
			return []string{fmt.Sprintf("  __builtin_memcpy(&%s, &%s, sizeof %s);", to, from, from)}
		case f.Type.IsArithmetic():
			list = append(list, fmt.Sprintf("  %s = %s;", a, b))
		case f.Type.Kind == types.Struct:
			list = append(list, w.members(f.Type, a, b)...)
		case f.Type.Kind == types.Array && f.Type.Elem.Kind == types.Pointer:
		default:
			list = append(list, fmt.Sprintf("  __builtin_memcpy(&%s, &%s, sizeof %s);", a, b, b))
		}
	}
	return list
}

// hasPadding tells whether a structure has bytes that belong to no member, which assignments leave open, or is a union.
func hasPadding(t *types.Type) bool {
	switch {
	case t.Kind == types.Array:
		return hasPadding(t.Elem)
	case !t.IsRecord():
		return false
	case t.Record.Union:
		return true
	}
	end := int64(0)
	for i := range t.Record.Fields {
		f := &t.Record.Fields[i]
		if f.Bits || f.Offset != end || hasPadding(f.Type) {
			return true
		}
		end += max(0, f.Type.SizeOf())
	}
	return end != t.SizeOf()
}

// objects are what the new side owns that begins as a block or a variable of the text, for comparisons.
func (w *twins) objects(lines []string) (list []object) {
	in := 0
	for _, l := range lines {
		trimmed := strings.TrimSpace(l)
		switch {
		case strings.HasSuffix(trimmed, "{"):
			in++
		case trimmed == "}":
			in--
		}
		if m := blockLine.FindStringSubmatch(l); m != nil && w.own[m[3]] != "" {
			list = append(list, object{old: m[3], new: w.own[m[3]], size: sizeOf(m[3], m[4]), t: w.types[m[3]], heap: true, perhaps: in > 0})
		}
		if m := declareLine.FindStringSubmatch(l); m != nil && w.own[m[3]] != "" {
			t := w.types[m[3]]
			if m[4] != "" {
				if t = w.types[m[3]]; t != nil {
					var n int64
					fmt.Sscanf(m[4], "[%d]", &n)
					t = w.d.p.tt.Array(t, n)
				}
			}
			list = append(list, object{old: "&" + m[3], new: "&" + w.own[m[3]], size: "sizeof " + m[3], t: t})
		}
	}
	return list
}

// unused refuses functions that use members with pointers that the text leaves alone, and the old function too.
func (w *twins) unused(at core.Pos, t *types.Type) {
	if !hasPointers(t) {
		return
	}
	set := map[string]bool{}
	maps.Copy(set, w.places)
	p := w.d.p
	for name := range p.members(0) {
		set[name] = true
	}
	for _, f := range p.sides[1].order {
		core.EachStmt(f.Body, func(x core.Stmt) {
			core.Parts(x, func(*core.Expr) {}, func(x core.Place) {
				m, ok := x.(*core.FieldPlace)
				if !ok || m.Field.Type.Kind != types.Pointer && !(m.Field.Type.Kind == types.Array && hasPointers(m.Field.Type)) || set[m.Field.Name] {
					return
				}
				if v := root(m); v == nil || v.Storage != core.Auto {
					p.refuse(m.At, "what pointers in objects lead to is not copied: %s", m.Field.Name)
				}
			})
		})
	}
}

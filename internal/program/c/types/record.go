package types

// Record is a structure or union: one for each definition, or for each tag that has none.
type Record struct {
	Tag      string // "" if it has none
	Union    bool
	Complete bool
	Attrs    RecordAttrs
	Fields   []Field // of a complete one, with unnamed members and bit-fields
	Size     int64   // bytes
	Align    int64   // bytes
	Flexible bool    // the last member is an array of unknown length
	Unit     int     // the file that completes it
	Local    bool    // a block completes it: its tag means nothing elsewhere
	Typedef  string  // what the first typedef at file scope calls one without a tag

	aligned bool // an attribute gave the alignment
}

// RecordAttrs is what a definition says of the layout, besides its members.
type RecordAttrs struct {
	Packed      bool
	Align       int64 // 0, or the greatest of the attributes aligned and _Alignas, in bytes
	Pack        int64 // 0, or the bytes of #pragma pack at the end of the definition
	Transparent bool  // transparent_union
}

// Field is a member. Those who make one give the first group; Complete finds the second.
type Field struct {
	Name   string // "" of unnamed bit-fields and anonymous structures
	Type   *Type  // with qualifiers; of a bit-field the declared type
	Bits   bool   // it is a bit-field
	Width  int    // of a bit-field, in bits
	Packed bool   // it has the attribute packed
	Align  int64  // 0, or what the attribute aligned or _Alignas gives it, in bytes

	Offset int64 // bytes; of a bit-field that of the byte that has its first bit
	Bit    int64 // of a bit-field: its first bit, counted from the start of the record in the order of memory
}

// ValueType is the type of the values of a member, without qualifiers.
func (f *Field) ValueType() *Type {
	if f.Bits {
		return f.Type.table.BitField(f.Type, f.Width)
	}
	return f.Type.main
}

// NewRecord is a new structure, or union, which is incomplete.
func (tt *Table) NewRecord(k Kind, tag string) *Type {
	return tt.make(Type{Kind: k, Record: &Record{Tag: tag, Union: k == Union, Align: 1}, Len: -1})
}

// Find finds a member by name, also in anonymous members. The path leads from the record to it: each is a member of the
// type of the one before.
func (r *Record) Find(name string) (path []*Field) {
	for i := range r.Fields {
		f := &r.Fields[i]
		if f.Name == name && name != "" {
			return []*Field{f}
		}
		if f.Name == "" && f.Type.IsRecord() {
			if p := f.Type.Record.Find(name); p != nil {
				return append([]*Field{f}, p...)
			}
		}
	}
	return nil
}

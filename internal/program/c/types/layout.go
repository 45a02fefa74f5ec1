package types

import "errors"

// ErrTooLarge is the error of Complete for a structure that is larger than any object that a program can have.
var ErrTooLarge = errors.New("the structure is too large")

const maxSize = 1 << 56 // bytes, so that positions in bits are far from what an int64 holds

// Complete completes a structure or union: it lays out the members as GCC does. It refuses members of incomplete types,
// but for an array of unknown length at the end, members of variable size, and more than 2^56 bytes.
func (tt *Table) Complete(t *Type, fields []Field, attrs RecordAttrs) error {
	r := t.Record
	p := placer{m: tt.Machine, r: r, pack: attrs.Pack * 8, align: 8}
	r.Attrs = attrs
	if name := twice(fields, map[string]bool{}); name != "" {
		return errors.New("the member " + name + " is declared twice")
	}
	for i := range fields {
		f := &fields[i]
		switch {
		case f.Type.IsVariable():
			return errors.New("member of variable size")
		case f.Bits && f.Type.BitInt:
			return errors.New("a bit-field of a type _BitInt is not supported")
		case !f.Type.IsComplete() && !(f.Type.Kind == Array && f.Type.Len < 0 && f.Type.Elem.IsComplete()):
			return errors.New("member of an incomplete type")
		case f.Type.SizeOf() > maxSize || p.end > maxSize:
			return ErrTooLarge
		}
		p.place(f)
	}
	r.Fields = fields
	align := p.align / 8
	align = max(align, attrs.Align)
	r.Size, r.Align = roundUp((p.end+7)/8, align), align
	r.aligned = p.aligned || attrs.Align > 0
	r.Complete = true
	tt.Records = append(tt.Records, t)
	return nil
}

// twice is a name that two members have, those of members without names included; "" if there is none.
func twice(fields []Field, seen map[string]bool) string {
	for i := range fields {
		f := &fields[i]
		if f.Name == "" && f.Type.IsRecord() {
			if name := twice(f.Type.Record.Fields, seen); name != "" {
				return name
			}
			continue
		}
		if f.Name != "" && seen[f.Name] {
			return f.Name
		}
		seen[f.Name] = true
	}
	return ""
}

// placer lays members out one after another, as GCC does: place_field in its stor-layout.cc. Positions and alignments are
// in bits.
type placer struct {
	m       *Machine
	r       *Record
	pack    int64
	pos     int64 // of the next member
	end     int64 // the furthest bit used
	align   int64
	aligned bool // a member's alignment was given by an attribute
}

func (p *placer) place(f *Field) {
	if p.r.Union {
		p.pos = 0
	}
	packed := f.Packed || p.r.Attrs.Packed
	if f.Bits {
		p.placeBits(f, packed)
		return
	}
	align, given := p.memberAlign(f, packed)
	p.align, p.aligned = max(p.align, align), p.aligned || given
	p.pos = roundUp(p.pos, align)
	f.Offset = p.pos / 8
	p.pos += max(f.Type.SizeOf(), 0) * 8
	p.end = max(p.end, p.pos)
	if f.Type.Kind == Array && f.Type.Len <= 0 {
		p.r.Flexible = true
	}
}

// memberAlign is the alignment of a member that is no bit-field, and whether an attribute gives it: an alignment of the
// member itself is not lowered by packing, that of its type is.
func (p *placer) memberAlign(f *Field, packed bool) (align int64, given bool) {
	natural, own := f.Type.AlignOf()*8, f.Align*8
	switch {
	case packed && own > 0:
		align, given = own, true
	case packed:
		align = 8
	case own > 0 && own >= natural:
		align, given = own, true
	default:
		align, given = f.Type.MemberAlign()*8, f.Type.explicit()
		if n := f.Type.SizeOf(); f.Type.Quals&Atomic != 0 && n > 0 && n <= 16 && n&(n-1) == 0 { // so that processors can access it at once
			align = max(align, n*8)
		}
	}
	if p.pack > 0 {
		align = min(align, p.pack)
	}
	return max(align, 8), given
}

// placeBits places a bit-field: at the next bit, unless it would then span more storage units of its declared type than the type has.
// That does not matter if it is packed, or under #pragma pack. One of width 0 ends the current unit, packed or not.
func (p *placer) placeBits(f *Field, packed bool) {
	width, size, natural := int64(f.Width), f.Type.SizeOf()*8, f.Type.MemberAlign()*8
	if p.m.BitsRunOn {
		p.runOn(f)
		return
	}
	if width == 0 {
		p.pos = roundUp(p.pos, max(natural, f.Align*8))
		if p.m.UnnamedAligns {
			p.align = max(p.align, natural)
		}
		p.end = max(p.end, p.pos)
		p.at(f)
		return
	}
	own := f.Align * 8
	// GCC takes it for an integer where it has the size and the alignment of one.
	integer := !packed && width >= 8 && width&(width-1) == 0 && width <= p.widestMode() && p.pos%(8*p.m.atMost(width/8)) == 0
	if integer && own > 0 {
		own = max(own, 8*p.m.atMost(width/8))
	}
	if p.pack > 0 {
		own = min(own, p.pack)
	}
	if own > 0 {
		p.pos = roundUp(p.pos, own)
	}
	if !packed && !integer && p.pack == 0 && (p.pos%natural+width+natural-1)/natural > size/natural {
		// GCC rounds up inside of blocks of its greatest alignment.
		block := max(128, p.r.Attrs.Align*8)
		base := p.pos / block * block
		p.pos = base + roundUp(p.pos-base, natural)
	}
	if f.Name != "" {
		align := natural
		if integer { // it is aligned as one, even if its type is not
			as := 8 * p.m.atMost(width/8)
			if p.m.WordAligned {
				as = min(as, 32)
			}
			align = max(align, as)
		}
		switch {
		case p.pack > 0:
			align = min(align, p.pack)
		case packed:
			align = 8
		}
		p.align = max(p.align, align, own)
		p.aligned = p.aligned || own > 0 || f.Type.explicit()
	} else if p.m.UnnamedAligns && !packed && p.pack == 0 {
		p.align = max(p.align, natural)
	}
	p.at(f)
	p.pos += width
	p.end = max(p.end, p.pos)
}

// runOn places a bit-field where the one before it ends, whatever its type. One of width 0 ends the byte.
func (p *placer) runOn(f *Field) {
	own := f.Align * 8
	if f.Width == 0 {
		p.pos = roundUp(p.pos, max(8, own))
	} else {
		if p.pack > 0 {
			own = min(own, p.pack)
		}
		if own > 0 {
			p.pos = roundUp(p.pos, own)
		}
		if f.Name != "" {
			p.align = max(p.align, own)
			p.aligned = p.aligned || own > 0
		}
	}
	p.at(f)
	p.pos += int64(f.Width)
	p.end = max(p.end, p.pos)
}

func (p *placer) at(f *Field) { f.Offset, f.Bit = p.pos/8, p.pos }

// widestMode is the width in bits of the widest integer as which GCC takes a bit-field.
func (p *placer) widestMode() int64 {
	if p.m.Int16 {
		return 32
	}
	return 64
}

func roundUp(n, to int64) int64 { return (n + to - 1) / to * to }

// vaList is the type of a va_list on the machine.
func (tt *Table) vaList() *Type {
	if tt.Machine.Name != "x86_64" {
		return tt.VoidPtr
	}
	t := tt.NewRecord(Struct, "__va_list_tag")
	u, p := tt.Basic(UInt), tt.VoidPtr
	if err := tt.Complete(t, []Field{{Name: "gp_offset", Type: u}, {Name: "fp_offset", Type: u},
		{Name: "overflow_arg_area", Type: p}, {Name: "reg_save_area", Type: p}}, RecordAttrs{}); err != nil {
		panic(err)
	}
	tt.Records = tt.Records[:0] // the compiler has it already
	return tt.Array(t, 1)
}

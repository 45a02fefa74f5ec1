package types

import "slices"

// Machine is what a compiler's target says of the types of C, as far as targets differ that have two's complement, bytes
// of 8 bits and IEEE 754.
type Machine struct {
	Name         string
	ILP32        bool // int, long and pointers have 32 bits; otherwise long and pointers have 64
	Int16        bool // int and pointers have 16 bits, long has 32; there is no operating system
	UnsignedChar bool // plain char is unsigned
	BigEndian    bool
	// WordAligned: members of structures that are integers or doubles are aligned to 4 bytes at most.
	WordAligned bool
	// LongDouble is the size of long double, and LongDoubleAlign its alignment. With 8 it is a double.
	LongDouble, LongDoubleAlign int64
	Wchar                       string // the type wchar_t: int, long int, unsigned int
	// UnnamedAligns: a bit-field without a name aligns its structure like one with a name.
	UnnamedAligns bool
	// BiggestAlign, if not 0, is an alignment in bytes that no type exceeds.
	BiggestAlign int64
	// BitsRunOn: a bit-field begins where the one before it ends, and does not align its structure.
	BitsRunOn bool
	// ShortDouble: a double is a float.
	ShortDouble bool
	// SoftLongDouble: how operations on long double round is not known.
	SoftLongDouble bool
	// Word is the size of the processor's words in bytes, if it is not that of pointers.
	Word int64
	// ShortEnums: an enumeration has the smallest integer type that holds its values.
	ShortEnums bool
	// Bare: there is no operating system, and int32_t is long where that has 32 bits, as in newlib.
	Bare bool
}

// Machines are the targets, by the names that people have for them; the first two are the host's.
var Machines = []Machine{
	{Name: "x86_64", LongDouble: 16, LongDoubleAlign: 16, Wchar: "int"},
	{Name: "i386", ILP32: true, WordAligned: true, LongDouble: 12, LongDoubleAlign: 4, Wchar: "long int"},
	{Name: "arm", ILP32: true, UnsignedChar: true, LongDouble: 8, LongDoubleAlign: 8, Wchar: "unsigned int", UnnamedAligns: true},
	{Name: "aarch64", UnsignedChar: true, LongDouble: 16, LongDoubleAlign: 16, Wchar: "unsigned int", UnnamedAligns: true},
	{Name: "riscv32", ILP32: true, UnsignedChar: true, LongDouble: 16, LongDoubleAlign: 16, Wchar: "int"},
	{Name: "riscv64", UnsignedChar: true, LongDouble: 16, LongDoubleAlign: 16, Wchar: "int"},
	{Name: "arm-none-eabi", ILP32: true, UnsignedChar: true, LongDouble: 8, LongDoubleAlign: 8, Wchar: "unsigned int", UnnamedAligns: true,
		ShortEnums: true, Bare: true},
	{Name: "aarch64-none-elf", UnsignedChar: true, LongDouble: 16, LongDoubleAlign: 16, Wchar: "unsigned int", UnnamedAligns: true, Bare: true},
	{Name: "riscv32-unknown-elf", ILP32: true, UnsignedChar: true, LongDouble: 16, LongDoubleAlign: 16, Wchar: "int", Bare: true},
	{Name: "riscv64-unknown-elf", UnsignedChar: true, LongDouble: 16, LongDoubleAlign: 16, Wchar: "int", Bare: true},
	{Name: "powerpc", ILP32: true, UnsignedChar: true, BigEndian: true, LongDouble: 16, LongDoubleAlign: 16, Wchar: "long int"},
	{Name: "powerpc64", UnsignedChar: true, BigEndian: true, LongDouble: 16, LongDoubleAlign: 16, Wchar: "int"},
	{Name: "s390x", UnsignedChar: true, BigEndian: true, LongDouble: 16, LongDoubleAlign: 8, Wchar: "int"},
	{Name: "mips", ILP32: true, BigEndian: true, LongDouble: 8, LongDoubleAlign: 8, Wchar: "int"},
	{Name: "avr", Int16: true, LongDouble: 8, LongDoubleAlign: 1, Wchar: "int", BiggestAlign: 1, BitsRunOn: true, ShortDouble: true,
		SoftLongDouble: true, Word: 1},
	{Name: "msp430", Int16: true, UnsignedChar: true, LongDouble: 8, LongDoubleAlign: 2, Wchar: "long int", BiggestAlign: 2},
}

// MachineOf is the target of that name; "" is the host's with 64 bits, or 32. It is nil if there is none.
func MachineOf(name string, ilp32 bool) *Machine {
	if name == "" {
		name = Machines[0].Name
		if ilp32 {
			name = Machines[1].Name
		}
	}
	if i := slices.IndexFunc(Machines, func(m Machine) bool { return m.Name == name }); i >= 0 {
		return &Machines[i]
	}
	return nil
}

// PtrBits is how many bits a pointer has.
func (m *Machine) PtrBits() uint8 {
	switch {
	case m.Int16:
		return 16
	case m.ILP32:
		return 32
	}
	return 64
}

// WordBits is how many bits of memory are accessed at once.
func (m *Machine) WordBits() uint8 {
	if m.Word > 0 {
		return uint8(8 * m.Word)
	}
	return m.PtrBits()
}

// LargestArray is how many bytes an array may have. GCC has PTRDIFF_MAX; of a larger one of a machine whose pointers have 32 bits the memory
// says that there is no room for it.
func (m *Machine) LargestArray() int64 {
	if m.Int16 {
		return 1<<15 - 1
	}
	return 1<<63 - 1
}

// LibraryRoom is how many bytes the memory has that functions of the library keep for themselves.
func (m *Machine) LibraryRoom() int64 {
	if m.Int16 {
		return 1 << 8
	}
	return 1 << 16
}

// KeepsThroughReset tells whether variables with the attributes noinit and persistent keep what they were before the program began. On Linux
// they are zero, or what their initializers say, like others.
func (m *Machine) KeepsThroughReset() bool { return m.Bare || m.Int16 }

// atMost is an alignment, or the greatest one that types have.
func (m *Machine) atMost(align int64) int64 {
	if m.BiggestAlign > 0 {
		return min(align, m.BiggestAlign)
	}
	return align
}

// x87 tells whether long double is the x87's.
func (m *Machine) x87() bool { return m.Name == "x86_64" || m.Name == "i386" }

// Package property is the table of what programs must not do: all that craig's commands say of a property, or need to know, but for how
// the front end finds its violations.
package property

import (
	"slices"

	"craig/internal/pattern"
)

// Property is a row.
type Property struct {
	Name    string // as users, tasks and results have it
	Wrong   string // what goes wrong, as the end of a sentence about an execution
	Finding string // the same of the program, as a sentence without an end
	CWE     int    // its number in the Common Weakness Enumeration

	// Memory says that which statements may violate it is known only once it is known where pointers lead.
	Memory bool
	// Leak says that it is about blocks that are left: tools differ in which statement that is.
	Leak bool

	// Alone says that it is decided by itself: not of errors that an execution comes to, but of whether it ends.
	Alone bool

	// Report is how a report of a sanitizer begins that is about a violation, wherever it is; nil if there is none, or none that is about
	// nothing else.
	Report *pattern.Pattern
	// Words are in each report about a violation at a place that is known to have one; nil if sanitizers do not report it.
	Words *pattern.Pattern
	// Clang is the sanitizer that reports it and that GCC does not have; "" if GCC's do, or none does.
	Clang string
}

// Decided are the properties that craig decides.
var Decided = []*Property{
	{
		Name: "unreach-call", CWE: 617,
		Wrong:   "the program comes to an error that it marks as one: a failing assertion, or a call of an error function",
		Finding: "an assertion fails, or a function is called that must not be",
	},
	{
		Name: "bounds", CWE: 119, Memory: true,
		Wrong:   "it accesses memory outside of the object that the pointer leads to",
		Finding: "memory outside of an object is accessed",
		Report:  pattern.New(`^(index .* out of bounds|(heap|stack|global|dynamic-stack)-buffer-(overflow|underflow))`),
		Words:   pattern.New(`out of bounds|overflow|underflow|use-after|SEGV|insufficient space|wild`),
	},
	{
		Name: "null", CWE: 476, Memory: true,
		Wrong:   "it accesses memory through a null pointer",
		Finding: "memory is accessed through a null pointer",
		Report:  pattern.New(`^(load of|store to|member access within|reference binding to) null pointer|^SEGV on unknown address 0x0+ `),
		Words:   pattern.New(`null pointer|SEGV`),
	},
	{
		Name: "valid-deref", CWE: 119, Memory: true,
		Wrong:   "it accesses memory that is no part of an object that lives",
		Finding: "memory is accessed that is no object",
		Report:  pattern.New(`^(index .* out of bounds|(heap|stack|global|dynamic-stack)-buffer-(overflow|underflow)|heap-use-after-free|stack-use-after-(scope|return))|^(load of|store to|member access within|reference binding to) null pointer|^SEGV on unknown address 0x0+ `),
		Words:   pattern.New(`out of bounds|overflow|underflow|use-after|SEGV|insufficient space|null pointer|wild`),
	},
	{
		Name: "valid-free", CWE: 763, Memory: true,
		Wrong:   "it frees what is not a block of the heap, or not any more",
		Finding: "what is freed is no block of the heap",
		Report:  pattern.New(`^attempting (double-free|free$)`),
		Words:   BadFree,
	},
	{
		Name: "valid-memtrack", CWE: 401, Memory: true, Leak: true,
		Wrong:   "no pointer leads any more to a block that has not been freed",
		Finding: "a block of the heap is lost",
		Report:  LeakReport,
		Words:   Leak,
	},
	{
		// For which blocks may be left that LeakSanitizer does not report.
		Name: "valid-memcleanup", CWE: 401, Memory: true, Leak: true,
		Wrong:   "it ends with a block that has not been freed",
		Finding: "a block of the heap is never freed",
		Report:  LeakReport,
		Words:   Leak,
	},
	{
		Name: "uninit", CWE: 457, Memory: true,
		Wrong:   "it reads a value that nothing has given the object",
		Finding: "a value is read that nothing has given the object",
		Words:   pattern.New(`use-of-uninitialized-value`),
	},
	{
		Name: "div-by-zero", CWE: 369,
		Wrong:   "it divides by zero",
		Finding: "a number is divided by zero",
		Report:  pattern.New(`^division by zero`),
		Words:   pattern.New(`division by zero`),
	},
	{
		Name: "no-overflow", CWE: 190,
		Wrong:   "the result of an operation does not fit its signed type",
		Finding: "a signed integer overflows",
		Report:  pattern.New(`^(signed integer overflow|negation of|division of .* cannot be represented|left shift of|shift exponent)`),
		Words:   pattern.New(`signed integer overflow|negation of|division of|left shift|shift exponent`),
	},
	{
		Name: "unsigned-wrap", CWE: 190, Clang: "unsigned-integer-overflow",
		Wrong:   "the result of an unsigned operation wraps",
		Finding: "an unsigned operation wraps",
		Report:  pattern.New(`^(unsigned integer overflow|negation of .* in type 'unsigned)`),
		Words:   pattern.New(`unsigned integer overflow|negation of`),
	},
	{
		Name: "conversion", CWE: 681, Clang: "implicit-conversion",
		Wrong:   "a conversion that is not written changes the value of an integer",
		Finding: "an implicit conversion changes the value of an integer",
		Report:  pattern.New(`^implicit conversion from`),
		Words:   pattern.New(`implicit conversion from`),
	},
	{
		Name: "float-cast", CWE: 681,
		Wrong:   "it converts a float to an integer type that does not hold it",
		Finding: "a float is converted to an integer type that does not hold it",
		Report:  pattern.New(`outside the range of representable values`),
		Words:   pattern.New(`outside the range of representable values`),
	},
	{
		Name: "float-invalid", CWE: 682,
		Wrong:   "a float operation has no result: it gives a NaN",
		Finding: "an operation gives a NaN",
	},
	{
		Name: "float-overflow", CWE: 682,
		Wrong:   "a float operation gives an infinity of finite numbers",
		Finding: "an operation gives an infinity",
	},
	{
		Name: "float-div-by-zero", CWE: 369,
		Wrong:   "it divides a float by zero",
		Finding: "a float is divided by zero",
		Report:  pattern.New(`^division by zero`),
		Words:   pattern.New(`division by zero`),
	},
	{
		Name: "no-data-race", CWE: 362, Memory: true,
		Wrong:   "two threads access one place at the same time, and one of them writes",
		Finding: "there is a data race",
	},
	{
		Name: "no-deadlock", CWE: 833, Memory: true,
		Wrong:   "threads wait for each other, and none of them can go on",
		Finding: "there is a deadlock",
	},
	{
		Name: "locks", CWE: 667, Memory: true,
		Wrong:   "a lock is used as it must not be, such as unlocked by a thread that does not have it",
		Finding: "a lock is misused",
	},
	{
		Name: "constant-time", CWE: 208, Memory: true, Alone: true,
		Wrong:   "what an observer sees of it depends on a secret: its way, an address, or an operand of a division",
		Finding: "a branch, an address or a division depends on a secret",
	},
	{
		Name: "termination", CWE: 835, Alone: true,
		Wrong:   "it goes on for ever",
		Finding: "an execution does not end",
	},
}

// What sanitizers say of frees and leaks.
var (
	BadFree    = pattern.New(`^attempting (free|to call malloc_usable_size)|^bad-malloc_usable_size|^SEGV`)
	Leak       = pattern.New(`leak of|is left`)
	LeakReport = pattern.New(`^(Direct|Indirect) leak of`)
)

// Names are those of Decided, in its order.
func Names() []string {
	var list []string
	for _, p := range Decided {
		list = append(list, p.Name)
	}
	return list
}

// Of is the row of a name; an empty one if craig decides no such property.
func Of(name string) *Property {
	if i := slices.IndexFunc(Decided, func(p *Property) bool { return p.Name == name }); i >= 0 {
		return Decided[i]
	}
	return &Property{Name: name}
}

// Any tells whether one of the names is that of a property of which is holds.
func Any(names []string, is func(*Property) bool) bool {
	return slices.ContainsFunc(names, func(name string) bool { return is(Of(name)) })
}

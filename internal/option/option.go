// Package option is the table of the options that say what a C program means by one of a few words, or by being there. A row
// is what the command line, files of settings and result files have of an option: cfront.Options has its field.
package option

// Option is a row.
type Option struct {
	Name  string
	Words []string // what it can be, in the order of the values of the field, from 0 or false on; nil: a truth value
	Usual string   // what it is if nobody says, "" for the first word
	Help  string
	Field string // of cfront.Options, such as Environment.Null
	Of    Group
}

// Group says which commands and files have an option.
type Group uint8

const (
	Program  Group = iota // commands that read programs, and files of settings
	Compile               // the same, and commands that take what a compiler is called with
	Entry                 // like Program; of what surrounds the entry function
	Commands              // commands that read programs
	Hidden                // the same, but not in their help
)

// Settings says that files of settings have it.
func (o *Option) Settings() bool { return o.Of != Commands && o.Of != Hidden }

// Default is what it is if nobody says.
func (o *Option) Default() string {
	if o.Usual == "" {
		return o.Words[0]
	}
	return o.Usual
}

// List has all.
var List = []*Option{
	{Name: "integers", Words: []string{"machine", "math"}, Field: "Math",
		Help: "machine integers or math(ematical) ones"},
	{Name: "signed-overflow", Words: []string{"undefined", "wrap", "check"}, Field: "Signed", Of: Compile,
		Help: "executions with signed overflow are outside the answer, wrap, or are errors"},
	{Name: "unknown-pointers", Words: []string{"auto", "any", "fresh"}, Field: "UnknownPointers",
		Help: "a pointer of unknown origin has an object of its own, or any of its type; auto: as fresh, but where data races of threads are asked for a function without a body may return a pointer again"},
	{Name: "contracts", Words: []string{"inline", "replace"}, Field: "Contracts", Of: Commands,
		Help: "a call of a function with a contract does what the function does, or what its contract says"},
	{Name: "unknown-functions", Words: []string{"pure", "havoc"}, Field: "UnknownFunctions",
		Help: "a function without a body that no standard header declares has no side effects, or may write what its arguments and global variables reach"},
	{Name: "volatile", Words: []string{"auto", "input", "memory"}, Field: "Volatile",
		Help: "a read of a volatile object gives an unknown value, or what the program wrote last; auto: by object, as docs/semantics.md says"},
	{Name: "malloc-may-fail", Field: "MallocMayFail",
		Help: "malloc may return NULL"},
	{Name: "observe-shifts", Field: "Observe.Shifts",
		Help: "constant-time: by how much is shifted must not depend on secrets, either"},
	{Name: "observe-multiplications", Field: "Observe.Multiplications",
		Help: "constant-time: the operands of multiplications must not depend on secrets, either"},
	{Name: "parameters", Words: []string{"unknown", "valid"}, Usual: "valid", Field: "Environment.Valid", Of: Entry,
		Help: "pointers that the entry function is given are of unknown origin, or lead to objects"},
	{Name: "pointers", Words: []string{"separate", "any"}, Field: "Environment.Overlap", Of: Entry,
		Help: "two pointers that the entry function is given lead to different objects, or any"},
	{Name: "null", Words: []string{"inside", "never", "always"}, Field: "Environment.Null", Of: Entry,
		Help: "which pointers may be null at the entry: those inside of objects, none, parameters too"},
	{Name: "lengths", Words: []string{"names", "one", "many"}, Field: "Environment.Lengths", Of: Entry,
		Help: "a pointer leads to as many elements as a parameter beside it says by its name, or to one; many: to 65536 numbers where nothing says how many"},
	{Name: "strings", Words: []string{"terminated", "bytes"}, Field: "Environment.Bytes", Of: Entry,
		Help: "a char * that the entry function is given leads to a string, or to characters without an end"},
}

package source

import (
	"maps"
	"slices"
	"strings"

	"craig/internal/program/c/types"
)

// Machine is a target of a compiler, with the macros that it has besides those of its data model.
type Machine struct {
	*types.Machine
	macros []string // NAME or NAME=VALUE
}

// machineMacros are those of the targets that are not the host's.
var machineMacros = map[string][]string{
	"arm":                 {"__arm__", "__ARM_EABI__", "__ARMEL__", "__ARM_ARCH=7"},
	"aarch64":             {"__aarch64__", "__AARCH64EL__", "__ARM_ARCH=8"},
	"riscv32":             {"__riscv", "__riscv_xlen=32"},
	"riscv64":             {"__riscv", "__riscv_xlen=64"},
	"arm-none-eabi":       {"__arm__", "__ARM_EABI__", "__ARMEL__", "__ARM_ARCH=7", "__ARM_SIZEOF_MINIMAL_ENUM=1", "__ARM_SIZEOF_WCHAR_T=4"},
	"aarch64-none-elf":    {"__aarch64__", "__AARCH64EL__", "__ARM_ARCH=8"},
	"riscv32-unknown-elf": {"__riscv", "__riscv_xlen=32"},
	"riscv64-unknown-elf": {"__riscv", "__riscv_xlen=64"},
	"powerpc":             {"__powerpc__", "__PPC__", "__BIG_ENDIAN__"},
	"powerpc64":           {"__powerpc__", "__powerpc64__", "__PPC__", "__PPC64__", "__BIG_ENDIAN__"},
	"s390x":               {"__s390__", "__s390x__", "__zarch__"},
	"mips":                {"__mips__", "__mips=32", "__MIPSEB__", "_MIPSEB"},
}

// Machines are the targets, in the order of package types.
var Machines = machines()

func machines() (list []Machine) {
	for i := range types.Machines {
		m := &types.Machines[i]
		list = append(list, Machine{m, machineMacros[m.Name]})
	}
	return list
}

// MachineOf is the target of that name; "" is the host's with 64 bits, or 32. It is nil if there is none.
func MachineOf(name string, ilp32 bool) *Machine {
	t := types.MachineOf(name, ilp32)
	if t == nil {
		return nil
	}
	return &Machines[slices.IndexFunc(Machines, func(m Machine) bool { return m.Machine == t })]
}

// MachineNames lists the targets.
func MachineNames() (names []string) {
	for _, m := range Machines {
		names = append(names, m.Name)
	}
	return names
}

// foreign tells whether m is not one of the host's.
func (m *Machine) foreign() bool { return m.Int16 || len(m.macros) > 0 }

// predefined are the macros of a target.
func (m *Machine) predefined() string {
	model := predefinedLP64
	if m.ILP32 {
		model = predefinedILP32
	}
	if !m.foreign() {
		return predefinedCommon + model
	}
	if m.Int16 {
		return m.predefined16()
	}
	own := map[string]bool{
		"__SIZEOF_LONG_DOUBLE__": true, "__WCHAR_TYPE__": true, "__WCHAR_MAX__": true, "__WCHAR_MIN__": true,
		"__BYTE_ORDER__": true, "__FLOAT_WORD_ORDER__": true, "__SIZEOF_FLOAT80__": true, "__SIZEOF_FLOAT128__": true,
	}
	var b strings.Builder
	for _, line := range strings.Split(predefinedCommon+model, "\n") {
		name := ""
		if words := strings.Fields(line); len(words) > 1 {
			name = words[1]
		}
		switch {
		case m.Bare && (hosted(name) || m.newlib()[name] != ""):
		case own[name], processor[name], strings.HasPrefix(name, "__LDBL_"), strings.HasPrefix(name, "__DECIMAL_DIG"):
		default:
			b.WriteString(line + "\n")
		}
	}
	define := func(name, value string) { b.WriteString("#define " + name + " " + value + "\n") }
	if m.Bare {
		values := m.newlib()
		for _, name := range slices.Sorted(maps.Keys(values)) {
			define(name, values[name])
		}
	}
	order := "__ORDER_LITTLE_ENDIAN__"
	if m.BigEndian {
		order = "__ORDER_BIG_ENDIAN__"
	}
	define("__BYTE_ORDER__", order)
	define("__FLOAT_WORD_ORDER__", order)
	define("__SIZEOF_LONG_DOUBLE__", map[int64]string{8: "8", 16: "16"}[m.LongDouble])
	define("__WCHAR_TYPE__", m.Wchar)
	switch m.Wchar {
	case "unsigned int":
		define("__WCHAR_MAX__", "0xffffffffU")
		define("__WCHAR_MIN__", "0U")
	case "long int":
		define("__WCHAR_MAX__", "0x7fffffffL")
		define("__WCHAR_MIN__", "(-__WCHAR_MAX__ - 1)")
	default:
		define("__WCHAR_MAX__", "0x7fffffff")
		define("__WCHAR_MIN__", "(-__WCHAR_MAX__ - 1)")
	}
	define("__DECIMAL_DIG__", "__LDBL_DECIMAL_DIG__")
	for i, name := range longDoubleMacros {
		value := "__DBL_" + name + "__"
		switch {
		case m.LongDouble == 8:
		case strings.HasPrefix(m.Name, "powerpc"):
			value = doubleDouble[i]
		default:
			value = binary128[i]
		}
		define("__LDBL_"+name+"__", value)
	}
	for _, d := range m.macros {
		name, value, ok := strings.Cut(d, "=")
		if !ok {
			value = "1"
		}
		define(name, value)
	}
	return b.String()
}

// newlib are the macros that GCC has otherwise for machines with newlib: the fast types are int, and those of 32 bits are long
// where that has 32.
func (m *Machine) newlib() map[string]string {
	values := map[string]string{}
	for _, bits := range []string{"8", "16", "32"} {
		values["__INT_FAST"+bits+"_TYPE__"], values["__UINT_FAST"+bits+"_TYPE__"] = "int", "unsigned int"
		values["__INT_FAST"+bits+"_MAX__"], values["__UINT_FAST"+bits+"_MAX__"] = "0x7fffffff", "0xffffffffU"
		values["__INT_FAST"+bits+"_WIDTH__"] = "32"
	}
	if !m.ILP32 {
		return values
	}
	for _, name := range []string{"INT32", "INT_LEAST32"} {
		values["__"+name+"_TYPE__"], values["__U"+name+"_TYPE__"] = "long int", "long unsigned int"
		values["__"+name+"_MAX__"], values["__U"+name+"_MAX__"] = "0x7fffffffL", "0xffffffffUL"
	}
	values["__INT32_C(c)"], values["__UINT32_C(c)"] = "c ## L", "c ## UL"
	return values
}

// processor are the macros that name the host's.
var processor = map[string]bool{
	"__i386": true, "__i386__": true, "i386": true, "__i686": true, "__i686__": true, "__x86_64": true, "__x86_64__": true, "__amd64": true, "__amd64__": true,
	"__k8": true, "__k8__": true, "__SSE__": true, "__SSE2__": true, "__FXSR__": true, "__MMX__": true, "__SSE2_MATH__": true, "__SSE_MATH__": true,
	"__code_model_32__": true, "__code_model_small__": true,
}

// longDoubleMacros are those of float.h about long double, in the middle of their names, with their values for the
// formats of 16 bytes: binary128 of IEEE 754, and the sum of two doubles.
var (
	longDoubleMacros = []string{"MANT_DIG", "DIG", "MIN_EXP", "MIN_10_EXP", "MAX_EXP", "MAX_10_EXP", "DECIMAL_DIG", "MAX", "MIN", "EPSILON", "DENORM_MIN",
		"HAS_DENORM", "HAS_INFINITY", "HAS_QUIET_NAN"}
	binary128 = []string{"113", "33", "(-16381)", "(-4931)", "16384", "4932", "36", "1.18973149535723176508575932662800702e+4932L",
		"3.36210314311209350626267781732175260e-4932L", "1.92592994438723585305597794258492732e-34L", "6.47517511943802511092443895822764655e-4966L", "1", "1", "1"}
	doubleDouble = []string{"106", "31", "(-968)", "(-291)", "1024", "308", "33", "1.79769313486231580793728971405301e+308L",
		"2.00416836000897277799610805135016e-292L", "4.94065645841246544176568792868221e-324L", "4.94065645841246544176568792868221e-324L", "1", "1", "1"}
)

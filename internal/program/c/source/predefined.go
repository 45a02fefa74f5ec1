package source

import _ "embed"

// The macros that gcc predefines for x86-64 and i386 Linux, as far as programs and system headers
// ask for them. TestPredefined compares every one with the host's gcc. Those of machines whose int has 16 bits are
// what avr-gcc and msp430-elf-gcc predefine.
var (
	//go:embed predefined/common.h
	predefinedCommon string
	//go:embed predefined/lp64.h
	predefinedLP64 string
	//go:embed predefined/ilp32.h
	predefinedILP32 string
	//go:embed predefined/int16.h
	predefinedInt16 string
	//go:embed predefined/avr.h
	predefinedAVR string
	//go:embed predefined/msp430.h
	predefinedMSP430 string
)

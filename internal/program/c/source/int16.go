package source

import "strings"

// Machines whose int has 16 bits have no operating system: their macros are those of C and of the processor, and of the
// headers they have those that C has everywhere.

// predefined16 are the macros of such a machine: its own, those of all of them, and the common ones that neither
// defines otherwise.
func (m *Machine) predefined16() string {
	own := map[string]string{"avr": predefinedAVR, "msp430": predefinedMSP430}[m.Name]
	var b strings.Builder
	said := map[string]bool{}
	for _, text := range []string{own, predefinedInt16, predefinedCommon} {
		var names []string
		for line := range strings.Lines(text) {
			words := strings.Fields(line)
			if len(words) < 2 {
				continue
			}
			name, _, _ := strings.Cut(words[1], "(")
			if said[name] || hosted(name) {
				continue
			}
			names = append(names, name)
			b.WriteString(line)
		}
		for _, n := range names {
			said[n] = true
		}
	}
	return b.String()
}

// hosted tells whether a macro says something of Linux, of its C library, or of instructions of its processors.
func hosted(name string) bool {
	switch name {
	case "__linux", "__linux__", "linux", "__gnu_linux__", "__unix", "__unix__", "unix", "__STDC_ISO_10646__", "__STDC_IEC_559__",
		"__STDC_IEC_559_COMPLEX__", "__DECIMAL_BID_FORMAT__", "__DEC_EVAL_METHOD__", "__GCC_ASM_FLAG_OUTPUTS__", "__PRAGMA_REDEFINE_EXTNAME":
		return true
	}
	return processor[name] || strings.HasPrefix(name, "__GCC_HAVE_SYNC_") || strings.HasPrefix(name, "__GCC_ATOMIC_") && strings.HasSuffix(name, "_LOCK_FREE")
}

// headers16 are the headers of the embedded C library that such machines have, and what these include.
var headers16 = map[string]bool{
	"assert.h": true, "ctype.h": true, "errno.h": true, "inttypes.h": true, "limits.h": true, "math.h": true, "stdint.h": true,
	"stdio.h": true, "stdlib.h": true, "string.h": true, "strings.h": true, "alloca.h": true, "setjmp.h": true,
	"sys/types.h": true, "bits/wait.h": true, "bits/mode.h": true, "bits/timeval.h": true, "endian.h": true, "sys/select.h": true,
}

// int16 tells whether the target's int has 16 bits.
func (cfg Config) int16() bool {
	m := MachineOf(cfg.Target, cfg.ILP32)
	return m != nil && m.Int16
}

package source

import (
	"slices"
	"strings"
)

// TargetOf is the name of the Machine that a compiler means by a name such as aarch64-linux-gnu or avr, as in the names of compilers
// for other machines and in clang's --target; "" if it is none of Machines.
func TargetOf(triple string) string {
	processor, system, _ := strings.Cut(triple, "-")
	linux := strings.Contains(system, "linux")
	bare := !linux && (strings.HasSuffix(system, "elf") || strings.HasSuffix(system, "eabi") || strings.HasSuffix(system, "eabihf"))
	arm := strings.HasPrefix(processor, "arm") || strings.HasPrefix(processor, "thumb")
	switch {
	case slices.Contains([]string{"i386", "i486", "i586", "i686"}, processor):
		return "i386"
	case processor == "amd64":
		return "x86_64"
	case strings.HasPrefix(processor, "armeb"), strings.HasPrefix(processor, "thumbeb"):
		return ""
	case arm && linux:
		return "arm"
	case arm && bare:
		return "arm-none-eabi"
	case arm:
		return ""
	case processor == "mips" && !linux:
		return ""
	case bare && processor == "aarch64":
		return "aarch64-none-elf"
	case bare && (processor == "riscv32" || processor == "riscv64"):
		return processor + "-unknown-elf"
	}
	if slices.Contains(MachineNames(), processor) {
		return processor
	}
	return ""
}

// TargetOfChip is the name of the Machine of a chip, as gcc's -mmcu names it; "" if it is none of Machines.
func TargetOfChip(name string) string {
	for prefix, target := range map[string]string{"at": "avr", "avr": "avr", "msp430": "msp430", "cc430": "msp430", "rf430": "msp430"} {
		if strings.HasPrefix(name, prefix) {
			return target
		}
	}
	return ""
}

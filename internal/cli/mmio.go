package cli

import (
	"fmt"
	"strconv"
	"strings"

	"craig/internal/program/ir"
)

// devices are the values of --mmio: FROM:SIZE, in C's notation.
func devices(list []string, bits uint) (ds []ir.Device, err error) {
	for _, s := range list {
		first, length, _ := strings.Cut(s, ":")
		from, err1 := strconv.ParseUint(first, 0, 63)
		size, err2 := strconv.ParseUint(length, 0, 63)
		switch {
		case err1 != nil || err2 != nil || from == 0 || size == 0:
			return nil, usagef("--mmio %s: an address and a number of bytes are wanted, such as 0x40000000:0x1000", s)
		case size > 1<<bits-from || bits == 64 && from+size > 1<<46:
			return nil, usagef("--mmio %s: that goes beyond the address space%s", s, spaceHint(bits))
		}
		for _, d := range ds {
			if int64(from) < d.From+d.Size && d.From < int64(from+size) {
				return nil, usagef("--mmio %s: 0x%x:0x%x has some of these addresses; they may be named once", s, d.From, d.Size)
			}
		}
		ds = append(ds, ir.Device{From: int64(from), Size: int64(size)})
	}
	return ds, nil
}

func spaceHint(bits uint) string {
	if bits < 64 {
		return fmt.Sprintf(" of %d bits", bits)
	}
	return ""
}

// deviceText is the value of --mmio that gives d.
func deviceText(d ir.Device) string { return fmt.Sprintf("0x%x:0x%x", d.From, d.Size) }

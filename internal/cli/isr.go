package cli

import (
	"github.com/spf13/cobra"

	"craig/internal/program/c/cfront"
)

// interrupts is what the options say of interrupts.
func (o *cOptions) interrupts(c *cobra.Command) (x cfront.Interrupts, err error) {
	if len(o.isr) == 0 {
		for _, name := range []string{"isr-nesting", "isr-off", "isr-on", "isr-begin"} {
			if c.Flags().Changed(name) {
				return x, usagef("--%s is about interrupts; name a handler with --isr", name)
			}
		}
		return x, nil
	}
	if x.Masked, err = choose("isr-begin", o.isrBegin, map[string]bool{"on": false, "off": true}); err != nil {
		return x, err
	}
	x.Handlers, x.Nested, x.Off, x.On = o.isr, o.isrNesting, o.isrOff, o.isrOn
	return x, nil
}

package check

import (
	"context"
	"slices"
	"strings"
	"sync"

	"craig/internal/program/c/cfront"
	"craig/internal/work"
)

// Units that are compiled with different options for the preprocessor are read together with those of all of them. That is done if it changes
// nothing: each function that is come to has the same tokens with them as with the options of its own unit, and so has all that it depends on.

// linkedUnit is a unit that has bodies of functions which a function of another unit may come to.
type linkedUnit struct {
	unit  *Unit
	needs []*cfront.Function
}

// forPreprocessor says how many words an option for the preprocessor takes, as Flags have them; 0 for others.
func forPreprocessor(flags []string) int {
	if len(flags) > 1 && (slices.Contains(paths, flags[0]) || flags[0] == "-D" || flags[0] == "-U") {
		return 2
	}
	return 0
}

// machine are the options of a unit that are not for the preprocessor, as one text.
func (u *Unit) machine() string {
	var rest []string
	for flags := u.Flags; len(flags) > 0; {
		if n := forPreprocessor(flags); n > 0 {
			flags = flags[n:]
			continue
		}
		rest, flags = append(rest, flags[0]), flags[1:]
	}
	slices.Sort(rest)
	return (&Unit{Flags: slices.Compact(rest)}).options()
}

// macro is the name of the macro that a value of -D or -U is about.
func macro(value string) string {
	name, _, _ := strings.Cut(value, "=")
	return name
}

// join are the options of a unit, and behind them those for the preprocessor that only others have. Of a macro the first of them counts.
func join(u *Unit, linkedUnits []*linkedUnit) []string {
	all := slices.Clone(u.Flags)
	has := func(option, value string) bool {
		for flags := all; len(flags) > 0; {
			n := forPreprocessor(flags)
			switch {
			case n == 0:
				n = 1
			case option == "-D" || option == "-U":
				if (flags[0] == "-D" || flags[0] == "-U") && macro(flags[1]) == macro(value) {
					return true
				}
			case flags[0] == option && flags[1] == value:
				return true
			}
			flags = flags[n:]
		}
		return false
	}
	for _, m := range linkedUnits {
		for flags := m.unit.Flags; len(flags) > 0; {
			n := forPreprocessor(flags)
			if n > 0 && !has(flags[0], flags[1]) {
				all = append(all, flags[:n]...)
			}
			flags = flags[max(n, 1):]
		}
	}
	return all
}

// joint finds with which of its mates f can be looked at, and with which options: nil if these are those of its unit. Remarks say why it is
// not looked at with others.
func (c *checker) joint(ctx context.Context, f *Function) (with, flags []string) {
	other := func(m *linkedUnit) bool { return m.unit.options() != f.Unit.options() }
	linkedUnits := slices.Clone(f.linkedUnits)
	for slices.ContainsFunc(linkedUnits, other) {
		flags = join(f.Unit, linkedUnits)
		leave := func(m *linkedUnit) string { return c.changed(ctx, m.unit, flags, m.needs...) }
		if name := c.changed(ctx, f.Unit, flags, &cfront.Function{Name: f.Name, Key: f.Key}); name != "" {
			leave = func(m *linkedUnit) string {
				if other(m) {
					return name
				}
				return ""
			}
		}
		n := len(linkedUnits)
		linkedUnits = slices.DeleteFunc(linkedUnits, func(m *linkedUnit) bool {
			name := leave(m)
			if name != "" && ctx.Err() == nil {
				c.remark(f.Unit.File, "it is not looked at together with "+m.unit.File+", which is compiled with other options: with those of both "+name+" is another function")
			}
			return name != ""
		})
		if len(linkedUnits) == n {
			break
		}
	}
	for _, m := range linkedUnits {
		with = append(with, m.unit.File)
	}
	if !slices.ContainsFunc(linkedUnits, other) || slices.Equal(flags, f.Unit.Flags) {
		flags = nil
	}
	return with, flags
}

// changed is the name of one of some functions of a unit that is another one with some options; "" if none is.
func (c *checker) changed(ctx context.Context, u *Unit, flags []string, functions ...*cfront.Function) string {
	if slices.Equal(u.Flags, flags) {
		return ""
	}
	keys := c.keys(ctx, u.File, flags)
	for _, f := range functions {
		if keys[f.Name] != f.Key {
			return f.Name
		}
	}
	return ""
}

// keys are the keys of the functions of a file with some options; nil if it cannot be read with them.
func (c *checker) keys(ctx context.Context, file string, flags []string) map[string]string {
	u := &Unit{file, flags}
	read, _ := c.commonFlags.LoadOrStore(file+"\x00"+u.options(), sync.OnceValue(func() map[string]string {
		args := c.opts.Commands.List(u, readTime)
		l, place := c.known(args)
		if l == nil {
			read, why := c.read(ctx, u, work.Job{Args: args, Time: readTime, Memory: c.opts.Memory})
			if why != "" {
				return nil
			}
			l = &read
			c.keepList(u, place, read)
		}
		return keysOf(l.Functions)
	}))
	return read.(func() map[string]string)()
}

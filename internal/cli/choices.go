package cli

import (
	"reflect"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"craig/internal/option"
	"craig/internal/program/c/cfront"
)

// choiceFlags are the flags of some options of the table.
func choiceFlags(f *pflag.FlagSet, groups ...option.Group) {
	for _, o := range option.List {
		switch {
		case !slices.Contains(groups, o.Of):
		case o.Words == nil:
			f.Bool(o.Name, false, o.Help)
		default:
			f.String(o.Name, o.Default(), o.Help+": `"+strings.Join(slices.DeleteFunc(slices.Clone(o.Words), func(w string) bool { return w == "" }), "|")+"`")
			f.Lookup(o.Name).Hidden = o.Of == option.Hidden
		}
	}
}

// setChoices sets the fields of the options of the table as f says.
func setChoices(f *pflag.FlagSet, opts *cfront.Options) error {
	for _, o := range option.List {
		text, n := f.Lookup(o.Name).Value.String(), 0
		if o.Words == nil {
			n = slices.Index([]string{"false", "true"}, text)
		} else if n = slices.Index(o.Words, text); n < 0 {
			words := slices.Sorted(slices.Values(o.Words))
			return usagef("--%s: unknown value %q: want one of %s", o.Name, text, strings.Join(words, ", "))
		}
		if v := choiceField(opts, o); v.Kind() == reflect.Bool {
			v.SetBool(n == 1)
		} else {
			v.SetUint(uint64(n))
		}
	}
	return nil
}

// choiceField is the field of an option.
func choiceField(opts *cfront.Options, o *option.Option) reflect.Value {
	v := reflect.ValueOf(opts).Elem()
	for name := range strings.SplitSeq(o.Field, ".") {
		v = v.FieldByName(name)
	}
	return v
}

// choiceWords is an option of the table as it is written on the command line; "" if it has its default.
func choiceWords(opts cfront.Options, o *option.Option) string {
	v, n := choiceField(&opts, o), 0
	switch {
	case v.Kind() != reflect.Bool:
		n = int(v.Uint())
	case v.Bool():
		n = 1
	}
	switch {
	case o.Words == nil && n == 0, o.Words != nil && o.Words[n] == o.Default():
		return ""
	case o.Words == nil:
		return "--" + o.Name
	}
	return "--" + o.Name + " " + o.Words[n]
}

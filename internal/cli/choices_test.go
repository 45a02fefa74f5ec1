package cli

import (
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"craig/internal/check"
	"craig/internal/cli/hint"
	"craig/internal/option"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
)

// TestChoices: an option of the table that is given, on the command line, sets its field to the value of each of its words, and
// is written that way in the description of the options again; the schema of result files knows as many values, and a file of settings
// has it if the table says so.
func TestChoices(t *testing.T) {
	text, err := os.ReadFile("../../docs/result.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	type field struct {
		Type       any
		Enum       []any
		Properties map[string]field
	}
	var schema struct {
		Defs map[string]field `json:"$defs"`
	}
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	for _, o := range option.List {
		words := o.Words
		if words == nil {
			words = []string{"false", "true"}
		}
		of := schema.Defs["options"]
		for name := range strings.SplitSeq(o.Field, ".") {
			of = of.Properties[name]
		}
		if n := len(of.Enum); of.Type == "boolean" && len(words) != 2 || of.Type != "boolean" && n != len(words) {
			t.Errorf("--%s is one of %q, and the schema has %s %v", o.Name, words, of.Type, of.Enum)
		}
		if o.Usual != "" && !slices.Contains(words, o.Usual) {
			t.Errorf("--%s is %s by default, which is none of its words", o.Name, o.Usual)
		}
		if got := slices.Contains(check.Settings(), "assume."+o.Name); got != o.Settings() {
			t.Errorf("--%s in files of settings: %t", o.Name, got)
		}
		if got := hint.Front(o.Field); got != "--"+o.Name {
			t.Errorf("the field %s is of %s", o.Field, got)
		}
		for i, w := range words {
			c := &cobra.Command{Use: "verify"}
			var opts cOptions
			opts.flags(c.Flags())
			if err := c.ParseFlags([]string{"--entry", "f", "--" + o.Name + "=" + w}); err != nil {
				t.Fatal(err)
			}
			front, _, _, err := opts.resolve(c, []string{"a.c"})
			if err != nil {
				t.Fatal(err)
			}
			if v := choiceField(&front, o); v.Kind() == reflect.Bool && v.Bool() != (i == 1) || v.Kind() != reflect.Bool && v.Uint() != uint64(i) {
				t.Errorf("--%s=%s sets %s to %v", o.Name, w, o.Field, v)
			}
			want := strings.TrimSuffix("--"+o.Name+" "+w, " true")
			if told := slices.ContainsFunc(settings(front), func(s string) bool { return strings.HasSuffix(s, want) }); told == (w == "" || w == "false" || w == o.Usual || o.Usual == "" && i == 0) {
				t.Errorf("--%s=%s is told: %t, in %q", o.Name, w, told, settings(front))
			}
		}
	}
	// The words are those of the constants.
	constants := map[string]uint64{
		"integers math": 1, "signed-overflow wrap": uint64(ir.SignedWrap), "signed-overflow check": uint64(ir.SignedCheck), "unknown-pointers any": uint64(cfront.Any), "unknown-pointers fresh": uint64(cfront.Fresh),
		"contracts replace": uint64(cfront.ReplaceContracts), "unknown-functions havoc": uint64(cfront.Havoc), "volatile input": uint64(cfront.VolatileInput),
		"volatile memory": uint64(cfront.VolatileMemory), "parameters valid": 1, "pointers any": 1, "null never": uint64(cfront.NullNever), "null always": uint64(cfront.NullAlways),
		"lengths one": uint64(cfront.LengthsOne), "lengths many": uint64(cfront.LengthsMany), "strings bytes": 1,
	}
	for _, o := range option.List {
		for i, w := range o.Words {
			if constants[o.Name+" "+w] != uint64(i) {
				t.Errorf("--%s %s is not %d", o.Name, w, i)
			}
		}
	}
	// A field that no option sets is set by no word: the table is about all fields that are one of a few.
	named := map[string]bool{"Decisions": true} // which craig test --coverage sets
	for _, o := range option.List {
		named[o.Field] = true
	}
	var few func(t reflect.Type, path string) []string
	few = func(t reflect.Type, path string) (list []string) {
		for _, f := range reflect.VisibleFields(t) {
			switch kind := f.Type.Kind(); {
			case kind == reflect.Uint8:
				list = append(list, path+f.Name)
			case kind == reflect.Struct && !f.Anonymous: // whose fields are visible
				list = append(list, few(f.Type, path+f.Name+".")...)
			}
		}
		return list
	}
	for _, name := range few(reflect.TypeFor[cfront.Options](), "") {
		if !named[name] {
			t.Errorf("no option of the table sets %s", name)
		}
	}
}

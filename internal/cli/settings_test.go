package cli

import (
	"errors"
	"reflect"
	"slices"
	"testing"

	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
)

// TestSettings: every option that gives a program another meaning is named, and no default is.
func TestSettings(t *testing.T) {
	for _, o := range []cfront.Options{{}, {Entry: "main", Properties: []string{"unreach-call"}}} {
		if s := settings(o); len(s) > 0 {
			t.Errorf("the defaults have the settings %q", s)
		}
	}
	typ := reflect.TypeFor[cfront.Options]()
	var all []string
	for _, field := range reflect.VisibleFields(typ) {
		var o cfront.Options
		switch v := reflect.ValueOf(&o).Elem().FieldByIndex(field.Index); v.Kind() {
		case reflect.Bool:
			v.SetBool(true)
		case reflect.String:
			v.SetString("word")
		case reflect.Slice:
			v.Set(reflect.MakeSlice(v.Type(), 1, 1))
			if v.Index(0).Kind() == reflect.String {
				v.Index(0).SetString("word")
			}
		case reflect.Int:
			v.SetInt(1)
		case reflect.Uint8:
			v.SetUint(1)
		case reflect.Pointer:
			v.Set(reflect.New(v.Type().Elem()))
		case reflect.Struct: // TestEnvironmentSettings
			continue
		default:
			t.Fatalf("the field %s is of a kind that this test does not know", field.Name)
		}
		s := settings(o)
		if len(s) != 1 || slices.Contains(all, s[0]) {
			t.Errorf("%s has the settings %q, want one of its own", field.Name, s)
		}
		all = append(all, s...)
	}
}

// TestThreadsSettings: each kind of proof for any number of threads is named.
func TestThreadsSettings(t *testing.T) {
	one, two := settings(cfront.Options{Threads: prepare.AnyThreads}), settings(cfront.Options{Threads: prepare.GuardedThreads})
	if len(one) != 1 || len(two) != 1 || one[0] == two[0] {
		t.Errorf("any number of threads have the settings %q and %q", one, two)
	}
}

// TestEnvironmentSettings: every option about the surroundings of the entry function is named.
func TestEnvironmentSettings(t *testing.T) {
	usual := settings(cfront.Options{Entry: "f", Environment: cfront.Environment{Valid: true}})
	if len(usual) != 1 {
		t.Errorf("the defaults have the settings %q", usual)
	}
	typ := reflect.TypeFor[cfront.Environment]()
	var all []string
	for i := range typ.NumField() {
		o := cfront.Options{Entry: "f", Environment: cfront.Environment{Valid: true}}
		switch v := reflect.ValueOf(&o.Environment).Elem().Field(i); v.Kind() {
		case reflect.Bool:
			v.SetBool(true)
		case reflect.Int:
			v.SetInt(5)
		case reflect.Slice:
			v.Set(reflect.ValueOf([]string{"key"}))
		default:
			v.SetUint(1)
		}
		s := settings(o)
		switch name := typ.Field(i).Name; {
		case name == "Valid" || name == "ForPeople":
		case len(s) != 2 || slices.Contains(all, s[1]):
			t.Errorf("%s has the settings %q, want one of its own", name, s)
		default:
			all = append(all, s[1])
		}
	}
}

// TestDurations: a duration is written as it was read.
func TestDurations(t *testing.T) {
	for _, text := range []string{"20s", "10s", "1m", "1m30s", "100s", "1h", "1h10m", "10m", "1.5s", "30ms", "10h20m30s", "90s"} {
		var d, again positiveDuration
		if err := errors.Join(d.Set(text), again.Set(d.String())); err != nil || d != again {
			t.Errorf("%s is written as %s: %v", text, &d, err)
		}
	}
}

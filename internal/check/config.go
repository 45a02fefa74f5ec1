package check

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"craig/internal/bounded"
	"craig/internal/option"
	"craig/internal/spell"
)

// ConfigName is what files of settings are called.
const ConfigName = "craig.toml"

// Config is a file of settings. What is not in it has the zero value; names of files, and patterns with a slash, are relative to its
// folder, and joined with it when it is read.
type Config struct {
	Check struct {
		Properties []string `toml:"properties"`
		Entries    []string `toml:"entries"`
		Excludes   []string `toml:"excludes"`
		Database   string   `toml:"database"`
		Baseline   string   `toml:"baseline"`
		Timeout    string   `toml:"timeout"`
		CPUTimeout string   `toml:"cpu-timeout"`
		Memory     string   `toml:"memory"`
		Findings   int      `toml:"findings"`
		Jobs       int      `toml:"jobs"`
		Confirm    string   `toml:"confirm"`
	} `toml:"check"`
	// Assume is a struct of options of craig verify, by their names: those of package option, and two more.
	Assume  any `toml:"assume"`
	Compile struct {
		Flags []string `toml:"flags"` // of a C compiler, for every file
	} `toml:"compile"`
}

// assumptions is the type of Config.Assume.
var assumptions = func() reflect.Type {
	fields := []reflect.StructField{
		{Name: "Depth", Type: reflect.TypeFor[*int](), Tag: `toml:"depth"`},
		{Name: "Globals", Type: reflect.TypeFor[string](), Tag: `toml:"globals"`},
	}
	for i, o := range option.List {
		f := reflect.StructField{Name: fmt.Sprint("O", i), Type: reflect.TypeFor[string](), Tag: reflect.StructTag(fmt.Sprintf("toml:%q", o.Name))}
		if o.Words == nil {
			f.Type = reflect.TypeFor[bool]()
		}
		if o.Settings() {
			fields = append(fields, f)
		}
	}
	return reflect.StructOf(fields)
}()

// newFile is a pointer to a Config whose Assume has that type.
func newFile() reflect.Value {
	var fields []reflect.StructField
	for _, f := range reflect.VisibleFields(reflect.TypeFor[Config]()) {
		if f.Name == "Assume" {
			f.Type = assumptions
		}
		fields = append(fields, reflect.StructField{Name: f.Name, Type: f.Type, Tag: f.Tag})
	}
	return reflect.New(reflect.StructOf(fields))
}

// ReadConfig reads a file of settings. The error is an *os.PathError or a *FormatError with the place.
func ReadConfig(file string) (*Config, error) {
	text, err := bounded.ReadFile(file, bounded.Most)
	if err != nil {
		return nil, err
	}
	c, read := &Config{}, newFile()
	d := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields()
	if err := d.Decode(read.Interface()); err != nil {
		return nil, configError(file, err)
	}
	for i := range read.Elem().NumField() {
		reflect.ValueOf(c).Elem().Field(i).Set(read.Elem().Field(i))
	}
	dir := filepath.Dir(file)
	for _, name := range []*string{&c.Check.Database, &c.Check.Baseline} {
		if *name != "" {
			*name = from(dir, *name)
		}
	}
	if from("", dir) != "." {
		for i, p := range c.Check.Excludes {
			if abs, err := filepath.Abs(filepath.Join(dir, p)); err == nil && strings.Contains(p, "/") {
				c.Check.Excludes[i] = filepath.ToSlash(abs)
			}
		}
	}
	flags, told, why := relevant(c.Compile.Flags, dir)
	if wrong := append(told, why); wrong[0] != "" {
		return nil, &FormatError{file, fmt.Errorf("compile.flags: %s", wrong[0])}
	}
	c.Compile.Flags = flags
	return c, nil
}

// configError is an error with its place, and what may have been meant.
func configError(file string, err error) error {
	var strict *toml.StrictMissingError
	var wrong *toml.DecodeError
	switch {
	case errors.As(err, &strict) && len(strict.Errors) > 0:
		e := strict.Errors[0]
		line, column := e.Position()
		text := fmt.Sprintf("there is no setting %s", strings.Join(e.Key(), "."))
		if like := spell.Nearest(strings.Join(e.Key(), "."), Settings()); like != "" {
			text += "; was " + like + " meant?"
		}
		return &FormatError{fmt.Sprintf("%s:%d:%d", file, line, column), errors.New(text)}
	case errors.As(err, &wrong):
		line, column := wrong.Position()
		text, _, _ := strings.Cut(strings.TrimPrefix(wrong.Error(), "toml: "), " into struct field")
		if len(wrong.Key()) > 0 {
			text = strings.Join(wrong.Key(), ".") + ": " + text
		}
		return &FormatError{fmt.Sprintf("%s:%d:%d", file, line, column), errors.New(text)}
	}
	return &FormatError{file, errors.New(strings.TrimPrefix(err.Error(), "toml: "))}
}

// Settings are the names of all settings, such as check.timeout.
func Settings() (names []string) {
	t := newFile().Type().Elem()
	for i := range t.NumField() {
		section := t.Field(i)
		names = append(names, section.Tag.Get("toml"))
		for k := range section.Type.NumField() {
			names = append(names, section.Tag.Get("toml")+"."+section.Type.Field(k).Tag.Get("toml"))
		}
	}
	return names
}

// Set calls set for each setting of a section that the file has, with its name and the value as on a command line.
func (c *Config) Set(section string, set func(name, value string) error) error {
	s := reflect.ValueOf(c).Elem()
	i := slices.IndexFunc(reflect.VisibleFields(s.Type()), func(f reflect.StructField) bool { return f.Tag.Get("toml") == section })
	if s = s.Field(i); s.Kind() == reflect.Interface {
		if s = s.Elem(); !s.IsValid() {
			return nil // there is no file
		}
	}
	for k := range s.NumField() {
		v := s.Field(k)
		if v.IsZero() {
			continue
		}
		if v.Kind() == reflect.Pointer {
			v = v.Elem()
		}
		value := fmt.Sprint(v.Interface())
		if list, ok := v.Interface().([]string); ok {
			value = strings.Join(list, ",")
		}
		if err := set(s.Type().Field(k).Tag.Get("toml"), value); err != nil {
			return err
		}
	}
	return nil
}

package tool

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"craig/internal/pattern"
)

// Limits are what a run may take. Zero is no limit.
type Limits struct {
	Time   time.Duration // on the wall
	Memory int64         // bytes, of all processes of the tool together
}

// placeholders stand for something in a command. A word that is one alone becomes as many words as there are.
var placeholders = []string{"{files}", "{file}", "{property_file}", "{property}", "{properties}", "{options}", "{model}", "{bits}", "{time}", "{memory}", "{seconds}", "{mib}", "{folder}"}

var placeholder = pattern.New(`\{\w+\}`)

// unknownPlaceholder is the first thing in a word that looks like a placeholder and is none.
func unknownPlaceholder(word string) string {
	for _, m := range placeholder.FindAllStringSubmatch(word, -1) {
		if !slices.Contains(placeholders, m[0]) {
			return m[0]
		}
	}
	return ""
}

// arguments makes a command line of a command with placeholders. folder is the one of the run.
func (a *Adapter) arguments(command []string, t Task, l Limits, options []string, folder string) ([]string, error) {
	var files []string
	for _, f := range t.Files {
		abs, err := filepath.Abs(f)
		if err != nil {
			return nil, err
		}
		files = append(files, abs)
	}
	property := t.Property
	if property != "" {
		var err error
		if property, err = filepath.Abs(property); err != nil {
			return nil, err
		}
	}
	model, bits := a.Bits64, "64"
	if t.ILP32 {
		model, bits = a.Bits32, "32"
	}
	if len(options) == 0 {
		options = a.Options
	}
	lists := map[string][]string{"{files}": files, "{options}": options, "{model}": model, "{properties}": a.Properties[t.propertyName()]}
	if l.Time > 0 {
		lists["{time}"] = a.Time
	}
	if l.Memory > 0 {
		lists["{memory}"] = a.Memory
	}
	single := map[string]string{"{property_file}": property, "{property}": t.propertyName(), "{bits}": bits, "{folder}": folder,
		"{seconds}": fmt.Sprint(max(1, int64(l.Time.Seconds()))), "{mib}": fmt.Sprint(max(64, l.Memory>>20-int64(a.Headroom)))}
	if len(files) > 0 {
		single["{file}"] = files[0]
	}
	var words []string
	var add func(word string, deep int) error
	add = func(word string, deep int) error {
		if list, ok := lists[word]; ok || slices.Contains([]string{"{time}", "{memory}"}, word) {
			if deep > 2 {
				return fmt.Errorf("%s stands for itself", word)
			}
			for _, w := range list {
				if err := add(w, deep+1); err != nil {
					return err
				}
			}
			return nil
		}
		if strings.Contains(word, "{file}") && len(files) != 1 {
			return fmt.Errorf("the tool takes one file, and the task has %d", len(files))
		}
		if strings.Contains(word, "{property_file}") && property == "" {
			return fmt.Errorf("the tool wants a property file, and the task names none")
		}
		words = append(words, placeholder.ReplaceAllStringFunc(word, func(p string) string {
			if v, ok := single[p]; ok {
				return v
			}
			return p
		}))
		return nil
	}
	for _, word := range command {
		if err := add(word, 0); err != nil {
			return nil, err
		}
	}
	return words, nil
}

// Package ask is what the pages at which programs are verified ask, craig serve's and the playground: a program, and what is to be decided of it.
package ask

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"craig/internal/pattern"
)

// Question is what is asked of a program.
type Question struct {
	Name     string `json:"name"` // for people
	Text     string `json:"text"`
	Property string `json:"property"`
	Engine   string `json:"engine"` // "" is the default
	Entry    string `json:"entry"`  // "" is main
	Label    string `json:"label"`  // that is an error too; "" is none
	Bits     int    `json:"bits"`   // of a pointer: 32, or 64, which 0 is too
	Seconds  int    `json:"seconds"`
}

// Limits are what may be asked.
type Limits struct {
	Properties []string
	Engines    []string
	MaxTime    time.Duration
}

// identifier is the name of a function.
var identifier = pattern.New(`^[A-Za-z_][A-Za-z_0-9]{0,200}$`)

// Check says what is wrong with a question.
func (q *Question) Check(o Limits) error {
	switch {
	case strings.TrimSpace(q.Text) == "":
		return fmt.Errorf("there is no program")
	case !slices.Contains(o.Properties, q.Property):
		return fmt.Errorf("%q is none of the properties: %s", q.Property, strings.Join(o.Properties, ", "))
	case q.Engine != "" && !slices.Contains(o.Engines, q.Engine):
		return fmt.Errorf("%q is none of the engines: %s", q.Engine, strings.Join(o.Engines, ", "))
	case q.Entry != "" && !identifier.MatchString(q.Entry):
		return fmt.Errorf("%q is no name of a function", q.Entry)
	case q.Label != "" && !identifier.MatchString(q.Label):
		return fmt.Errorf("%q is no label", q.Label)
	case q.Bits != 0 && q.Bits != 32 && q.Bits != 64:
		return fmt.Errorf("a pointer has 32 or 64 bits, not %d", q.Bits)
	case q.Seconds < 1 || q.Seconds > int(o.MaxTime/time.Second): // so that nothing flows over
		return fmt.Errorf("the time is from 1 to %d seconds", int(o.MaxTime.Seconds()))
	case len(q.Name) > 200:
		return fmt.Errorf("the name has more than 200 characters")
	}
	return nil
}

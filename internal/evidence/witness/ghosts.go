package witness

import (
	"fmt"
	"path/filepath"
	"slices"

	"craig/internal/evidence/ctext"
	"craig/internal/pattern"
)

// Instrumentation is the content of an entry of type Ghosts: variables that a witness adds to the
// program, and where they change.
type Instrumentation struct {
	Variables []GhostVariable `yaml:"ghost_variables"`
	Updates   []GhostUpdate   `yaml:"ghost_updates"`
}

// GhostVariable is a variable of a witness.
type GhostVariable struct {
	Name    string     `yaml:"name"`
	Scope   string     `yaml:"scope"`
	Type    string     `yaml:"type"`
	Initial Constraint `yaml:"initial"`
}

// GhostUpdate says what ghost variables become before the statement at a location.
type GhostUpdate struct {
	Location Location      `yaml:"location"`
	Updates  []GhostChange `yaml:"updates"`
}

// GhostChange is an assignment.
type GhostChange struct {
	Variable string `yaml:"variable"`
	Value    string `yaml:"value"`
	Format   string `yaml:"format"`
}

var (
	ghostName = pattern.New(`^[A-Za-z_][A-Za-z_0-9]*$`)
	ghostType = pattern.New(`^(?:(?:unsigned|signed|long|short|int|char|_Bool|__int128)\s*)+$`)
)

// ghosts declares the ghost variables in front of the program and assigns to them where they change.
func (c *claim) ghosts(e Entry) error {
	for _, v := range e.Ghosts.Variables {
		if v.Scope != "global" || !ghostType.MatchString(v.Type) {
			return &Unsupported{fmt.Sprintf("ghost variables such as the %s %s of type %q", v.Scope, v.Name, v.Type)}
		}
		if !ghostName.MatchString(v.Name) {
			return &Error{File: c.witness, Msg: fmt.Sprintf("%q is not the name of a variable", v.Name)}
		}
		for _, f := range c.files {
			if f.Mentions(v.Name) {
				return &Unsupported{"ghost variables with names of the program, such as " + v.Name + ","}
			}
		}
		if err := expression(v.Initial.Value); err != nil {
			return &Error{File: c.witness, Msg: fmt.Sprintf("the initial value of %s: %v", v.Name, err)}
		}
		for i, f := range c.files {
			if i > 0 {
				f.Head("extern " + v.Type + " " + v.Name + "; ")
			} else {
				f.Head(v.Type + " " + v.Name + " = " + oneLine(v.Initial.Value) + "; ")
			}
		}
	}
	then := ""
	if len(e.Ghosts.Updates) > 0 && c.threaded() {
		then = " " + rest
		for _, f := range c.files {
			f.Head("extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void); ")
		}
	}
	changed := map[Location][]string{}
	for _, u := range e.Ghosts.Updates {
		text, here := "", Location{File: filepath.Base(u.Location.File), Line: u.Location.Line, Column: u.Location.Column}
		for _, s := range u.Updates {
			if !ghostName.MatchString(s.Variable) {
				return c.errorf(u.Location, "%q is not the name of a variable", s.Variable)
			}
			if !c.declares(e, s.Variable) {
				return c.errorf(u.Location, "%s is not a ghost variable", s.Variable)
			}
			if err := expression(s.Value); err != nil {
				return c.errorf(u.Location, "%v", err)
			}
			c.partial(s.Value)
			for _, name := range changed[here] {
				if name == s.Variable || ctext.New("", []byte(s.Value)).Mentions(name) {
					return &Unsupported{fmt.Sprintf("ghost variables that change by each other, as in line %d,", u.Location.Line)}
				}
			}
			changed[here] = append(changed[here], s.Variable)
			text += fmt.Sprintf("(void)%s((%s)); %s = (%[2]s); ", condition, oneLine(s.Value), s.Variable)
		}
		if err := c.before(u.Location, text, then); err != nil {
			return err
		}
	}
	return nil
}

// rest is where others move behind a statement at which ghost variables change, though that may do nothing that they see: a change is one step with the first step of the
// statement, and not with what comes behind it. The statements that the witness adds are no steps: see cfront.Options.Ghosts.
const rest = "__VERIFIER_atomic_begin(); __VERIFIER_atomic_end();"

// threaded tells whether the program may make threads.
func (c *claim) threaded() bool {
	return slices.ContainsFunc(c.files, func(f *ctext.Source) bool { return f.Mentions("pthread_create") || f.Mentions("thrd_create") })
}

func (c *claim) declares(e Entry, name string) bool {
	for _, v := range e.Ghosts.Variables {
		if v.Name == name {
			return true
		}
	}
	return false
}

package check

import (
	"cmp"

	"craig/internal/program/c/core"
)

// Memory says which property demands something of memory that operations of the core do not show: of what functions of the library are given, and
// of blocks of the heap. "" if none does.
type Memory struct {
	Null    string // pointers are not null
	Inside  string // memory is accessed in objects
	Free    string // what is freed is a block of the heap that lives
	Track   string // pointers lead to all blocks at the end
	Cleanup string // no block is left at the end
	Given   string // what is read has been given a value
	Lives   bool   // it is about the lives of objects
	Alone   bool   // it is demanded of operations alone, not of what functions of the library are given
}

// Tracks tells whether it has to be known to which object a pointer belongs.
func (m Memory) Tracks() bool { return m.Inside != "" || m.Lives }

// Reads tells whether more is demanded of what is read than that pointers are not null.
func (m Memory) Reads() bool { return m.Tracks() || m.Given != "" }

// Property is the first that asks to which objects pointers belong; "" if none does.
func (m Memory) Property() string { return cmp.Or(m.Inside, m.Free, m.Track, m.Cleanup) }

// Looks tells whether something is demanded of what functions of the library are given.
func (m Memory) Looks() bool { return !m.Alone && (m.Null != "" || m.Reads()) }

// Goals are those of a pointer through which the library accesses memory.
func (m Memory) Goals() (goals []core.Goal) {
	if m.Alone {
		return nil
	}
	if m.Null != "" {
		goals = append(goals, core.Goal{Demand: core.NotNull, Property: m.Null})
	}
	if m.Inside != "" {
		goals = append(goals, core.Goal{Demand: core.Inside, Property: m.Inside})
	}
	if m.Given != "" {
		goals = append(goals, core.Goal{Demand: core.Given, Property: m.Given})
	}
	return goals
}

// MemoryOf says which of some properties demand something of memory.
func MemoryOf(properties []string) (m Memory) {
	for _, p := range properties {
		switch p {
		case "null":
			m.Null = cmp.Or(m.Null, p)
		case "bounds":
			m.Inside = cmp.Or(m.Inside, p)
		case "valid-deref":
			m.Null, m.Inside = p, p
		case "valid-free":
			m.Free = p
		case "valid-memtrack":
			m.Track = p
		case "valid-memcleanup":
			m.Cleanup = p
		case "uninit":
			m.Given = p
		}
		m.Lives = m.Lives || OfLives(p)
	}
	return m
}

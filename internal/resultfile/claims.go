package resultfile

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/term"
)

// Claims are formulas that a search says are inductive together, as they travel to other searches on the same program.
type Claims struct {
	By         string  `json:"by,omitempty"` // the engine that looks; "" is the portfolio
	Program    string  `json:"program"`      // ProgramSum of what the engines see
	Invariants []Claim `json:"invariants"`
}

// Claim is the formula of one location.
type Claim struct {
	Location ir.Loc `json:"location"`
	SMTLIB   string `json:"smtlib"` // with the names of result files
}

// ProgramSum tells programs apart: numbers of locations speak of one program only. In which folder its files are does not matter.
func ProgramSum(p *ir.Program) string {
	h := sha256.New()
	for l, info := range p.Locs {
		if info != nil {
			fmt.Fprintln(h, l, info.Loop, info.IsGoal())
		}
	}
	for id, e := range p.Edges {
		if e != nil {
			fmt.Fprintln(h, id, e.From, e.To, ir.StmtString(e.Stmt))
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// ClaimsOf makes claims about p, whose sum is given.
func ClaimsOf(p *ir.Program, by, sum string, inv map[ir.Loc]term.Term) Claims {
	c, names := Claims{By: by, Program: sum}, sem.ValuesOf(p)
	for _, l := range slices.Sorted(maps.Keys(inv)) {
		c.Invariants = append(c.Invariants, Claim{l, formulaText(names, inv[l])})
	}
	return c
}

// ReadClaims reads what json.Marshal has made of Claims. The formulas are not looked at.
func ReadClaims(text []byte) (c Claims, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	return c, d.Decode(&c)
}

// Of are the formulas, for p. The error says that they are none of p.
func (c Claims) Of(p *ir.Program) (map[ir.Loc]term.Term, error) {
	var texts []string
	for _, i := range c.Invariants {
		if i.Location <= 0 || int(i.Location) >= len(p.Locs) || p.Locs[i.Location] == nil {
			return nil, fmt.Errorf("the program has no location %d", i.Location)
		}
		texts = append(texts, i.SMTLIB)
	}
	formulas, err := readFormulas(p, texts, nil, sem.AtHere)
	if err != nil {
		return nil, err
	}
	inv := map[ir.Loc]term.Term{}
	for i, f := range formulas {
		inv[c.Invariants[i].Location] = f
	}
	return inv, nil
}

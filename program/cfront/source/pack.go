package source

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"
)

// packing follows #pragma pack, which cc ignores: under pack(1) prepare adds the attribute packed
// to the definitions of structures, which has the same meaning. The bounds that no type reaches
// mean nothing; the others are refused where a structure is defined under them.
type packing struct {
	now   int // the bound in bytes; 0 is none
	stack []packed
}

type packed struct {
	name  string
	bound int
}

// packPragma matches the text behind #pragma.
var packPragma = regexp.MustCompile(`^\s*pack\s*\(([\w\s,]*)\)`)

// pragma follows a #pragma with the text behind it.
func (p *packing) pragma(text []byte) {
	m := packPragma.FindSubmatch(text)
	if m == nil {
		return
	}
	var push, pop bool
	name, bound := "", -1
	for _, arg := range strings.Split(string(m[1]), ",") {
		switch arg = strings.TrimSpace(arg); arg {
		case "":
		case "push":
			push = true
		case "pop":
			pop = true
		default:
			if n, err := strconv.Atoi(arg); err == nil {
				bound = n
			} else {
				name = arg
			}
		}
	}
	switch {
	case push:
		p.stack = append(p.stack, packed{name, p.now})
	case pop:
		for len(p.stack) > 0 {
			top := p.stack[len(p.stack)-1]
			p.stack = p.stack[:len(p.stack)-1]
			p.now = top.bound
			if name == "" || top.name == name {
				break
			}
		}
	case bound < 0: // pack(): the default
		bound = 0
	}
	if bound >= 0 {
		p.now = bound
	}
}

// packs tells whether the bound changes a layout of the data model. i386 aligns no member of a
// structure to more than 4 bytes; x86-64 to more than 8, long double and vectors apart.
func (p *packing) packs(cfg Config) bool {
	most := 8
	if cfg.ILP32 {
		most = 4
	}
	return p.now != 0 && p.now < most
}

// definesStruct matches what stands behind struct or union in a definition.
var definesStruct = regexp.MustCompile(`^\s*(__attribute__|__attribute|(\w+\s*)?\{)`)

// structure is told of the word struct or union before pos.
func (p *preparer) structure() *Error {
	if !p.packing.packs(p.cfg) || p.directive || !definesStruct.Match(p.text[p.pos:min(len(p.text), p.pos+256)]) {
		return nil
	}
	if p.packing.now != 1 {
		return p.errorf(p.pos-1, "", "a structure under #pragma pack(%d), which is not supported", p.packing.now)
	}
	p.replace(p.pos, p.pos, " __attribute__((packed))")
	return nil
}

// packedInclude refuses an #include under #pragma pack: files are prepared one by one.
func (p *preparer) packedInclude(arg []byte) *Error {
	if !p.packing.packs(p.cfg) {
		return nil
	}
	return p.errorf(p.pos-1, "preprocess the file first", "#include %s under #pragma pack(%d), which is not supported", bytes.TrimSpace(arg), p.packing.now)
}

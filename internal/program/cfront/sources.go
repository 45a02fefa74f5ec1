package cfront

import (
	"craig/internal/program/c/condition"
	"craig/internal/program/c/core"
	"craig/internal/program/c/elab"
	"craig/internal/program/c/link"
	"craig/internal/program/c/syntax"
	"craig/internal/program/cfront/source"
	"craig/internal/program/ir"
)

// sources are files that have been read as one program, behind which there may be more.
type sources struct {
	*elab.Elaboration
	cfg    source.Config
	files  []elab.File
	opened []*source.Opened
}

// coreRefusal is what the core does not have.
type coreRefusal struct {
	text   *Error
	reason string
}

// elaborate makes the core of files. What is wrong with the text is an *Error; what the core does not have is a refusal, with a
// reason that can be counted in its Hint. It does not matter in functions to which no execution comes that begins in one of roots, if there
// are any. conf lacks what cfg says.
func elaborate(cfg source.Config, conf elab.Config, roots, files []string) (*sources, *coreRefusal, error) {
	r := &sources{cfg: cfg}
	for _, file := range files {
		o, err := source.Open(cfg, file)
		if err != nil {
			return nil, nil, err
		}
		tree, err := o.Unit()
		if err != nil {
			return nil, nil, err
		}
		r.opened = append(r.opened, o)
		r.files = append(r.files, elab.File{Name: file, Tree: tree, Source: o.Source})
	}
	conf.Contracts = cfg.Contracts != nil
	conf.Machine = machineOf(cfg)
	r.Elaboration = elab.Begin(conf, r.files...)
	if err := r.mistake(); err != nil {
		return nil, nil, err
	}
	for _, f := range r.files {
		if at, found := condition.Changes(r.Program, f.Tree, computes); found {
			return nil, nil, source.Mistake(f.Source, &syntax.Error{Pos: at, Msg: "a condition of the witness changes something, or calls a function"})
		}
	}
	if why := r.refusal(roots); why != nil {
		return nil, why, nil
	}
	if cfg.Contracts != nil {
		for _, m := range r.Report.Remarks {
			at := r.files[m.File].Source.Place(m.Pos.Used)
			cfg.Contracts.Notes = append(cfg.Contracts.Notes, ir.Note{Kind: ir.Remark, Pos: ir.Pos{File: at.File, Line: at.Line, Col: at.Col}, Text: m.Text, Count: 1})
		}
	}
	return r, nil, nil
}

// behind adds surroundings to the file that they belong to. The macros of the file mean nothing in them.
func (r *sources) behind(env *ir.Environment, roots []string) (*coreRefusal, error) {
	for i, f := range r.files {
		if f.Name != env.File {
			continue
		}
		r.opened[i].Source.More(env.Name(), []byte(env.Text))
		tree, err := r.opened[i].Unit()
		if err != nil {
			return nil, err
		}
		r.More(i, tree)
		break
	}
	if err := r.mistake(); err != nil {
		return nil, err
	}
	return r.refusal(roots), nil
}

// mistake is the first one of the report; nil if there is none.
func (r *sources) mistake() error {
	if len(r.Report.Mistakes) == 0 {
		return nil
	}
	m := r.Report.Mistakes[0]
	return source.Mistake(r.files[m.File].Source, &m.Error)
}

// refusal is the first one that matters to an execution that begins in one of roots; nil if there is none.
func (r *sources) refusal(roots []string) *coreRefusal {
	if len(r.Report.Refusals) == 0 || leftOut(r.Program, r.Report, roots) {
		return nil
	}
	m := r.Report.Refusals[0]
	return &coreRefusal{text: source.Mistake(r.files[m.File].Source, &syntax.Error{Pos: m.Pos, Msg: m.Msg, Hint: "the core does not have it yet: " + m.Reason}), reason: m.Reason}
}

// leftOut takes the functions away in which something was refused, if no execution comes to them. Otherwise it is false.
func leftOut(prog *core.Program, report *elab.Report, roots []string) bool {
	if len(roots) == 0 || report.Silent {
		return false
	}
	used := link.Used(prog, roots...)
	out := map[*core.Var]bool{}
	for _, m := range report.Refusals {
		if m.In == nil || used[m.In.Name] {
			return false
		}
		out[m.In] = true
	}
	link.WithoutBodies(prog, out)
	return true
}

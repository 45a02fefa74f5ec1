package cfront

import (
	"craig/internal/program/c/condition"
	"craig/internal/program/c/core"
	"craig/internal/program/c/elab"
	"craig/internal/program/c/link"
	"craig/internal/program/c/source"
	"craig/internal/program/c/syntax"
	"craig/internal/program/ir"
)

// sources are files that have been read as one program, behind which there may be more.
type sources struct {
	*elab.Elaboration
	cfg    source.Config
	whole  bool // all of the program is wanted
	files  []elab.File
	opened []*source.Opened
}

// coreRefusal is what the core does not have.
type coreRefusal struct {
	text   *Error
	reason string
}

// elaborate makes the core of files. What is wrong with the text is an *Error; what the core does not have is a refusal, with a
// reason that can be counted in its Hint. Unless all of the program is wanted, executions end where they come to a function that has something of that.
// conf lacks what cfg says.
func elaborate(cfg source.Config, conf elab.Config, whole bool, files []string) (*sources, *coreRefusal, error) {
	r := &sources{cfg: cfg, whole: whole}
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
	if why := r.refusal(); why != nil {
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
func (r *sources) behind(env *ir.Environment) (*coreRefusal, error) {
	for i, f := range r.files {
		if f.Name == env.File {
			return r.after(i, env.Name(), env.Text)
		}
	}
	return r.refusal(), r.mistake()
}

// after adds text behind the file with an index.
func (r *sources) after(i int, name, text string) (*coreRefusal, error) {
	r.opened[i].Source.More(name, []byte(text))
	tree, err := r.opened[i].Unit()
	if err != nil {
		return nil, err
	}
	r.More(i, tree)
	if err := r.mistake(); err != nil {
		return nil, err
	}
	return r.refusal(), nil
}

// mistake is the first one of the report; nil if there is none.
func (r *sources) mistake() error {
	if len(r.Report.Mistakes) == 0 {
		return nil
	}
	m := r.Report.Mistakes[0]
	return source.Mistake(r.files[m.File].Source, &m.Error)
}

// refusal is the first one that keeps the program from being read; nil if there is none.
func (r *sources) refusal() *coreRefusal {
	if len(r.Report.Refusals) == 0 || !r.whole && leftOut(r.Program, r.Report) {
		return nil
	}
	m := r.Report.Refusals[0]
	return &coreRefusal{text: source.Mistake(r.files[m.File].Source, &syntax.Error{Pos: m.Pos, Msg: m.Msg, Hint: "the core does not have it yet: " + m.Reason}), reason: m.Reason}
}

// leftOut takes the bodies of the functions away in which something was refused: executions end there that come to them. It is false where
// what was refused is in no function, or may be what others are made of.
func leftOut(prog *core.Program, report *elab.Report) bool {
	if report.Silent {
		return false
	}
	out := map[*core.Var]*core.Opaque{}
	for _, m := range report.Refusals {
		if m.In == nil {
			return false
		}
		if out[m.In] == nil {
			out[m.In] = &core.Opaque{At: core.Pos{Written: m.Pos.Written, Used: m.Pos.Used, Unit: int32(m.File)}, Why: m.Msg}
		}
	}
	return link.Replace(prog, out)
}

package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"craig/internal/check"
	"craig/internal/lsp"
	"craig/internal/program/c/cfront"
	"craig/internal/property"
	"craig/internal/report"
	"craig/internal/svcomp"
	"craig/internal/work"
)

// lspFlags are the options of craig check that craig lsp has too.
var lspFlags = []string{"config", "database", "property", "exclude", "with", "timeout", "cpu-timeout", "memory", "jobs", "findings", "confirm", "cache", "baseline", "infer"}

func (a *app) lspCommand() *cobra.Command {
	defaults := &checkOptions{}
	of := a.checkCommandWith(defaults)
	c := &cobra.Command{
		Use:   "lsp",
		Short: "a language server: editors show what craig check finds, at its lines",
		Long: `Lsp speaks the Language Server Protocol on standard input and output. An editor starts it; docs/editors.md
has settings for VS Code, Neovim and Emacs. When a C file is saved, its functions are looked at as craig check
looks at them, with craig.toml and compile_commands.json of the folder that the editor has open; what has not
changed comes out of the same cache.

Options here are defaults, over which the settings of the editor go: run (save, open or never), timeout,
properties, options (of craig verify), jobs.

Exit status: 0 the editor said shutdown and exit, 1 it went without, 64 usage.`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, args []string) error { return a.lsp(of, defaults) },
	}
	c.Flags().SortFlags = false
	for _, name := range slices.Concat(lspFlags, compileNames()) {
		c.Flags().AddFlag(of.Flags().Lookup(name))
	}
	c.Flags().Bool("stdio", true, "talk on standard input and output, as editors say it; there is nothing else")
	return c
}

func (a *app) lsp(of *cobra.Command, defaults *checkOptions) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	s := &lsp.Server{Version: versionText(), Log: a.err, Open: func(root string, settings lsp.Settings) (lsp.Project, error) {
		return a.openProject(of, *defaults, root, settings)
	}}
	err := s.Serve(ctx, os.Stdin, os.Stdout)
	if err != nil {
		fmt.Fprintln(a.err, "craig:", err)
		a.status = 1
	}
	return nil
}

// lspProject is a folder that an editor has open: files are looked at as by craig check there.
type lspProject struct {
	a    *app
	o    checkOptions
	opts check.Options
	root string
	self string
	// from the file of settings
	flags []string

	once    sync.Once
	guessed []*check.Unit
	stories string // a folder
	mu      sync.Mutex
}

// openProject goes to a folder, if it is one, and reads its settings.
func (a *app) openProject(of *cobra.Command, o checkOptions, root string, settings lsp.Settings) (lsp.Project, error) {
	if root != "" {
		if err := os.Chdir(root); err != nil {
			return nil, err
		}
	}
	o.progress = "none"
	p := &lspProject{a: a, root: root}
	config, err := o.lspSettings(a, of)
	if err != nil {
		return nil, err
	}
	p.flags = config.Compile.Flags
	if settings.Timeout != "" {
		if err := o.timeout.Set(settings.Timeout); err != nil {
			return nil, err
		}
	}
	if len(settings.Properties) > 0 {
		o.properties = settings.Properties
	}
	if len(o.properties) == 0 {
		o.properties = checkProperties
	}
	if props, err := svcomp.ReadProperties(o.properties); err != nil || props.Unsupported != "" {
		return nil, usagef("properties %s: craig decides %s", strings.Join(o.properties, ","), strings.Join(property.Names(), ", "))
	}
	if len(settings.Options) > 0 {
		o.options = settings.Options
	}
	if err := a.withOptions(o.options, config.Compile.Flags); err != nil {
		return nil, err
	}
	if settings.Jobs > 0 {
		o.jobs = settings.Jobs
	}
	p.opts = check.Options{Properties: o.properties, Time: time.Duration(o.timeout), CPU: time.Duration(o.cpuTimeout), Memory: int64(o.memory), Jobs: o.jobs, Rounds: o.rounds, Excludes: o.excludes, Infer: o.infer,
		Asked: slices.Concat(o.properties, o.options)}
	if p.opts.Jobs <= 0 {
		p.opts.Jobs = runtime.NumCPU()
	}
	if p.opts.Confirm, err = choose("confirm", o.confirm, map[string]check.Confirm{"harmless": check.ConfirmHarmless, "never": check.ConfirmNever, "all": check.ConfirmAll}); err != nil {
		return nil, err
	}
	if p.self, err = os.Executable(); err != nil {
		return nil, err
	}
	p.opts.Runner = work.Local{Program: []string{p.self}}
	if p.opts.Cache, err = o.openCache(p.self); err != nil {
		return nil, err
	}
	p.o = o
	p.opts.Commands = &p.o
	return p, nil
}

// lspSettings reads the file of settings of the folder that we are in into o.
func (o *checkOptions) lspSettings(a *app, of *cobra.Command) (*check.Config, error) {
	fresh := &checkOptions{}
	c := a.checkCommandWith(fresh)
	for _, name := range slices.Concat(lspFlags, compileNames()) { // what the command line says
		if f := of.Flags().Lookup(name); f.Changed {
			value := f.Value.String()
			if list, ok := f.Value.(interface{ GetSlice() []string }); ok {
				for _, v := range list.GetSlice() {
					if err := c.Flags().Set(name, v); err != nil {
						return nil, err
					}
				}
				continue
			}
			if err := c.Flags().Set(name, value); err != nil {
				return nil, err
			}
		}
	}
	config, err := fresh.settings(c, []string{"."})
	if err != nil {
		return nil, err
	}
	wall(c.Flags(), &fresh.timeout, fresh.cpuTimeout)
	fresh.progress = "none"
	*o = *fresh
	return config, nil
}

// unit is how a file is compiled: by the database, or with the folders of headers that the project has.
func (p *lspProject) unit(file string) ([]*check.Unit, error) {
	o := p.o
	project, err := o.project(p.a, []string{file})
	if err != nil {
		return nil, err
	}
	units := project.Units
	if len(units) > 0 && len(units[0].Flags) == 0 && o.database == "" && check.FindDatabase(".") == "" && p.walkable() {
		p.once.Do(func() { p.guessed, _, _ = check.Guess(".", o.excludes) }) // a folder that cannot be read has no headers
		units = check.Only(p.guessed, []string{file})
	}
	own := make([]*check.Unit, len(units)) // units of the guess are for other calls too
	for i, u := range units {
		unit := *u
		unit.Flags = append(slices.Clip(u.Flags), p.flags...)
		own[i] = &unit
	}
	return own, nil
}

// walkable says whether the folder is a project, and not somebody's whole disk.
func (p *lspProject) walkable() bool {
	home, _ := os.UserHomeDir()
	return p.root != "" && p.root != home && p.root != filepath.Dir(home) && p.root != filepath.VolumeName(p.root)+string(filepath.Separator)
}

// Functions implements lsp.Project.
func (p *lspProject) Functions(ctx context.Context, file string) ([]cfront.Function, error) {
	units, err := p.unit(file)
	if err != nil {
		return nil, err
	}
	return check.Functions(ctx, units[0], p.opts)
}

// Check implements lsp.Project.
func (p *lspProject) Check(ctx context.Context, file, function string, watch lsp.Watch) (*check.Report, error) {
	units, err := p.unit(file)
	if err != nil {
		return nil, err
	}
	opts := p.opts
	opts.Progress, opts.Told, opts.Together = watch.Progress, watch.OnResult, true
	opts.Ended = func(f *check.Function, findings []*check.Finding) {
		if opts.Infer { // what is not known to be a mistake yet may be a contract
			findings = slices.DeleteFunc(findings, func(g *check.Finding) bool { return !g.Mistake() })
		}
		if p.o.baseline != "" {
			if _, err := (&check.Report{Findings: findings}).Accept(p.o.baseline); err != nil { // it is told in the end
				return
			}
		}
		watch.OnDone(f, findings)
	}
	if function != "" {
		opts.Entries, opts.Retry, opts.Together = []string{function}, true, false
	}
	r, err := check.Run(ctx, units, opts)
	if err == nil && p.o.baseline != "" {
		_, err = r.Accept(p.o.baseline)
	}
	return r, err
}

// Story implements lsp.Project.
func (p *lspProject) Story(g *check.Finding) (string, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stories == "" {
		dir, err := os.MkdirTemp("", "craig-lsp")
		if err != nil {
			return "", err
		}
		p.stories = dir
	}
	name := filepath.Join(p.stories, fmt.Sprintf("%s-%d.txt", g.Property, g.Line))
	f, err := os.Create(name)
	if err != nil {
		return "", err
	}
	return name, errors.Join(report.Steps(f, g.Document), f.Close())
}

// Close implements lsp.Project.
func (p *lspProject) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stories != "" {
		os.RemoveAll(p.stories)
	}
}

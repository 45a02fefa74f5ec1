package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"craig/internal/bench"
	"craig/internal/resultfile"
	"craig/internal/svcomp"
	"craig/internal/tool"
)

func (a *app) toolCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "tool",
		Short: "run another verifier by an adapter, as craig bench does for columns such as '@cbmc --unwind 10'",
		Long: `Tool runs other verifiers, which have to be installed, by adapters: YAML files that say which command to start and how its
verdict reads. NAME is an adapter that craig has, or a file whose name ends with .yml; docs/tools.md describes them.
Exit status: 0 TRUE, 1 FALSE, 2 UNKNOWN, 64 usage, 65 bad input, 74 the tool is not installed, or a file cannot be read.`,
		Example: "  craig tool list\n  craig tool show cbmc > mine.yml\n  craig tool run mine.yml --task a.yml --timeout 60s -- --unwind 10\n" +
			"  craig bench --column 'craig:' --column 'cbmc: @mine.yml --unwind 10' tasks/",
		RunE: func(c *cobra.Command, args []string) error {
			return usagef("tool what? Try craig tool list")
		},
	}
	list := &cobra.Command{
		Use: "list", Short: "the adapters that craig has, and which of their tools are here", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return a.listTools() },
	}
	show := &cobra.Command{
		Use: "show NAME", Short: "print an adapter, to begin one's own with", Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			t, err := loadTool(args[0])
			if err != nil {
				return err
			}
			_, err = a.out.Write(t.Text())
			return err
		},
	}
	c.AddCommand(list, show, a.toolRunCommand())
	return c
}

// loadTool is tool.Load with errors that have exit statuses.
func loadTool(name string) (*tool.Adapter, error) {
	t, err := tool.Load(name)
	if err == nil {
		return t, nil
	}
	if _, known := definitionError(err).(*formatError); known || os.IsNotExist(err) {
		return nil, definitionError(err)
	}
	return nil, usagef("%v", err)
}

func (a *app) listTools() error {
	t := &bench.Table{Header: []string{"name", "tool", "here", "homepage"}, Left: 4}
	for _, name := range tool.Names() {
		adapter, err := tool.Load(name)
		if err != nil {
			return err
		}
		version, err := adapter.AskVersion(context.Background())
		switch {
		case err != nil:
			version = "no"
		case version == "":
			version = "yes"
		}
		t.Rows = append(t.Rows, []string{name, adapter.Name, version, adapter.Homepage})
	}
	t.Text(a.out)
	return nil
}

// toolOptions are the options of craig tool run.
type toolOptions struct {
	task, property, json string
	timeout              positiveDuration
	memory               byteSize
}

func (a *app) toolRunCommand() *cobra.Command {
	o := &toolOptions{}
	c := &cobra.Command{
		Use: "run NAME --task FILE.yml [-- OPTIONS]", Short: "run a tool on a task", Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error { return a.runTool(o, args[0], args[1:]) },
	}
	f := c.Flags()
	f.SortFlags = false
	f.StringVar(&o.task, "task", "", "the SV-COMP task definition `FILE.yml`")
	f.StringVar(&o.property, "property", "", "the property file `FILE.prp`; default: the first one of the task")
	f.Var(&o.timeout, "timeout", "end the tool after `DURATION`, such as 60s, or none")
	f.Var(&o.memory, "memory", "end the tool when its processes have more than `SIZE` together, such as 4GiB")
	f.StringVar(&o.json, "json", "", "write the answer as a result file to `FILE`; - is standard output")
	return c
}

func (a *app) runTool(o *toolOptions, name string, options []string) error {
	adapter, err := loadTool(name)
	if err != nil {
		return err
	}
	if o.task == "" {
		return usagef("tool run wants --task FILE.yml")
	}
	d, err := svcomp.ReadDefinition(o.task)
	if err != nil {
		return definitionError(err)
	}
	if o.property == "" && len(d.Properties) > 0 {
		o.property = d.Properties[0].File
	}
	for _, file := range append(slices.Clone(d.Files), o.property) {
		if file != "" {
			if err := readable(file); err != nil {
				return err
			}
		}
	}
	if err := distinct(append(slices.Clone(d.Files), o.task, o.property), named{"json", o.json}); err != nil {
		return err
	}
	out, err := openOutput(o.json, a.out)
	if err != nil {
		return err
	}
	defer out.discard()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	r, err := adapter.Run(ctx, tool.Task{Files: d.Files, Property: o.property, ILP32: d.ILP32}, tool.Limits{Time: time.Duration(o.timeout), Memory: int64(o.memory)}, options)
	if err != nil {
		return &os.PathError{Op: "run", Path: adapter.Name, Err: err}
	}
	doc := &resultfile.Document{Schema: resultfile.Schema, Craig: versionText(), Engine: adapter.Name, By: adapter.Name, Files: []resultfile.File{},
		Verdict: r.Verdict, Property: r.Property, Reason: r.Reason, Detail: r.Detail}
	if err := out.write(func(w io.Writer) error { return json.NewEncoder(w).Encode(doc) }); err != nil {
		return err
	}
	if !out.stdout {
		fmt.Fprintln(a.out, doc.Line())
		if r.Detail != "" {
			fmt.Fprintln(a.err, r.Detail)
		}
	}
	a.status = map[string]int{"TRUE": exitTrue, "FALSE": exitFalse, "UNKNOWN": exitUnknown}[r.Verdict]
	return nil
}

// askTools finds the versions of the tools of columns, by their adapters. A tool that is not here is an error, unless others
// run the tasks.
func (a *app) askTools(columns []bench.Column, elsewhere bool) (versions map[string]string, err error) {
	versions = map[string]string{}
	for _, c := range columns {
		name, _ := c.Tool()
		if name == "" {
			continue
		}
		adapter, err := loadTool(name)
		if err != nil {
			return nil, err
		}
		version, err := adapter.AskVersion(context.Background())
		switch {
		case err != nil && !elsewhere:
			return nil, usagef("--column %s: %v", c.Name, err)
		case err != nil:
			version = "of the workers"
		}
		versions[name] = strings.TrimSpace(adapter.Name + " " + version)
	}
	return versions, nil
}

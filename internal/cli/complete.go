package cli

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"craig/internal/program/c/cfront"
	"craig/internal/property"
	"craig/internal/report"
)

// complete has the shell complete the values of a command's options, and of those of the commands below it: words that the help
// lists, such as undefined|wrap|check, names of properties, and functions of the files on the command line.
func complete(c *cobra.Command) {
	for _, sub := range c.Commands() {
		complete(sub)
	}
	c.Flags().VisitAll(func(f *pflag.Flag) {
		var values cobra.CompletionFunc
		switch kind, _ := pflag.UnquoteUsage(f); {
		case strings.Contains(kind, "|"):
			values = func(_ *cobra.Command, _ []string, begun string) ([]string, cobra.ShellCompDirective) {
				return fitting(strings.Split(kind, "|"), "", begun), cobra.ShellCompDirectiveNoFileComp
			}
		case f.Name == "property":
			values = completeProperties
		case slices.Contains([]string{"entry", "error-function", "remove-function-body", "isr", "isr-off", "isr-on"}, f.Name):
			values = completeFunctions
		default:
			return
		}
		// The error says that the flag does not exist or is registered twice: neither can be.
		_ = c.RegisterFlagCompletionFunc(f.Name, values)
	})
}

// completeProperties completes the last of some names of properties. Where none fits, a file may be meant.
func completeProperties(_ *cobra.Command, _ []string, begun string) ([]string, cobra.ShellCompDirective) {
	before := begun[:strings.LastIndex(begun, ",")+1]
	names := slices.Concat(property.Names(), []string{"valid-memsafety"})
	if before == "" {
		names = append(names, report.UnreachableCode)
	}
	list := fitting(names, before, begun)
	if len(list) == 0 {
		return nil, cobra.ShellCompDirectiveDefault
	}
	return list, cobra.ShellCompDirectiveNoFileComp
}

// completionTime is how long reading files for a completion may take.
const completionTime = 3 * time.Second

// completeFunctions completes the last of some names of functions of the files that the command line has so far. Nothing is
// said of files that cannot be read.
func completeFunctions(c *cobra.Command, files []string, begun string) ([]string, cobra.ShellCompDirective) {
	ctx, cancel := context.WithTimeout(context.Background(), completionTime)
	defer cancel()
	var names []string
	for _, file := range files {
		if isFolder(file) || readable(file) != nil || isPipe(file) {
			continue
		}
		list, err := cfront.Functions(ctx, completionOptions(c.Flags()), new(cfront.Files), file)
		if err != nil {
			continue
		}
		for _, f := range list {
			if !strings.HasPrefix(f.Name, "__") && !slices.Contains(names, f.Name) {
				names = append(names, f.Name)
			}
		}
	}
	slices.Sort(names)
	return fitting(names, begun[:strings.LastIndex(begun, ",")+1], begun), cobra.ShellCompDirectiveNoFileComp
}

// completionOptions are those options of a command line that say how a compiler would read its files.
func completionOptions(f *pflag.FlagSet) (o cfront.Options) {
	o.Include, _ = f.GetStringArray("include-dir") // the error says that the command has no such option
	o.ForceInclude, _ = f.GetStringArray("include")
	machine, _ := f.GetString("machine")
	o.ILP32 = machine == "32"
	for name, to := range map[string]*[]string{"define": &o.Define, "undefine": &o.Undefine} {
		if option := f.Lookup(name); option != nil {
			if m, ok := option.Value.(macroFlag); ok {
				*to = m.GetSlice()
			}
		}
	}
	return o
}

// fitting are the names, with what is before them, that begin as a text does.
func fitting(names []string, before, begun string) (list []string) {
	for _, name := range names {
		if strings.HasPrefix(before+name, begun) {
			list = append(list, before+name)
		}
	}
	return list
}

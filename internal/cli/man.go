package cli

import (
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"craig/internal/cli/manual"
)

// manCommand writes manual pages, and docs/options.md. They are made here and not by cobra's generator, which needs a Markdown library that
// nobody keeps any more.
func (a *app) manCommand() *cobra.Command {
	format := ""
	c := &cobra.Command{
		Use:   "man DIR",
		Short: "write manual pages, one for each command, to a folder",
		Long: `Man writes craig.1, craig-verify.1 and so on to the folder DIR, which is made if it is not there.
Put them where man looks, such as ~/.local/share/man/man1. With --format markdown it writes one page,
options.md. Completion for shells is written by craig completion bash|zsh|fish|powershell.`,
		Example: "  craig man ~/.local/share/man/man1\n  man craig-check",
		Args: func(c *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usagef("one folder is wanted: craig man DIR")
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			markdown, err := choose("format", format, map[string]bool{"roff": false, "markdown": true})
			if err != nil {
				return err
			}
			if err := os.MkdirAll(args[0], 0o777); err != nil {
				return err
			}
			if markdown {
				reading := pflag.NewFlagSet("C", pflag.ContinueOnError)
				reading.SortFlags = false
				new(cOptions).flags(reading)
				return os.WriteFile(filepath.Join(args[0], "options.md"), []byte(manual.Options(c.Root(), reading)), 0o666)
			}
			return manual.WritePages(c.Root(), args[0], versionText())
		},
	}
	c.Flags().StringVar(&format, "format", "roff", "a page for man of each command, or one page in Markdown: `roff|markdown`")
	return c
}

package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// version of the command; a release sets it when linking.
var version = "devel"

// versionText names the version, the commit it was built from where known, and the Go release.
func versionText() string {
	text := "craig " + version
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" && len(s.Value) >= 12 {
				text += " " + s.Value[:12]
			}
		}
	}
	return text + " " + runtime.Version()
}

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "print the version",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			fmt.Fprintln(a.out, versionText())
			return nil
		},
	}
}

// Package git asks the program git about a repository.
package git

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
)

// Root is the top folder of the repository that a folder is in.
func Root(ctx context.Context, dir string) (string, error) {
	var out bytes.Buffer
	err := run(ctx, dir, &out, "rev-parse", "--show-toplevel")
	return strings.TrimSpace(out.String()), err
}

// Known is an error if there is no such revision.
func Known(ctx context.Context, dir, rev string) error {
	if err := run(ctx, dir, io.Discard, "rev-parse", "--verify", "--quiet", "--end-of-options", rev+"^{commit}"); err != nil {
		if _, err := Root(ctx, dir); err != nil {
			return err
		}
		return fmt.Errorf("git knows no revision %s", rev)
	}
	return nil
}

// Archive writes the files of a repository at a revision that is known as a tar archive.
func Archive(ctx context.Context, root, rev string, w io.Writer) error {
	return run(ctx, root, w, "archive", "--format=tar", rev)
}

// Changed are the files of the repository that are not what they were at a revision, from a folder in it on.
func Changed(ctx context.Context, dir, rev string) ([]string, error) {
	if err := Known(ctx, dir, rev); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err := run(ctx, dir, &out, "diff", "--name-only", "--relative", "-z", "--diff-filter=M", rev)
	list := strings.Split(out.String(), "\x00")
	return list[:len(list)-1], err
}

// run runs git in a folder. The error is what git says, if it says something.
func run(ctx context.Context, dir string, out io.Writer, args ...string) error {
	cmd := exec.CommandContext(ctx, "git", append([]string{"-C", dir}, args...)...)
	var errs strings.Builder
	cmd.Stdout, cmd.Stderr = out, &errs
	if err := cmd.Run(); err != nil {
		if text := strings.TrimSpace(errs.String()); text != "" {
			return errors.New(text)
		}
		return err
	}
	return nil
}

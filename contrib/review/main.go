// Review writes the findings of a SARIF file of craig into a pull request on GitHub: comments at changed lines, and a summary. It is what the action
// of this repository runs; see docs/check.md.
//
//	go run ./contrib/review -sarif craig.sarif -summary summary.md             in a workflow
//	go run ./contrib/review -sarif craig.sarif -diff change.diff -plan -       writes what would be posted as JSON, without a network
//
// In a workflow it reads GITHUB_TOKEN, GITHUB_REPOSITORY, GITHUB_EVENT_PATH, GITHUB_API_URL and GITHUB_STEP_SUMMARY. Exit status: 0 done, or findings are annotations
// since comments may not be written; 64 usage, 65 bad input, 74 a file or GitHub cannot be read or written.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"craig/internal/bounded"
	"craig/internal/review/comments"
)

func main() { os.Exit(run(os.Args[1:], os.Getenv, os.Stdout, os.Stderr)) }

// Exit statuses, as those of craig.
const (
	usage    = 64
	badInput = 65
	ioError  = 74
)

// mostStepSummary is what GitHub takes of a summary of a step, in bytes.
const mostStepSummary = 1 << 20

func run(args []string, env func(string) string, out, errs io.Writer) int {
	f := flag.NewFlagSet("review", flag.ContinueOnError)
	f.SetOutput(errs)
	sarif := f.String("sarif", "", "the `FILE` with the findings, as craig check writes it")
	summary := f.String("summary", "", "the `FILE` with the summary, as craig check writes it")
	diff := f.String("diff", "", "the `FILE` that git diff has written; default: GitHub is asked what is changed")
	plan := f.String("plan", "", "write what would be posted to `FILE`, and post nothing; - is standard output")
	author := f.String("author", "github-actions[bot]", "the `LOGIN` whose comments are changed; that of the token")
	most := f.Int("most", 20, "write at most `N` new comments; the rest is in the summary")
	if err := f.Parse(args); err != nil {
		return usage
	}
	fail := func(status int, format string, args ...any) int {
		fmt.Fprintf(errs, "review: "+format+"\n", args...)
		return status
	}
	if f.NArg() > 0 || *sarif == "" || *most < 0 || *plan != "" && *diff == "" {
		return fail(usage, "want -sarif FILE, and with -plan also -diff FILE; see go doc ./contrib/review")
	}
	in := comments.Input{Author: *author, Most: *most, Source: source}
	text, err := bounded.ReadFile(*sarif, bounded.Large)
	if err != nil {
		return fail(ioError, "%v", err)
	}
	if in.Findings, err = comments.ReadSARIF(strings.NewReader(string(text))); err != nil {
		return fail(badInput, "%s: %v", *sarif, err)
	}
	if *summary != "" {
		text, err := bounded.ReadFile(*summary, bounded.Large)
		if err != nil {
			return fail(ioError, "%v", err)
		}
		in.Summary = string(text)
	}
	if *diff != "" {
		file, err := os.Open(*diff)
		if err != nil {
			return fail(ioError, "%v", err)
		}
		defer file.Close()
		if in.Diff, err = comments.ReadDiff(file); err != nil {
			return fail(badInput, "%s: %v", *diff, err)
		}
	}
	if *plan != "" {
		return write(*plan, comments.Make(in), out, fail)
	}
	if name := env("GITHUB_STEP_SUMMARY"); name != "" {
		if err := appendTo(name, comments.SummaryOf(in.Summary, in.Findings, mostStepSummary/4)); err != nil {
			return fail(ioError, "%v", err)
		}
	}
	number, commit, err := pull(env("GITHUB_EVENT_PATH"))
	if err != nil {
		return fail(badInput, "%v", err)
	}
	if number == 0 {
		for _, c := range comments.Annotations(in.Findings) {
			fmt.Fprintln(out, c)
		}
		fmt.Fprintln(out, "craig: this is no pull request, so that findings are annotations")
		return 0
	}
	in.Commit = commit
	api := &comments.API{Base: env("GITHUB_API_URL"), Token: env("GITHUB_TOKEN"), Repo: env("GITHUB_REPOSITORY"), Number: number}
	if api.Base == "" {
		api.Base = "https://api.github.com"
	}
	if strings.Count(api.Repo, "/") != 1 {
		return fail(usage, "GITHUB_REPOSITORY is %q, and not OWNER/NAME", api.Repo)
	}
	if _, err := comments.Run(context.Background(), api, in, out); err != nil {
		return fail(ioError, "%v", err)
	}
	return 0
}

// write writes a plan as JSON.
func write(name string, p comments.Plan, out io.Writer, fail func(int, string, ...any) int) int {
	text, err := json.MarshalIndent(p, "", "  ")
	if err == nil && name == "-" {
		_, err = fmt.Fprintln(out, string(text))
	} else if err == nil {
		err = os.WriteFile(name, append(text, '\n'), 0o666)
	}
	if err != nil {
		return fail(ioError, "%v", err)
	}
	return 0
}

// appendTo adds text to a file.
func appendTo(name, text string) error {
	file, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	if _, err := file.WriteString(text + "\n"); err != nil {
		file.Close()
		return err
	}
	return file.Close()
}

// pull is the number of the pull request that an event is about, and its commit; 0 if it is about none.
func pull(event string) (number int, commit string, err error) {
	if event == "" {
		return 0, "", nil
	}
	text, err := bounded.ReadFile(event, bounded.Large)
	if err != nil {
		return 0, "", err
	}
	var e struct {
		PullRequest struct {
			Number int
			Head   struct{ SHA string }
		} `json:"pull_request"`
	}
	if err := json.Unmarshal(text, &e); err != nil {
		return 0, "", fmt.Errorf("%s: %w", event, err)
	}
	return e.PullRequest.Number, e.PullRequest.Head.SHA, nil
}

// source is a line of a file below the working directory, with its end; "" if there is none.
func source(file string, line int) string {
	root, err := os.OpenRoot(".")
	if err != nil {
		return ""
	}
	defer root.Close()
	f, err := root.Open(file)
	if err != nil {
		return ""
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, 16<<20))
	if err != nil {
		return ""
	}
	for l := range strings.Lines(string(text)) {
		if line--; line == 0 {
			return l
		}
	}
	return ""
}

package comments

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"

	"craig/internal/review/markdown"
)

// Run brings the comments and the summary of a pull request up to date. Where it may not write, which is so for pull requests from forks, it says so in log, and findings are
// annotations there; they are also if GitHub fails, which is an error. The plan is what was to be done.
func Run(ctx context.Context, a *API, in Input, log io.Writer) (Plan, error) {
	err := read(ctx, a, &in)
	p := Make(in)
	if err == nil {
		err = write(ctx, a, in, &p)
	}
	if err == nil {
		return p, nil
	}
	said := "which may be so for this run alone"
	if forbidden(err) {
		said = "the workflow needs permissions: pull-requests: write, which pull requests from forks do not get"
	}
	fmt.Fprintf(log, "craig: comments cannot be written, so that findings are annotations (%s): %s\n", said, strings.Join(strings.Fields(err.Error()), " "))
	for _, c := range Annotations(in.Findings) {
		fmt.Fprintln(log, c)
	}
	if forbidden(err) {
		return p, nil
	}
	return p, err
}

// read reads the comments that are there, and what is changed, if that is not known.
func read(ctx context.Context, a *API, in *Input) (err error) {
	if in.Diff == nil {
		if in.Diff, err = a.diff(ctx); err != nil {
			return err
		}
	}
	in.There, err = a.comments(ctx, fmt.Sprintf("/pulls/%d/comments", a.Number))
	return err
}

// write does what a plan says. If GitHub does not take the review since one of its lines is not one that it shows, each comment is tried by itself, and those that it
// does not take are in the summary.
func write(ctx context.Context, a *API, in Input, p *Plan) error {
	if p.Review != nil {
		err := a.call(ctx, http.MethodPost, fmt.Sprintf("/pulls/%d/reviews", a.Number), p.Review, nil)
		if invalid(err) {
			err = oneByOne(ctx, a, in, p)
		}
		if err != nil {
			return err
		}
	}
	for _, u := range p.Updates {
		if err := a.call(ctx, http.MethodPatch, fmt.Sprintf("/pulls/comments/%d", u.ID), map[string]string{"body": u.Body}, nil); err != nil {
			return err
		}
	}
	return summary(ctx, a, in, p)
}

// oneByOne writes the comments of a review that was not taken.
func oneByOne(ctx context.Context, a *API, in Input, p *Plan) error {
	for _, c := range p.Review.Comments {
		one := struct {
			Commit string `json:"commit_id"`
			NewComment
		}{in.Commit, c}
		err := a.call(ctx, http.MethodPost, fmt.Sprintf("/pulls/%d/comments", a.Number), one, nil)
		if invalid(err) {
			name := mark.FindStringSubmatch(c.Body)[1]
			i := slices.IndexFunc(in.Findings, func(f Finding) bool { return f.Name == name })
			p.Elsewhere = append(p.Elsewhere, in.Findings[i])
			continue
		}
		if err != nil {
			return err
		}
	}
	p.Summary = SummaryOf(in.Summary, p.Elsewhere, markdown.Most)
	return nil
}

// summary writes the summary as a comment of the pull request, or into the one that has it.
func summary(ctx context.Context, a *API, in Input, p *Plan) error {
	there, err := a.comments(ctx, fmt.Sprintf("/issues/%d/comments", a.Number))
	if err != nil {
		return err
	}
	body := map[string]string{"body": p.Summary}
	for _, c := range there {
		if c.Author != in.Author || !strings.HasSuffix(strings.TrimSpace(c.Body), strings.TrimSpace(summaryMark)) {
			continue
		}
		if strings.TrimSpace(c.Body) == strings.TrimSpace(p.Summary) {
			return nil
		}
		return a.call(ctx, http.MethodPatch, fmt.Sprintf("/issues/comments/%d", c.ID), body, nil)
	}
	return a.call(ctx, http.MethodPost, fmt.Sprintf("/issues/%d/comments", a.Number), body, nil)
}

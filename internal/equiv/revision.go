package equiv

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"craig/internal/check"
	"craig/internal/evidence/verdict"
	"craig/internal/git"
	"craig/internal/program/c/cfront"
)

// Since are the functions of files, or of all C files that are changed if there are none, that are not what they were at a revision of the repository in the
// working directory. A file may be FILE:FUNCTION. Of a file that cannot be read there is one pair, without a function if none is named, which Decide cannot
// read either. The revision has to be removed.
func Since(ctx context.Context, rev string, files []string, opts cfront.Options) (r *check.Revision, sides [][2]cfront.Side, err error) {
	if len(files) == 0 {
		if files, err = git.Changed(ctx, ".", rev); err != nil {
			return nil, nil, err
		}
	}
	if r, err = check.Checkout(ctx, ".", rev); err != nil {
		return nil, nil, err
	}
	opts.Include = Folders(r, opts.Include)
	for _, file := range files {
		file, function := Split(file)
		if filepath.Ext(file) != ".c" {
			continue
		}
		was := r.Path(file)
		old, err := cfront.Functions(ctx, opts, cfront.NewFiles(nil), was)
		if mistake := (*cfront.Error)(nil); errors.As(err, &mistake) && mistake.IO != nil {
			continue // it was not there
		}
		var now []cfront.Function
		if err == nil {
			now, err = cfront.Functions(ctx, opts, cfront.NewFiles(nil), file)
		}
		if ctx.Err() != nil {
			return r, nil, ctx.Err()
		}
		if err != nil {
			sides = append(sides, [2]cfront.Side{{File: was, Function: function}, {File: file, Function: function}})
			continue
		}
		keys := map[string]string{}
		for _, f := range old {
			keys[f.Name] = f.Key
		}
		for _, f := range now {
			if f.Pos.File != file || function != "" && f.Name != function || keys[f.Name] == "" || keys[f.Name] == f.Key || f.Name == "main" {
				continue
			}
			sides = append(sides, [2]cfront.Side{{File: was, Function: f.Name}, {File: file, Function: f.Name}})
		}
	}
	return r, sides, nil
}

// Folders are those in which headers are looked for, and behind them the same ones of a revision, which may have headers that have moved since.
func Folders(r *check.Revision, list []string) []string {
	list = slices.Clip(list)
	for _, folder := range list {
		if !filepath.IsAbs(folder) {
			list = append(list, r.Path(folder))
		}
	}
	return list
}

// Unread is the answer on functions that cannot be read.
func Unread(err error) *Answer {
	why := err.Error()
	if mistake := (*cfront.Error)(nil); errors.As(err, &mistake) && strings.HasPrefix(mistake.Msg, "include file not found") {
		why += "; name its folder with -I; if the build makes it, build first"
	}
	return &Answer{Verdict: verdict.Unknown, Why: why}
}

// Split takes FILE:FUNCTION apart; the function may be missing.
func Split(arg string) (file, function string) {
	if i := strings.LastIndexByte(arg, ':'); i > 0 && !strings.ContainsAny(arg[i+1:], `/\.`) {
		return arg[:i], arg[i+1:]
	}
	return arg, ""
}

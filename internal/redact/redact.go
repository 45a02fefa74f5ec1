// Package redact hides the secrets that command lines and URLs have, before they are kept or shown.
package redact

import (
	"errors"
	"slices"
	"strings"

	"craig/internal/pattern"
)

// hidden is what a secret is replaced by.
const hidden = "…"

// userInfo matches the token, or the user and the password, of a URL. Where a password has characters that URLs do not allow, it ends
// at the last @.
var userInfo = pattern.New(`([A-Za-z][A-Za-z0-9+.-]*://)[^\s,'"]*@`)

// bare matches the same in what may be a URL without a scheme.
var bare = pattern.New(`(^|,)[^\s,'"/]+@`)

// Text is a text without the tokens, users and passwords of the URLs in it.
func Text(s string) string { return userInfo.ReplaceAllString(s, "${1}"+hidden+"@") }

// urlOptions are the options whose values are URLs, which need no scheme.
var urlOptions = []string{"--queue"}

// CommandLine is the words of a command line, with blanks between them, without the secrets in URLs.
func CommandLine(words []string) string {
	list := slices.Clone(words)
	for i, w := range list {
		name, value, joined := strings.Cut(w, "=")
		switch {
		case joined && slices.Contains(urlOptions, name):
			list[i] = name + "=" + URL(value)
		case i > 0 && slices.Contains(urlOptions, words[i-1]):
			list[i] = URL(w)
		default:
			list[i] = Text(w)
		}
	}
	return strings.Join(list, " ")
}

// URL is a URL, or several with commas between them, without tokens, users and passwords. It needs no scheme.
func URL(s string) string { return bare.ReplaceAllString(Text(s), "${1}"+hidden+"@") }

// Error is an error with the text of err, without the secrets of URLs in it; nil if err is.
func Error(err error) error {
	if err == nil || Text(err.Error()) == err.Error() {
		return err
	}
	return &hiding{err}
}

type hiding struct{ err error }

func (h *hiding) Error() string        { return Text(h.err.Error()) }
func (h *hiding) Is(target error) bool { return errors.Is(h.err, target) }

package pp_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"craig/internal/program/c/pp"
)

const cpuLimit = time.Minute

// token matches a preprocessing token, by other means than the package has.
var token = regexp.MustCompile(`^(?:(?:u8|[LuU])?R"[^\n]*"|(?:(?:u8|[LuU])?"(?:[^"\\\n]|\\.)*"|[LuU]?'(?:[^'\\\n]|\\.)*')|\.?[0-9](?:[eEpP][+-]|[\w.$]|[^\x00-\x7f]|\\u[0-9a-fA-F]{4}|\\U[0-9a-fA-F]{8})*|(?:[A-Za-z_$]|[^\x00-\x7f]|\\u[0-9a-fA-F]{4}|\\U[0-9a-fA-F]{8})(?:[\w$]|[^\x00-\x7f]|\\u[0-9a-fA-F]{4}|\\U[0-9a-fA-F]{8})*|%:%:|\.\.\.|<<=|>>=|->|\+\+|--|<<|>>|[<>=!]=|&&|\|\||[-+*/%&^|]=|##|<:|:>|<%|%>|%:|(?s).)`)

// streams divides preprocessed text: its tokens, and its pragmas, a line each. gcc -E prints a pragma from an operator as soon as
// it meets it, so that the two come in another order where that is in an argument.
func streams(text string) (tokens, pragmas []string) {
	for _, line := range strings.Split(text, "\n") {
		t := strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(t, "#pragma"):
			pragmas = append(pragmas, strings.Join(strings.Fields(strings.Join(split(t), " ")), " "))
		case strings.HasPrefix(t, "# ") || strings.HasPrefix(t, "#ident") || t == "":
		default:
			tokens = append(tokens, split(line)...)
		}
	}
	return tokens, pragmas
}

func split(line string) (list []string) {
	for {
		line = strings.TrimLeft(line, " \t\r\f\v\x00")
		if line == "" {
			return list
		}
		m := token.FindString(line)
		list = append(list, m)
		line = line[len(m):]
	}
}

// compare reports where gcc and the package differ on a file; it says whether gcc takes the file.
func (g *gcc) compare(t *testing.T, file string, include ...pp.Dir) bool {
	t.Helper()
	var flags []string
	for _, d := range include {
		flags = append(flags, "-I"+d.Path)
	}
	want, ok := g.preprocess(t, file, flags...)
	if !ok {
		return false
	}
	got, err := g.ours(file, include...)
	if err != nil {
		t.Errorf("%s: %v", file, err)
		return true
	}
	if d := difference(string(want), string(got)); d != "" {
		t.Errorf("%s: %s", file, d)
	}
	return true
}

// difference says where two preprocessed texts differ; "" if they do not.
func difference(want, got string) string {
	w, wp := streams(want)
	g, gp := streams(got)
	if d := differ("token", w, g); d != "" {
		return d
	}
	return differ("pragma", wp, gp)
}

func differ(what string, w, g []string) string {
	for i := range max(len(w), len(g)) {
		if i < len(w) && i < len(g) && w[i] == g[i] {
			continue
		}
		around := func(list []string) string {
			return strings.Join(list[min(len(list), max(0, i-8)):min(len(list), i+8)], " ")
		}
		return fmt.Sprintf("%s %d of %d and %d:\n\twant … %s …\n\tgot  … %s …", what, i, len(w), len(g), around(w), around(g))
	}
	return ""
}

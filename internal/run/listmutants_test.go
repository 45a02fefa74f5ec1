package run

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/testenv"
)

// listMutants are programs of testdata/lives with one mistake each, after which some execution uses memory wrongly: a null
// check that is missing, a block that is used or freed after it was freed, a link that is not set, or a step too far.
var listMutants = []struct{ file, old, new string }{
	{"hash", "*at = e->next;\n", ""},                            // the link leads to what is freed
	{"hash", "return;\n\t\t}", "}"},                             // goes on from what is freed
	{"hash", "while (*at) {", "for (;;) {"},                     // no end
	{"hash", "e->next = table[key & 1];", ""},                   // never set
	{"hash", "table[i] = e->next;\n\t\t\tfree(e);", "free(e);"}, // is freed again
	{"hash", "table[i] = e->next;\n\t\t\tfree(e);", "free(e);\n\t\t\ttable[i] = e->next;"},
	{"hash", "*at = e->next;\n\t\t\tfree(e);", "*at = e->next;\n\t\t\tfree(e); free(e);"},
	{"hash", "= table[key & 1];\n\ttable[key & 1] = e", "= table[key & 1];\n\ttable[0] = table[1] = e"}, // in two chains
	{"hash", "&table[key & 1]", "&table[key & 3]"},
	{"hash", "i < 2", "i <= 2"},
	{"buckets", "*at && (*at)->key", "(*at)->key"},
	{"buckets", "w->next = 0;\n", ""},
	{"buckets", "*at = w->next;\n", ""},
	{"buckets", "*at = w->next;\n\t\t\tfree(w);", "free(w);\n\t\t\t*at = w->next;"},
	{"buckets", "*at = w->next;\n\t\t\tfree(w);", "free(*at);\n\t\t\t*at = 0; free(w->next);"},
	{"buckets", "key % 100];", "key % 101];"},
	{"erase", "n->left = n->right = 0;", "n->left = 0;"},
	{"erase", "*at = n->right;\n", ""},
	{"erase", "*at = n->left;\n", "*at = n;\n"},
	{"erase", "*low = m->right;\n", ""},
	{"erase", "*low = m->right;\n", "*low = m->left;\n\t\t\tif (m->right) n->left = m->right;\n\t\t\tn->right = m;\n"},
	{"erase", "} else if (!n->right) {", "} else if (n->v) {"},
	{"erase", "free(m);", "free(n);"},
	{"erase", "*at && (*at)->v", "(*at)->v"},
	{"erase", "while ((*low)->left)", "while (*low)"},
	{"treedrop", "n->left = n->right = 0;", "n->left = 0;"},
	{"treedrop", "above->left = n->right;", "above->right = n->right;"},
	{"treedrop", "root = n->right;", "root = n->left ? n->left : n;"},
	{"treedrop", "if (!n)\n\t\treturn;", ""},
}

// TestListMutants: nothing that is wrong is proved by facts about blocks, within the time that the proofs of the
// programs that are right take many times.
func TestListMutants(t *testing.T) {
	testenv.NeedsLong(t)
	limit, list := 300*time.Millisecond, listMutants[:2]
	if *listsAll {
		limit, list = 10*time.Second, listMutants
	}
	for _, m := range list {
		text, err := os.ReadFile("../../testdata/lives/" + m.file + ".c")
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), m.old) {
			t.Fatalf("%s has no %q", m.file, m.old)
		}
		file := filepath.Join(t.TempDir(), m.file+".c")
		if err := os.WriteFile(file, []byte(strings.Replace(string(text), m.old, m.new, 1)), 0o666); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), limit)
		res, err := byLists(t, ctx, file, []string{"valid-deref", "valid-free"})
		cancel()
		if res.Verdict != verdict.Unknown && err == nil {
			t.Errorf("%s with %q for %q: %v", m.file, m.new, m.old, res.Verdict)
		}
		if *listsAll {
			ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
			res, err := Verify(ctx, prepare.New(cfront.Options{Properties: memsafety[:2]}, nil, file), Options{})
			cancel()
			if err != nil || res.Verdict != verdict.False {
				t.Errorf("%s with %q for %q: %v %v", m.file, m.new, m.old, res.Verdict, err)
			}
		}
	}
}

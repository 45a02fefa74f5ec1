package run

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"craig/internal/evidence/verdict"
	"craig/internal/testenv"
)

// listValues are programs that read what is in the blocks of lists and trees of any size. Each of the members that they set
// is set before it is read.
var listValues = map[string]string{
	"stack": `extern void *malloc(unsigned long); extern int in(void);
struct node { struct node *next; int v; };
int main(void)
{
	struct node *list = 0;
	while (in()) {
		struct node *n = malloc(sizeof *n);
		n->v = in();
		n->next = list;
		list = n;
	}
	int sum = 0;
	for (struct node *n = list; n; n = n->next)
		sum ^= n->v;
	return sum;
}`,
	"queue": `extern void *malloc(unsigned long); extern int in(void);
struct job { char kind; long size; struct job *next; };
int main(void)
{
	struct job *first = 0, *last = 0;
	int all = 0;
	while (in())
		if (in()) {
			struct job *j = malloc(sizeof *j);
			j->kind = in();
			j->size = 3;
			j->next = 0;
			if (last)
				last->next = j;
			else
				first = j;
			last = j;
		} else if (first) {
			struct job *j = first;
			first = j->next;
			if (!first)
				last = 0;
			if (j->kind == 'a' && j->size > 0)
				all = 1;
		}
	return all;
}`,
	"tree": `extern void *malloc(unsigned long); extern int in(void);
struct tree { struct tree *left, *right; int v; };
static struct tree *root;
int main(void)
{
	while (in()) {
		int v = in();
		struct tree **at = &root, *n;
		while (*at && (*at)->v != v)
			at = v < (*at)->v ? &(*at)->left : &(*at)->right;
		if (*at)
			continue;
		n = malloc(sizeof *n);
		n->v = v;
		n->left = n->right = 0;
		*at = n;
	}
	return 0;
}`,
}

// TestListsOfValues: facts about blocks prove that no member is read before it is set, whatever their number; and not if
// a member is left out.
func TestListsOfValues(t *testing.T) {
	testenv.NeedsLong(t)
	try := func(text string, limit time.Duration) (*verdict.Result, error) {
		file := filepath.Join(t.TempDir(), "list.c")
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), limit)
		defer cancel()
		return byLists(t, ctx, file, []string{"uninit"})
	}
	for name, text := range listValues {
		if name != "stack" && !*listsAll {
			continue
		}
		if res, err := try(text, 2*time.Minute); res.Verdict != verdict.True || err != nil {
			t.Errorf("%s: %v %s %v", name, res.Verdict, res.Detail, err)
		}
	}
	for _, m := range []struct{ program, old, new string }{
		{"stack", "n->v = in();", ""},
		{"stack", "n->v = in();", "*(char *)&n->v = 1;"},
		{"stack", "n->next = list;", ""},
		{"stack", "n->v = in();", "if (in()) n->v = 1;"},
		{"queue", "j->kind = in();", ""},
		{"queue", "j->size = 3;", ""},
		{"queue", "j->next = 0;", ""},
		{"queue", "j->size = 3;", "*(int *)&j->size = 3;"},
		{"tree", "n->v = v;", ""},
		{"tree", "n->left = n->right = 0;", "n->left = 0;"},
	} {
		text := strings.Replace(listValues[m.program], m.old, m.new, 1)
		if text == listValues[m.program] {
			t.Fatalf("%s has no %q", m.program, m.old)
		}
		limit := 100 * time.Millisecond
		if *listsAll {
			limit = 10 * time.Second
		} else if m.program != "stack" {
			continue
		}
		if res, err := try(text, limit); res.Verdict != verdict.Unknown && err == nil {
			t.Errorf("%s with %q for %q: %v", m.program, m.new, m.old, res.Verdict)
		}
	}
}

package report

import (
	"strings"
	"testing"

	"craig/internal/program/c/cfront"
	"craig/internal/resultfile"
)

const racing = `#include <pthread.h>
#include <threads.h>
int x;
pthread_mutex_t m[2], k = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t rw;
mtx_t mt;
static void set(int *p) {
	*p = 1;
}
static void *f(void *p) {
	pthread_mutex_lock(&m[1]);
	pthread_rwlock_rdlock(&rw);
	pthread_mutex_lock(&k);
	pthread_mutex_unlock(&k);
	set(&x);
	pthread_rwlock_unlock(&rw);
	pthread_mutex_unlock(&m[1]);
	return 0;
}
static void *g(void *p) {
	mtx_lock(&mt);
	if (pthread_mutex_trylock(&k) == 0)
		x = 2;
	return 0;
}
int main(void) {
	pthread_t a, b;
	mtx_init(&mt, mtx_plain);
	pthread_create(&a, 0, f, 0);
	pthread_create(&b, 0, g, 0);
	return 0;
}
`

// TestRace: of a data race both accesses are told, with how their threads have come there and which locks they hold; the lines of threads stand side by
// side, in the terminal and on the page.
func TestRace(t *testing.T) {
	text := told(t, cfront.Options{Properties: []string{"no-data-race"}}, racing, false)
	for _, want := range []string{
		"thread 1: t.c:8:2, in set, called at t.c:15:2, in the thread made at t.c:29:2; it holds the locks m[1], rw\n",
		"thread 2: t.c:23:3, in g, in the thread made at t.c:30:2; it holds the locks mt, k\n",
		"   23* x = 2;\n", "    8* *p = 1;\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("not told: %s\n%s", want, text)
		}
	}
	if n := strings.Count(text, "it holds"); n != 2 {
		t.Errorf("%d accesses of a data race", n)
	}
	res, _ := answered(t, racing, cfront.Options{Properties: []string{"no-data-race"}})
	var page strings.Builder
	if err := WriteHTML(&page, resultfile.NewDocument(res, resultfile.About{}), PageExtras{}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"it holds the locks m[1], rw", `<td class="text"></td><td class="text">23* x = 2;</td>`, `<th scope="col">thread 1</th><th scope="col">thread 2</th>`} {
		if !strings.Contains(page.String(), want) {
			t.Errorf("the page has no %s", want)
		}
	}
}

// TestSideBySide: programs with one thread have no columns.
func TestSideBySide(t *testing.T) {
	const head = "#include <pthread.h>\nextern void reach_error(void);\nint x;\n"
	one := told(t, cfront.Options{Properties: []string{"unreach-call"}}, head+"int main(void) {\n\tx = 1;\n\tif (x)\n\t\treach_error();\n}\n", false)
	two := told(t, cfront.Options{Properties: []string{"unreach-call"}}, head+"void *f(void *p) {\n\tx = 1;\n\treturn 0;\n}\nint main(void) {\n\tpthread_t a;\n\tpthread_create(&a, 0, f, 0);\n\tif (x)\n\t\treach_error();\n}\n", false)
	if strings.Contains(one, "side by side") || !strings.Contains(two, "side by side:\n  main                                                   thread 1\n") {
		t.Error(one, two)
	}
}

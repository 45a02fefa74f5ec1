package main

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// browser is a tab of a browser that nobody sees, with a profile that is new.
func browser(t *testing.T) context.Context {
	t.Helper()
	if os.Getenv("NIGHT") == "" {
		t.Skip("builds craig for WebAssembly; NIGHT=1 runs it")
	}
	var program string
	for _, name := range []string{"chromium-headless-shell", "chromium", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			program = found
			break
		}
	}
	if program == "" {
		t.Skip("there is no browser: chromium-headless-shell, chromium or google-chrome")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(program), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.UserDataDir(t.TempDir()))
	ctx, cancel := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	return ctx
}

// do is what a user does.
func do(t *testing.T, ctx context.Context, steps ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	if err := chromedp.Do(ctx, steps...); err != nil {
		t.Fatal(err)
	}
}

// see is what a user sees.
func see[T any](t *testing.T, ctx context.Context, look chromedp.Action[T]) T {
	t.Helper()
	got, err := chromedp.Run(ctx, look)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// js executes a script of the page's.
func js(script string) chromedp.Action[chromedp.Void] {
	return chromedp.Evaluate[chromedp.Void](script)
}

// answer waits for an answer of craig, and is its verdict line.
func answer(t *testing.T, ctx context.Context) string {
	t.Helper()
	do(t, ctx, chromedp.Poll[chromedp.Void](`!document.getElementById('line').hidden && document.getElementById('stop').disabled`, chromedp.WithPollingTimeout(time.Minute)))
	return see(t, ctx, chromedp.Text(chromedp.CSS("#line")))
}

// verify asks about a program.
func verify(t *testing.T, ctx context.Context, text string) {
	t.Helper()
	do(t, ctx, chromedp.SetValue(chromedp.CSS("#program"), text), js(`document.getElementById('program').dispatchEvent(new Event('input'))`),
		chromedp.WaitEnabled(chromedp.CSS("#verify")), chromedp.Click(chromedp.CSS("#verify")))
}

// TestPlayground: the page gives verdicts from a server and from disk, on narrow and on wide screens; it can be stopped, and says what is wrong with programs and links.
// PLAYGROUND_PICTURES=DIR keeps pictures of it.
func TestPlayground(t *testing.T) {
	ctx := browser(t)
	dir := t.TempDir()
	if err := run(dir, true); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.FileServer(http.Dir(dir)))
	defer server.Close()
	first := "FALSE(unreach-call)"
	for _, at := range []struct {
		url    string
		width  int64
		height int64
		name   string
	}{
		{server.URL + "/playground.html", 1280, 900, "wide"}, {server.URL + "/playground.html", 400, 800, "narrow"},
		{"file://" + filepath.ToSlash(dir) + "/playground.html", 1280, 900, "disk"},
	} {
		began := time.Now()
		do(t, ctx, chromedp.EmulateViewport(at.width, at.height), chromedp.Navigate("about:blank"), chromedp.Navigate(at.url))
		if got := answer(t, ctx); got != first {
			t.Errorf("%s: the first example is %q, not %q", at.name, got, first)
		}
		t.Logf("%s: a verdict %.1f s after the page was asked for", at.name, time.Since(began).Seconds())
		if !see(t, ctx, chromedp.Evaluate[bool](`[...document.querySelectorAll('#under > *')].some((e) => e.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && e.textContent.includes('main'))`)) {
			t.Errorf("%s: the program is not seen", at.name)
		}
		if see(t, ctx, chromedp.Evaluate[bool](`document.documentElement.scrollWidth > innerWidth`)) {
			t.Errorf("%s: the page is wider than the screen", at.name)
		}
		if to := os.Getenv("PLAYGROUND_PICTURES"); to != "" {
			do(t, ctx, chromedp.Sleep(3*time.Second))
			picture := see(t, ctx, chromedp.CaptureScreenshot())
			if err := os.WriteFile(filepath.Join(to, at.name+".png"), picture, 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}

	// What each example is.
	for _, x := range examples {
		want := "TRUE"
		if strings.HasSuffix(x.file, "-bug.c") || strings.HasPrefix(x.file, "playground/") {
			want = "FALSE"
		}
		do(t, ctx, chromedp.SetValue(chromedp.CSS("#example"), x.file), js(`document.getElementById('example').dispatchEvent(new Event('change'))`))
		got := answer(t, ctx)
		t.Logf("%s: %s, %s", x.file, got, see(t, ctx, chromedp.Text(chromedp.CSS("#told"))))
		if !strings.HasPrefix(got, want) {
			t.Errorf("%s: %q, not %s", x.file, got, want)
		}
	}

	// A program that is none: the place is marked.
	verify(t, ctx, "int main(void) {\n\treturn x;\n}\n")
	if got := answer(t, ctx); got != "no C program" {
		t.Errorf("what is no program is %q", got)
	}
	if marked := see(t, ctx, chromedp.TextContent(chromedp.CSS("#under .mark.error"))); marked != "x" {
		t.Errorf("%q is marked", marked)
	}

	// Stopped, and asked again.
	verify(t, ctx, "extern unsigned nondet(void); extern void reach_error(void); int main(void) { unsigned x = nondet(), y = nondet(), z = nondet();"+
		" if (x > 1 && y > 1 && z > 1 && x < 65536 && y < 65536 && x * y == 2147117569u && z * z * z == x + y) reach_error(); while (1) { x = x * x + y; y = y * z + x; if (x == y + 12345) reach_error(); } }")
	do(t, ctx, chromedp.WaitEnabled(chromedp.CSS("#stop")), chromedp.Click(chromedp.CSS("#stop")))
	if got := answer(t, ctx); got != "stopped" {
		t.Errorf("what is stopped is %q", got)
	}
	verify(t, ctx, "int main(void) { return 0; }")
	if got := answer(t, ctx); got != "TRUE" {
		t.Errorf("after it was stopped it says %q", got)
	}

	// Links.
	do(t, ctx, chromedp.Click(chromedp.CSS("#share")), chromedp.Poll[chromedp.Void](`location.hash.length > 3`))
	link := see(t, ctx, chromedp.Location())
	do(t, ctx, chromedp.Navigate("about:blank"), chromedp.Navigate(link))
	if got := answer(t, ctx); got != "TRUE" {
		t.Errorf("the shared program is %q", got)
	}
	if text := see(t, ctx, chromedp.Value(chromedp.CSS("#program"))); text != "int main(void) { return 0; }" {
		t.Errorf("the shared program is %q", text)
	}
	do(t, ctx, chromedp.Navigate("about:blank"), chromedp.Navigate(server.URL+"/playground.html#1.broken"))
	if got := answer(t, ctx); got != "broken link" {
		t.Errorf("a broken link is %q", got)
	}
}

// Command playground is craig for the playground of the site, as WebAssembly in a worker of its page. contrib/site builds it.
//
// It gives the worker two functions: craigOffers() is playground.About as JSON, craigVerify(question, search) answers a question, both JSON as
// package playground has them, and calls search with lines of the search as they come. When they are there it calls craigReady.
package main

import (
	"bytes"
	"runtime"
	"syscall/js"
	"time"

	"craig/internal/playground"
)

// version is set when this is built.
var version = "devel"

func main() {
	about := "craig " + version + " " + runtime.Version()
	asked := make(chan func())
	js.Global().Set("craigOffers", js.FuncOf(func(js.Value, []js.Value) any { return playground.Offered(about) }))
	js.Global().Set("craigVerify", js.FuncOf(func(_ js.Value, args []js.Value) any {
		question, tell, done := []byte(args[0].String()), args[1], args[2]
		go func() {
			asked <- func() {
				lines := &batches{tell: tell}
				answer := playground.Answers(question, about, lines)
				lines.flush()
				done.Invoke(string(answer))
			}
		}()
		return nil
	}))
	js.Global().Call("craigReady")
	for f := range asked { // not in the handler of an event, which may not wait
		f()
	}
}

// batches tells lines four times a second.
type batches struct {
	tell js.Value
	text bytes.Buffer
	last time.Time
}

// Write implements io.Writer; each call is a line.
func (b *batches) Write(line []byte) (int, error) {
	b.text.Write(line)
	if time.Since(b.last) >= 250*time.Millisecond {
		b.flush()
	}
	return len(line), nil
}

func (b *batches) flush() {
	if b.text.Len() > 0 {
		b.tell.Invoke(b.text.String())
		b.text.Reset()
	}
	b.last = time.Now()
}

//go:build !unix

package elements

import "time"

var began = time.Now()

// threadTime is the time on the clock, as a system without that of threads has no better one.
func threadTime() time.Duration { return time.Since(began) }

//go:build !unix

package limit

import "time"

// ProcessorUsed and ProcessorOf are not known here: a limit of processor time is never reached.
func ProcessorUsed() time.Duration  { return 0 }
func ProcessorOf(int) time.Duration { return 0 }

// Package yield lets other goroutines go on where a goroutine that computes is never interrupted: in a browser there is one thread, and the runtime
// leaves a goroutine there until it waits for something. Without that no timer expires meanwhile, no limit of time is kept, and engines that are to
// run side by side run one after the other.
//
// What searches for long calls Pass wherever it asks whether it has to end. On all other systems that is nothing.
package yield

// Command craig verifies C programs: see craig help.
package main

import "craig/internal/cli"

func main() { cli.Main(cli.Program{}) }

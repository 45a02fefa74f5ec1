// Command craig-fleet is craig with workers on other machines and stores in databases: see craig-fleet help.
package main

import (
	"craig/fleet/command"
	"craig/internal/cli"
)

func main() { cli.Main(command.Program()) }

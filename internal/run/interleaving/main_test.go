package interleaving_test

import (
	"testing"

	"craig/internal/run/runtest"
)

func TestMain(m *testing.M) { runtest.Main(m) }

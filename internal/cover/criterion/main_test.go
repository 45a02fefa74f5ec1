package criterion

import (
	"testing"

	"craig/internal/testenv"
)

func TestMain(m *testing.M) { testenv.Main(m, testenv.Has("gcc"), "gcc", "gcc and gcov") }

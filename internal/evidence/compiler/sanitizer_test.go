package compiler

import "testing"

// TestNotStarted: a sanitizer that does not let the program begin is told from one that reports what the program does.
func TestNotStarted(t *testing.T) {
	for text, want := range map[string]string{
		"==10134==ERROR: AddressSanitizer failed to allocate 0xdfff0001000 (15392894357504) bytes at address 2008fff7000 (errno: 12)\n" +
			"==10134==ReserveShadowMemoryRange failed while trying to map 0xdfff0001000 bytes. Perhaps you're using ulimit -v\n": "AddressSanitizer could not start: it reserves more addresses than ulimit -v allows",
		"==7==Shadow memory range interleaves with an existing memory mapping. ASan cannot proceed correctly. ABORTING.\n": "the sanitizer could not start: it did not get the addresses that it reserves",
		"==7==FATAL: MemorySanitizer: failed to reserve shadow memory\n":                                                   "MemorySanitizer could not start: it did not get the addresses that it reserves",
		"==10134==ERROR: AddressSanitizer: heap-use-after-free on address 0x60\n":                                          "",
		"a.c:3:5: runtime error: signed integer overflow\n":                                                                "",
		"": "",
	} {
		if got := NotStarted(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

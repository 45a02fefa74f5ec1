package native

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

// TestInTheLibrary: a place in the C library, of which there is debugging information, is none in the program.
func TestInTheLibrary(t *testing.T) {
	const text = `==1==ERROR: AddressSanitizer: SEGV on unknown address 0x000000000074 (pc 0x7f85ac09bce9 bp 0x7ffe5c8f1950 sp 0x7ffe5c8f1910 T0)
==1==The signal is caused by a READ memory access.
    #0 0x7f85ac09bce9 in _IO_getc libio/getc.c:37
    #1 0x561435f751b9 in main /home/user/string/ns.c:2
    #2 0x7f85ac045249 in __libc_start_call_main ../sysdeps/nptl/libc_start_call_main.h:58

AddressSanitizer can not provide additional info.
`
	if list := Reports(text); len(list) != 1 || list[0].Line != 2 {
		t.Errorf("%+v", list)
	}
}

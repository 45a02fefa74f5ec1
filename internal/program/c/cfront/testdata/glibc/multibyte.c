#include <stdlib.h>
#include <wchar.h>
#include <string.h>

#define SIZE 8

static char bytes[SIZE + 1], to[SIZE + 1];
static wchar_t wides[SIZE + 1], wide_to[SIZE + 1];

/* ascii writes a string of bytes below 0x80, here and as wide characters. */
static void ascii(void) {
	int n = random_below(SIZE);
	for (int i = 0; i <= SIZE; i++) {
		bytes[i] = i < n ? 1 + random_below(127) : 0;
		wides[i] = bytes[i];
		to[i] = 'x';
		wide_to[i] = 'x';
	}
}

static void out_both(void) {
	for (int i = 0; i <= SIZE; i++) {
		out(to[i]);
		out(wide_to[i]);
	}
}

CASE(__ctype_get_mb_cur_max) {
	out(MB_CUR_MAX);
}

CASE(mblen) {
	ascii();
	out(mblen(bytes, random_below(3)));
	out(mblen(0, 1));
}

CASE(mbtowc) {
	wchar_t c = 'x';
	ascii();
	out(mbtowc(&c, bytes, random_below(3)));
	out(c);
	out(mbtowc(0, bytes, 1));
	out(mbtowc(0, 0, 1));
}

CASE(wctomb) {
	ascii();
	out(wctomb(to, wides[0]));
	out(wctomb(0, 5));
	out_both();
}

CASE(mbstowcs) {
	ascii();
	out(mbstowcs(wide_to, bytes, random_below(SIZE + 1)));
	out(mbstowcs(0, bytes, 0));
	out_both();
}

CASE(wcstombs) {
	ascii();
	out(wcstombs(to, wides, random_below(SIZE + 1)));
	out(wcstombs(0, wides, 0));
	out_both();
}

CASE(btowc) {
	out(btowc(random_below(128)));
	out(btowc(-1) == WEOF);
	out(btowc(256 + random_below(1000)) == WEOF);
}

CASE(wctob) {
	out(wctob(random_below(128)));
	out(wctob(WEOF));
}

CASE(mbsinit) {
	mbstate_t state;
	memset(&state, 0, sizeof state);
	out(mbsinit(&state) != 0);
	out(mbsinit(0) != 0);
}

CASE(mbrlen) {
	mbstate_t state;
	memset(&state, 0, sizeof state);
	ascii();
	out(mbrlen(bytes, random_below(3), &state));
}

CASE(mbrtowc) {
	mbstate_t state;
	wchar_t c = 'x';
	memset(&state, 0, sizeof state);
	ascii();
	out(mbrtowc(&c, bytes, random_below(3), &state));
	out(c);
	out(mbrtowc(0, bytes, 1, &state));
	out(mbrtowc(&c, 0, 1, &state));
	out(c);
}

CASE(wcrtomb) {
	mbstate_t state;
	memset(&state, 0, sizeof state);
	ascii();
	out(wcrtomb(to, wides[0], &state));
	out(wcrtomb(0, wides[0], &state));
	out_both();
}

CASE(mbsrtowcs) {
	mbstate_t state;
	memset(&state, 0, sizeof state);
	ascii();
	const char *from = bytes;
	out(mbsrtowcs(0, &from, 0, &state));
	out(from - bytes);
	out(mbsrtowcs(wide_to, &from, random_below(SIZE + 1), &state));
	out(from ? from - bytes : -1);
	out_both();
}

CASE(wcsrtombs) {
	mbstate_t state;
	memset(&state, 0, sizeof state);
	ascii();
	const wchar_t *from = wides;
	out(wcsrtombs(0, &from, 0, &state));
	out(from - wides);
	out(wcsrtombs(to, &from, random_below(SIZE + 1), &state));
	out(from ? from - wides : -1);
	out_both();
}

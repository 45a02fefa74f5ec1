/* What functions of the library leave in objects that had no value, for property uninit. */
#include <stdlib.h>
#include <wchar.h>

extern int use(int);

// TRUE: all of each character has a value
void wide_text_that_is_copied(void) {
	wchar_t w[4];
	wcscpy(w, L"abc");
	use(w[0]);
	use(w[3]);
}

// FALSE(uninit): what is behind the end has none
void behind_a_wide_text(void) {
	wchar_t w[5];
	wcscpy(w, L"abc");
	use(w[4]);
}

// TRUE: the end of the text, too
void text_that_is_made_wide(void) {
	wchar_t w[4];
	mbstowcs(w, "abc", 4);
	use(w[3]);
}

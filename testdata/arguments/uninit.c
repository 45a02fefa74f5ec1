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

// UNKNOWN(unsupported property): the seed is read
void seed_without_a_value(void) {
	unsigned seed;
	rand_r(&seed);
}

// TRUE: it is written, too
void seed_with_a_value(void) {
	unsigned seed = 1;
	rand_r(&seed);
	use(seed);
}

// UNKNOWN(unsupported property): so is this state
void state_without_a_value(void) {
	unsigned short state[3];
	nrand48(state);
}

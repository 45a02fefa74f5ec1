#include <wctype.h>
#include <wchar.h>

/* all tells of every character that matters, and of some others. */
#define all(e) \
	for (int i = -1; i < 300; i++) { \
		wint_t c = i < 256 ? (wint_t)i : (wint_t)number(); \
		out(e); \
	}

CASE(iswalnum) {
	all(iswalnum(c) != 0);
}

CASE(iswalpha) {
	all(iswalpha(c) != 0);
}

CASE(iswblank) {
	all(iswblank(c) != 0);
}

CASE(iswcntrl) {
	all(iswcntrl(c) != 0);
}

CASE(iswdigit) {
	all(iswdigit(c) != 0);
}

CASE(iswgraph) {
	all(iswgraph(c) != 0);
}

CASE(iswlower) {
	all(iswlower(c) != 0);
}

CASE(iswprint) {
	all(iswprint(c) != 0);
}

CASE(iswpunct) {
	all(iswpunct(c) != 0);
}

CASE(iswspace) {
	all(iswspace(c) != 0);
}

CASE(iswupper) {
	all(iswupper(c) != 0);
}

CASE(iswxdigit) {
	all(iswxdigit(c) != 0);
}

CASE(towlower) {
	all(towlower(c));
}

CASE(towupper) {
	all(towupper(c));
}

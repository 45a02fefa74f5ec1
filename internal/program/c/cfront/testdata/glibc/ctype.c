#include <ctype.h>
#include <stdio.h>

/* all tells of every argument that C allows: a function of the header is the same for all calls. */
#define all(e) \
	for (int c = EOF; c < 256; c++) \
		out(e)

CASE(isalnum) {
	all(isalnum(c) != 0);
}

CASE(isalpha) {
	all(isalpha(c) != 0);
}

CASE(isascii) {
	all(isascii(c) != 0);
}

CASE(isblank) {
	all(isblank(c) != 0);
}

CASE(iscntrl) {
	all(iscntrl(c) != 0);
}

CASE(isdigit) {
	all(isdigit(c) != 0);
}

CASE(isgraph) {
	all(isgraph(c) != 0);
}

CASE(islower) {
	all(islower(c) != 0);
}

CASE(isprint) {
	all(isprint(c) != 0);
}

CASE(ispunct) {
	all(ispunct(c) != 0);
}

CASE(isspace) {
	all(isspace(c) != 0);
}

CASE(isupper) {
	all(isupper(c) != 0);
}

CASE(isxdigit) {
	all(isxdigit(c) != 0);
}

CASE(toascii) {
	all(toascii(c));
}

CASE(tolower) {
	all(tolower(c));
}

CASE(toupper) {
	all(toupper(c));
}

/* wctype.h, in the C locale */

typedef __WINT_TYPE__ wint_t;

int iswalnum(wint_t c) {
	return __craig_truth(('0' <= c && c <= '9') || ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z'));
}

int iswalpha(wint_t c) {
	return __craig_truth(('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z'));
}

int iswblank(wint_t c) {
	return __craig_truth(c == ' ' || c == 9);
}

int iswcntrl(wint_t c) {
	return __craig_truth(c <= 31 || c == 127);
}

int iswdigit(wint_t c) {
	return __craig_truth('0' <= c && c <= '9');
}

int iswgraph(wint_t c) {
	return __craig_truth(33 <= c && c <= 126);
}

int iswlower(wint_t c) {
	return __craig_truth('a' <= c && c <= 'z');
}

int iswprint(wint_t c) {
	return __craig_truth(32 <= c && c <= 126);
}

int iswpunct(wint_t c) {
	return __craig_truth((33 <= c && c <= 47) || (58 <= c && c <= 64) || (91 <= c && c <= 96) || (123 <= c && c <= 126));
}

int iswspace(wint_t c) {
	return __craig_truth(c == ' ' || (9 <= c && c <= 13));
}

int iswupper(wint_t c) {
	return __craig_truth('A' <= c && c <= 'Z');
}

int iswxdigit(wint_t c) {
	return __craig_truth(('0' <= c && c <= '9') || ('a' <= c && c <= 'f') || ('A' <= c && c <= 'F'));
}

wint_t towlower(wint_t c) {
	return c + ('A' <= c && c <= 'Z') * 32;
}

wint_t towupper(wint_t c) {
	return c - ('a' <= c && c <= 'z') * 32;
}

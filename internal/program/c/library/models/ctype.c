/* ctype.h, in the C locale. glibc looks a class up in a table, which also has the negative values of char; C has only EOF of them. */

#define IN_TABLE(c) __craig_needs(-128 <= (c) && (c) <= 255)

int isdigit(int c) {
	IN_TABLE(c);
	return __craig_truth('0' <= c && c <= '9');
}

int isupper(int c) {
	IN_TABLE(c);
	return __craig_truth('A' <= c && c <= 'Z');
}

int islower(int c) {
	IN_TABLE(c);
	return __craig_truth('a' <= c && c <= 'z');
}

int isalpha(int c) {
	IN_TABLE(c);
	return __craig_truth(('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z'));
}

int isalnum(int c) {
	IN_TABLE(c);
	return __craig_truth(('0' <= c && c <= '9') || ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z'));
}

int isxdigit(int c) {
	IN_TABLE(c);
	return __craig_truth(('0' <= c && c <= '9') || ('a' <= c && c <= 'f') || ('A' <= c && c <= 'F'));
}

int isspace(int c) {
	IN_TABLE(c);
	return __craig_truth(c == ' ' || (9 <= c && c <= 13));
}

int isblank(int c) {
	IN_TABLE(c);
	return __craig_truth(c == ' ' || c == 9);
}

int isprint(int c) {
	IN_TABLE(c);
	return __craig_truth(32 <= c && c <= 126);
}

int isgraph(int c) {
	IN_TABLE(c);
	return __craig_truth(33 <= c && c <= 126);
}

int iscntrl(int c) {
	IN_TABLE(c);
	return __craig_truth((0 <= c && c <= 31) || c == 127);
}

int ispunct(int c) {
	IN_TABLE(c);
	return __craig_truth((33 <= c && c <= 47) || (58 <= c && c <= 64) || (91 <= c && c <= 96) || (123 <= c && c <= 126));
}

int tolower(int c) {
	return c + ('A' <= c && c <= 'Z') * 32;
}

int toupper(int c) {
	return c - ('a' <= c && c <= 'z') * 32;
}

int isascii(int c) {
	return __craig_truth(0 <= c && c <= 127);
}

int toascii(int c) {
	return c & 127;
}

/* ctype.h, in the C locale */

int isdigit(int c) {
	return '0' <= c && c <= '9';
}

int isupper(int c) {
	return 'A' <= c && c <= 'Z';
}

int islower(int c) {
	return 'a' <= c && c <= 'z';
}

int isalpha(int c) {
	return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z');
}

int isalnum(int c) {
	return ('0' <= c && c <= '9') || ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z');
}

int isxdigit(int c) {
	return ('0' <= c && c <= '9') || ('a' <= c && c <= 'f') || ('A' <= c && c <= 'F');
}

int isspace(int c) {
	return c == ' ' || (9 <= c && c <= 13);
}

int isblank(int c) {
	return c == ' ' || c == 9;
}

int isprint(int c) {
	return 32 <= c && c <= 126;
}

int isgraph(int c) {
	return 33 <= c && c <= 126;
}

int iscntrl(int c) {
	return (0 <= c && c <= 31) || c == 127;
}

int ispunct(int c) {
	return (33 <= c && c <= 47) || (58 <= c && c <= 64) || (91 <= c && c <= 96) || (123 <= c && c <= 126);
}

int tolower(int c) {
	return 'A' <= c && c <= 'Z' ? c + 32 : c;
}

int toupper(int c) {
	return 'a' <= c && c <= 'z' ? c - 32 : c;
}

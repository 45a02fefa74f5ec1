// String literals and buffers of characters.

int long_literal(void) {
	const char *s = "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijkl";
	return s[700] * 1000 + s[999] + s[1000];
}

int long_literal_by_index(void) {
	const char *s = "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijkl";
	int n = 0;
	for (int i = 515; i < 520; i++)
		n = n * 3 + s[i];
	return n;
}

int long_literal_as_array(void) {
	static char s[] = "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijkl";
	return sizeof s + s[998];
}

int embedded_zero(void) {
	const char *s = "ab\0cd";
	return sizeof "ab\0cd" * 100 + s[3] - strlen(s);
}

int bytes_above_127(void) {
	const char *s = "\377\200\x7f";
	return s[0] * 10000 + s[1] * 10 + s[2];
}

int as_unsigned(void) {
	const unsigned char *s = (const unsigned char *)"\377\200\x7f";
	return s[0] * 1000 + s[1];
}

int as_word(void) {
	const char *s = "abcdefgh";
	unsigned w;
	memcpy(&w, s + 2, sizeof w);
	return w % 1000003;
}

int wide(void) {
	const int *s = (const int *)L"a\x10041z";
	return s[0] * 7 + s[1] % 1000 + s[2] + s[3] + sizeof L"a\x10041z";
}

int wide_literals_differ(void) {
	const int *s = (const int *)L"\x10041", *t = (const int *)L"\x20041";
	return s[0] / 65536 * 10 + t[0] / 65536;
}

int utf16(void) {
	const unsigned short *s = (const unsigned short *)u"xy";
	return s[1] * 100 + s[2] + sizeof u"xy";
}

int array_shorter_than_literal(void) {
	char a[3] = "abc", b[5] = "abc";
	return a[2] * 100 + b[3] + b[4] + sizeof a;
}

int buffer(void) {
	char b[8];
	strcpy(b, "abc");
	strcat(b, "de");
	b[1] = 'X';
	return strlen(b) * 1000 + b[1] + b[4] + b[5];
}

int search(void) {
	const char *s = "look for it";
	return (strchr(s, 'f') - s) * 100 + (strrchr(s, 'o') - s) * 10 + (strstr(s, "it") - s);
}

int comparison(void) {
	return (strcmp("abc", "abd") < 0) + 2 * (strcmp("b", "abc") > 0) + 4 * (strncmp("abc", "abx", 2) == 0) + 8 * (memcmp("a\0b", "a\0c", 2) == 0);
}

int table_of_strings(void) {
	static const char *const names[] = { "zero", "one", "two" };
	int n = 0;
	for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
		n = n * 10 + strlen(names[i]);
	return n * 1000 + names[2][1];
}

int adjacent_literals(void) {
	const char *s = "ab" "cd"
		"e";
	return strlen(s) * 1000 + s[2];
}

int literal_by_subscript(void) {
	return "0123456789abcdef"[11] + 2["xyz"];
}

int reverse(void) {
	char s[] = "drawer";
	for (int i = 0, j = sizeof s - 2; i < j; i++, j--) {
		char c = s[i];
		s[i] = s[j];
		s[j] = c;
	}
	return strcmp(s, "reward");
}

int digits(void) {
	char b[12], *p = b + sizeof b;
	int n = 4711;
	*--p = 0;
	do
		*--p = '0' + n % 10;
	while (n /= 10);
	return (p[0] - '0') * 100 + strlen(p) + (p[3] - '0') * 10;
}

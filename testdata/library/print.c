/* Text that is printed to memory. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

// TRUE: literal text is known
void literal_text(void) {
	char b[8];
	if (sprintf(b, "hey%%") != 4 || b[0] != 'h' || b[3] != '%' || b[4])
		reach_error();
}

// FALSE: what is behind the text stays as it was
void rest_stays(void) {
	char b[] = "abcd";
	snprintf(b, sizeof b, "x");
	if (b[1] == 0 && b[2] == 'c')
		reach_error();
}

// TRUE: snprintf returns how long the text would have been
void length_without_limit(void) {
	char b[4];
	if (snprintf(b, sizeof b, "%s-%s", "long", "text") != 9 || strcmp(b, "lon") || snprintf(0, 0, "%5d", 3) != 5)
		reach_error();
}

// TRUE: digits of a number that is known
void known_number(void) {
	char b[12];
	if (sprintf(b, "%d%c%x", -42, '/', 255) != 6 || strcmp(b, "-42/ff"))
		reach_error();
}

// TRUE: a number of one digit
void one_digit(void) {
	char b[12];
	int n = __VERIFIER_nondet_int();
	if (n < 0 || n > 9)
		return;
	if (sprintf(b, "%d", n) != 1 || b[0] != '0' + n || b[1])
		reach_error();
}

// FALSE: a number may have a sign
void with_sign(void) {
	char b[12];
	int n = __VERIFIER_nondet_int();
	if (n < -9 || n > 9)
		return;
	sprintf(b, "%d", n);
	if (b[0] == '-' && b[1] == '3')
		reach_error();
}

// TRUE: padding
void padding(void) {
	char b[12];
	sprintf(b, "%03d|%-3d|", 7, 7);
	if (strcmp(b, "007|7  |"))
		reach_error();
}

// UNKNOWN(approximation): the text of a floating-point number is not known
void floating(void) {
	char b[400];
	sprintf(b, "v=%g", 2.5);
	if (b[2] == '2')
		reach_error();
}

// TRUE: what is before it is known
void before_floating(void) {
	char b[400];
	sprintf(b, "v=%f", 2.5);
	if (b[0] != 'v')
		reach_error();
}

// UNKNOWN(approximation): a format that is not a literal
void unknown_format(void) {
	char b[20];
	const char *format = __VERIFIER_nondet_int() ? "%d" : "%x";
	snprintf(b, sizeof b, format, 1);
	if (b[0] != '1')
		reach_error();
}

static int put(char *to, size_t n, const char *format, ...) {
	va_list list;
	va_start(list, format);
	int k = vsnprintf(to, n, format, list);
	va_end(list);
	return k;
}

// UNKNOWN(approximation): the arguments in a list are not known
void arguments_in_list(void) {
	char b[4] = "abc";
	put(b, 2, "%d", 7);
	if (b[0] == '7')
		reach_error();
}

// TRUE: a limit holds for any text
void limit_holds(void) {
	char b[4] = "abc";
	put(b, 2, "%d", 712);
	if (b[2] != 'c' || b[0] && b[1])
		reach_error();
}

// FALSE: %n counts
void counts(void) {
	char b[8];
	int at;
	sprintf(b, "ab%nc", &at);
	if (at == 2)
		reach_error();
}

// UNKNOWN(unsupported): printf counts too
void printf_counts(void) {
	int at = 5;
	printf("ab%n\n", &at);
	if (at == 5)
		reach_error();
}

// TRUE: sscanf reads what is there
void scanned_number(void) {
	int n = 0;
	if (sscanf("5", "%d", &n) == 1 && n == 7)
		reach_error();
}

// TRUE: sscanf writes what its format says
void scanned_within(void) {
	char b[6] = "abcde", c[2] = "x";
	sscanf("123456789", "%3s%*d%1c", b, c);
	if (b[4] != 'e' || c[1] != 0)
		reach_error();
}

// FALSE: and it does write there
void scanned_text(void) {
	char b[6] = "abcde";
	sscanf("123456789", "%3[^a]", b);
	if (b[0] != 'a')
		reach_error();
}

// TRUE: asprintf allocates as much as the text needs
void asprintf_text(void) {
	char *s;
	int n = asprintf(&s, "%d-%s", 42, "x");
	if (n >= 0 && (n != 4 || s[0] != '4' || s[2] != '-' || s[3] != 'x' || s[4]))
		reach_error();
}

// FALSE: it prints the number that it is given
void asprintf_number(void) {
	char *s;
	int x = __VERIFIER_nondet_int();
	if (asprintf(&s, "%d", x) == 3)
		reach_error();
}

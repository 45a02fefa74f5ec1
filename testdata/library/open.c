/* What C leaves open of results: their size, their truth value. */
#include <ctype.h>
#include <string.h>
#include <strings.h>

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static const char low[] = "a", high[] = "q";

// TRUE: the sign is known
void sign_of_memcmp(void) {
	if (memcmp(low, high, 1) >= 0 || memcmp(high, low, 1) <= 0 || memcmp(low, low, 1) != 0)
		reach_error();
}

// FALSE: the sign decides, in a variable
void sign_in_variable(void) {
	int order = memcmp(low, high, 1);
	if (order < 0)
		reach_error();
}

// UNKNOWN(approximation): glibc gives the difference, other libraries -1
void difference_of_bytes(void) {
	int order = memcmp(low, high, 1);
	if (order != -1)
		reach_error();
}

// UNKNOWN(approximation): strcmp may give another number than -1
void strcmp_is_not_one(void) {
	if (strcmp(low, high) == -1)
		reach_error();
}

// TRUE: whatever strcmp gives, it is not 0
void strcmp_in_variable(void) {
	int order = strcmp(low, high);
	int copy = order;
	if (!copy)
		reach_error();
}

// UNKNOWN(approximation): a truth value need not be 1
void digit_is_not_one(void) {
	int n = isdigit('7');
	if (n == 1)
		reach_error();
}

// FALSE: for every truth value
void digits_differ(void) {
	int c = __VERIFIER_nondet_int();
	if (c < 0 || c > 255)
		return;
	int digit = isdigit(c), letter = isalpha(c);
	if (digit == letter)
		reach_error();
}

// FALSE: a _Bool is 1 for every truth value
void as_bool(void) {
	_Bool letter = isalpha('x');
	if (letter == 1)
		reach_error();
}

// UNKNOWN(approximation): no bits are left of glibc's 1024
void as_char(void) {
	char letter = isalpha('x');
	if (!letter)
		reach_error();
}

// TRUE: a class of characters is that of the C locale
void classes(void) {
	int c = __VERIFIER_nondet_int();
	if (c < 0 || c > 255)
		return;
	if (isalnum(c) && !isalpha(c) && !isdigit(c))
		reach_error();
	if (isupper(c) && tolower(c) != c + 32)
		reach_error();
}

// TRUE: bcmp tells equal from different
void bcmp_truth(void) {
	if (bcmp(low, high, 1) == 0 || bcmp(low, low, 2))
		reach_error();
}

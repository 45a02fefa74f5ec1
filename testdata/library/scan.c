/* sscanf */
#include <stdio.h>
#include <string.h>

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

// FALSE: a number and a word
void reads(void) {
	int n = 0;
	char w[8];
	if (sscanf("42 is", "%d %7s", &n, w) == 2 && n == 42 && strcmp(w, "is") == 0)
		reach_error();
}

// TRUE: nothing else can come of it
void reads_only(void) {
	int n = 0;
	char w[8];
	if (sscanf("42 is", "%d %7s", &n, w) != 2 || n != 42 || strcmp(w, "is") != 0)
		reach_error();
}

// TRUE: what does not match stays as it is
void stays(void) {
	int n = 7, m = 8;
	if (sscanf("5 x", "%d %d", &n, &m) != 1 || n != 5 || m != 8)
		reach_error();
}

// FALSE: an empty text is the end
void ends(void) {
	int n;
	if (sscanf("  ", "%d", &n) == EOF)
		reach_error();
}

// FALSE: a digit of the input decides
void unknown_digit(void) {
	char s[2] = {(char)__VERIFIER_nondet_int(), 0};
	int n;
	if (sscanf(s, "%d", &n) == 1 && n == 6)
		reach_error();
}

// TRUE: one digit is no more than 9
void one_digit(void) {
	char s[2] = {(char)__VERIFIER_nondet_int(), 0};
	int n;
	if (sscanf(s, "%d", &n) == 1 && (n > 9 || n < 0))
		reach_error();
}

// FALSE: a set of characters
void sets(void) {
	char w[8];
	if (sscanf("key=value", "%7[^=]", w) == 1)
		reach_error();
}

// TRUE: but never more conversions than there are
void at_most(void) {
	char w[8];
	if (sscanf("key=value", "%7[^=]", w) > 1)
		reach_error();
}

// TRUE: a set stops at the first character that is not in it
void set_stops(void) {
	char w[8] = "????";
	if (sscanf("key=12", "%[a-z]", w) != 1 || w[2] != 'y' || w[3])
		reach_error();
}

// TRUE: and if that is the first one, nothing is stored
void set_empty(void) {
	char w[8] = "????";
	if (sscanf("=12", "%[^=]=", w) != 0 || w[0] != '?')
		reach_error();
}

// UNKNOWN(approximation): the address comes back
void address_comes_back(void) {
	int x = 1;
	char text[40];
	void *p;
	sprintf(text, "%p", (void *)&x);
	if (sscanf(text, "%p", &p) == 1 && *(int *)p == 1)
		reach_error();
}

// FALSE: a word that scanf reads may have more characters than two
void input_word(void) {
	char w[8];
	if (scanf("%s", w) == 1 && strlen(w) == 3)
		reach_error();
}

// TRUE: it has no blank
void input_blank(void) {
	char w[8];
	if (scanf("%s", w) == 1 && (w[0] == ' ' || w[0] == '\n'))
		reach_error();
}

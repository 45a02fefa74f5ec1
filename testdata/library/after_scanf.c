/* What scanf has not read comes next. */
#include <stdio.h>

extern void reach_error(void);

// UNKNOWN(approximation): after a number there is no digit
void digit(void) {
	int x;
	if (scanf("%d", &x) == 1 && getchar() == '5')
		reach_error();
}

// FALSE: after a number there may be a line's end
void line_end(void) {
	int x;
	if (scanf("%d", &x) == 1 && getchar() == '\n')
		reach_error();
}

// FALSE: white space parts numbers and words
void numbers(void) {
	int x, y;
	char w[9];
	if (scanf("%d,%d %8s", &x, &y, w) == 3 && x > y && scanf("%d", &x) == 1 && x == 3)
		reach_error();
}

// UNKNOWN(approximation): the same in one call
void digit_of_one(void) {
	int x;
	char c;
	if (scanf("%d%c", &x, &c) == 2 && c == '5')
		reach_error();
}

// FALSE: a sign ends a number
void sign(void) {
	int x;
	char c;
	if (scanf("%d%c", &x, &c) == 2 && c == '+')
		reach_error();
}

// UNKNOWN(approximation): a character that scanf reads next
void character(void) {
	int x;
	char c;
	if (scanf("%d", &x) == 1 && scanf("%c", &c) == 1 && c == '5')
		reach_error();
}

// FALSE: of the character after the next one nothing is known
void later(void) {
	int x;
	if (scanf("%d", &x) == 1 && getchar() == ' ' && getchar() == '5')
		reach_error();
}

// UNKNOWN(approximation): a word ends in white space
void word(void) {
	char w[10];
	if (scanf("%9s", w) == 1 && w[1] == 0 && getchar() == 'a')
		reach_error();
}

// UNKNOWN(approximation): a word takes the comma
void comma(void) {
	char w[10];
	int x;
	if (scanf("%9s,%d", w, &x) == 2 && w[1] == 0)
		reach_error();
}

// UNKNOWN(approximation): what is no number does not begin with a digit
void no_number(void) {
	int x;
	if (scanf("%d", &x) == 0 && getchar() == '5')
		reach_error();
}

// UNKNOWN(approximation): a line that begins with a digit
void line(void) {
	int x;
	char b[5];
	if (scanf("%d", &x) == 1 && fgets(b, 5, stdin) && b[0] == '5')
		reach_error();
}

// UNKNOWN(approximation): text of the format
void text(void) {
	int x;
	if (scanf("%d", &x) == 1 && scanf("5%d", &x) == 1)
		reach_error();
}

// FALSE: two characters are independent
void characters(void) {
	char c, d;
	if (scanf("%c%c", &c, &d) == 2 && c == '4' && d == '5' && getchar() == '6')
		reach_error();
}

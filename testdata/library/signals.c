/* Functions that are called for signals. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern void reach_error(void);

static void leave(int signal) { exit(signal); }

// TRUE: nothing raises it, as C defines the program
void fault(void) {
	volatile double zero = 0;
	if (signal(SIGFPE, leave) == SIG_ERR || zero / zero == zero)
		reach_error();
	if (signal(SIGFPE, SIG_DFL) != leave)
		reach_error();
}

// UNKNOWN(unsupported): SIGINT comes from outside
void interrupt(void) {
	signal(SIGINT, leave);
	reach_error();
}

// TRUE: text of whole numbers
void whole(void) {
	char text[40];
	double x = 12;
	sprintf(text, "%6.2f|%.0f|%-7.1f|", x, -x * 1000, x);
	if (strcmp(text, " 12.00|-12000|12.0   |"))
		reach_error();
	sprintf(text, "%.1f|%05.0f|%e", 0.25, 2.5, 1234.5678);
	if (strcmp(text, "0.2|00002|1.234568e+03"))
		reach_error();
}

// UNKNOWN(approximation): text of other numbers
void fraction(void) {
	char text[40];
	volatile double y = 0.5;
	sprintf(text, "%f", y);
	if (strcmp(text, "0.500000"))
		reach_error();
}

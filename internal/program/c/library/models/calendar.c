/* time.h, as far as it needs no clock */

/* The number of days. */
int dysize(int year) {
	return 365 + (year % 4 == 0 && (year % 100 != 0 || year % 400 == 0));
}

/* errno: set to a positive number by what fails, and never to 0. */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static double result, four = 4;
extern void reach_error(void);

// FALSE: read that fails says why
void read_fails(void) {
	char b[4];
	errno = 0;
	if (read(-1, b, 4) < 0 && errno == EBADF)
		reach_error();
}

// TRUE: errno is positive after a failure
void read_sets(void) {
	char b[4];
	errno = 0;
	if (read(-1, b, 4) < 0 && errno <= 0)
		reach_error();
}

// TRUE: what succeeds does not set errno to 0
void never_zero(void) {
	char b[4];
	errno = EINTR;
	read(0, b, 4);
	open("file", O_RDONLY);
	fread(b, 1, 4, stdin);
	getenv("HOME");
	if (errno <= 0)
		reach_error();
}

// FALSE: malloc that fails says why
void malloc_fails(void) {
	errno = 0;
	if (!malloc(SIZE_MAX / 2 + 2) && errno == ENOMEM)
		reach_error();
}

// TRUE: and nothing else
void malloc_says(void) {
	errno = 0;
	if (!malloc(SIZE_MAX / 2 + 2) && errno != ENOMEM)
		reach_error();
}

// TRUE: malloc that succeeds leaves errno alone
void malloc_succeeds(void) {
	errno = 7;
	if (malloc(4) && errno != 7)
		reach_error();
}

// TRUE: so does calloc where the product overflows
void calloc_overflows(void) {
	errno = 0;
	if (!calloc(SIZE_MAX / 2, 3) && errno != ENOMEM)
		reach_error();
}

// FALSE: the square root of a negative number is an error
void root_fails(void) {
	errno = 0;
	result = sqrt(-4);
	if (errno == EDOM)
		reach_error();
}

// UNKNOWN(approximation): whether a square root that is exact sets errno is not followed
void root_is_exact(void) {
	errno = 0;
	result = sqrt(four);
	if (errno != 0)
		reach_error();
}

// UNKNOWN(approximation): nor is which number strtod sets errno to
void too_large(void) {
	errno = 0;
	result = strtod("1e999", 0);
	if (errno != ERANGE)
		reach_error();
}

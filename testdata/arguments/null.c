/* What functions of the library are given, for property null. */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int more(void);

// FALSE(null): fopen may give NULL
void stream_that_is_null(void) {
	FILE *f = fopen("/nonexistent/file", "r");
	fgetc(f);
}

// TRUE: it is looked at
void stream_that_is_not_null(void) {
	FILE *f = fopen("/nonexistent/file", "r");
	if (f && fgetc(f) != EOF)
		fclose(f);
}

// FALSE(null): the name is null
void name_that_is_null(void) {
	getenv(0);
}

// FALSE(null): through a pointer to a function it is the same
void through_a_pointer(void) {
	int (*say)(const char *) = puts;
	say(more() ? "yes" : 0);
}

// TRUE: null is allowed
void null_where_it_may_be(void) {
	fflush(NULL);
	setlocale(LC_ALL, NULL);
	strtod("1", NULL);
	perror(NULL);
}

// TRUE: glibc prints a text for null
void text_that_is_printed(void) {
	char to[8];
	char *p = 0;
	snprintf(to, sizeof to, "%s %.3s", p, p);
}

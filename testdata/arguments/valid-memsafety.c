/* What functions of the library are given, for property valid-memsafety. */
#define _GNU_SOURCE
#include <ctype.h>
#include <dirent.h>
#include <locale.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

extern int more(void);

static void print_list(char *to, size_t n, const char *format, ...) {
	va_list list;
	va_start(list, format);
	vsnprintf(to, n, format, list);
	va_end(list);
}

// FALSE(valid-deref): fopen may give NULL
void stream_that_is_null(void) {
	FILE *f = fopen("/nonexistent/file", "r");
	fgetc(f);
}

// FALSE(valid-deref): the text is null
void text_that_is_null(void) {
	fputs(0, stdout);
}

// FALSE(valid-deref): the stream was never set
void stream_that_is_unset(void) {
	FILE *f;
	fputc('a', f);
}

// FALSE(valid-free): the stream is closed twice
void closed_twice(void) {
	FILE *f = fopen("/dev/null", "w");
	if (!f)
		return;
	fclose(f);
	fclose(f);
}

// FALSE(valid-free): the stream may be closed in each round
void closed_in_a_loop(void) {
	FILE *f = fopen("/dev/null", "w");
	if (!f)
		return;
	while (more())
		fclose(f);
}

// FALSE(valid-deref): the stream is closed
void used_when_closed(void) {
	FILE *f = fopen("/dev/null", "r");
	if (!f)
		return;
	fclose(f);
	fgetc(f);
}

// FALSE(valid-free): the directory is closed twice
void directory_closed_twice(void) {
	DIR *d = opendir("/");
	if (!d)
		return;
	closedir(d);
	closedir(d);
}

// TRUE: each stream is opened again after it has been closed
void opened_again(void) {
	FILE *f = fopen("/dev/null", "w");
	while (f && more()) {
		fprintf(f, "%d\n", more());
		fclose(f);
		f = fopen("/dev/null", "w");
	}
	if (f)
		fclose(f);
	fprintf(stderr, "done\n");
	fclose(stdout);
}

// FALSE(valid-free): the standard output is closed twice
void standard_output_closed_twice(void) {
	FILE *f = stdout;
	fclose(f);
	fclose(stdout);
}

// FALSE(valid-deref): memcmp compares all characters that it is told to
void compared_beyond_the_end(void) {
	char a[4] = {1, 2, 3, 4};
	if (memcmp(a, "abcde", 5) == 0)
		puts("same");
}

// FALSE(valid-deref): through a pointer to a function it is the same
void compared_through_a_pointer(void) {
	int (*compare)(const void *, const void *, size_t) = memcmp;
	char a[4] = {1, 2, 3, 4};
	if (compare(a, "abcde", 5) == 0)
		puts("same");
}

// FALSE(valid-deref): the object has 4 bytes
void written_beyond_the_end(void) {
	char b[4] = {0};
	fwrite(b, 2, 4, stdout);
}

// TRUE: the object has as many bytes as are written, whatever that is
void written_to_the_end(void) {
	size_t n = (size_t)more();
	if (n > 1000)
		return;
	char *p = calloc(n, 2);
	if (!p)
		return;
	fwrite(p, 2, n, stdout);
	write(1, p, 2 * n);
	free(p);
}

// FALSE(valid-deref): the object may be too small
void written_behind_the_end(void) {
	size_t n = (size_t)more();
	if (n > 1000)
		return;
	char *p = calloc(n, 2);
	if (!p)
		return;
	write(1, p, 2 * n + 1);
	free(p);
}

// FALSE(valid-deref): the text has no end
void command_without_end(void) {
	char b[4] = {'t', 'r', 'u', 'e'};
	system(b);
}

// TRUE: of the text no more characters are read
void text_of_some_characters(void) {
	char b[4] = {'t', 'r', 'u', 'e'};
	printf("%.4s\n", b);
	printf("%.*s\n", 3, b);
}

// FALSE(valid-deref): the text may have five characters
void text_of_more_characters(void) {
	char b[4] = {'t', 'r', 'u', 'e'};
	printf("%.5s\n", b);
}

// TRUE: null is allowed
void null_where_it_may_be(void) {
	char *end;
	free(NULL);
	fflush(NULL);
	time(NULL);
	perror(NULL);
	strtol("1", NULL, 10);
	setvbuf(stdout, NULL, _IONBF, 0);
}

// UNKNOWN(unsupported property): what writev reads is not followed
void scattered(void) {
	char b[4] = {1, 2, 3, 4};
	struct iovec v = {b, 8};
	writev(1, &v, 1);
}

// FALSE(valid-deref): an object of 8 bytes is no struct timespec
void short_object(void) {
	void *p = calloc(1, 8);
	if (!p)
		return;
	nanosleep(p, NULL);
	free(p);
}

// TRUE: a number is read into a local variable, a member, and elements
void numbers_into_variables(void) {
	int n, list[3];
	struct { int a, b; } pair;
	if (scanf("%d%d%d", &n, &pair.b, &list[1]) == 3)
		sscanf("1 2", "%d%d", &list[0], &pair.a);
}

// FALSE(valid-deref): a number is read into an element that is not there
void number_outside_of_its_array(void) {
	int list[3], i = 3;
	scanf("%d", &list[i]);
}

// UNKNOWN(unsupported property): which texts are read is not known
void text_of_a_list(void) {
	char to[8], from[3] = {'a', 'b', 'c'};
	print_list(to, 8, "%s", from);
}

// UNKNOWN(unsupported property): a number is no text
void number_for_a_text(void) {
	printf("%s", 5);
}

// UNKNOWN(approximation): memcpy is not made for objects that overlap
void copied_over_itself(void) {
	char b[8] = "abcdefg";
	memcpy(b + 1, b, 4);
}

// UNKNOWN(approximation): strcpy would read what it has written
void text_copied_behind_its_beginning(void) {
	char b[16] = "abc";
	strcpy(b + 2, b);
}

// UNKNOWN(approximation): the text is printed over itself
void printed_over_itself(void) {
	char b[16] = "abc";
	snprintf(b, sizeof b, "%s!", b);
}

// UNKNOWN(approximation): the format is printed over itself
void format_over_itself(void) {
	char b[16] = "abc";
	sprintf(b, b + 1);
}

// UNKNOWN(approximation): the end is stored in the text
void end_in_the_text(void) {
	char *b[2] = {0};
	strtol((char *)b, b, 10);
}

// UNKNOWN(approximation): the characters that separate are in the text
void separators_in_the_text(void) {
	char b[8] = "a,";
	strtok(b, b + 1);
}

// UNKNOWN(approximation): the name is where the result goes
void name_in_the_result(void) {
	union { char name[sizeof(struct stat)]; struct stat s; } u = {"/"};
	stat(u.name, &u.s);
}

// UNKNOWN(approximation): some pairs of the blocks are one
void block_copied_to_itself(void) {
	struct block { struct block *next; char text[8]; } *list = 0;
	while (more()) {
		struct block *b = calloc(1, sizeof *b);
		if (!b)
			abort();
		b->next = list;
		list = b;
		memcpy(list->text, b->text, 8);
	}
	while (list) {
		struct block *next = list->next;
		free(list);
		list = next;
	}
}

// TRUE: halves of one object do not overlap, and no bytes overlap nothing
void halves(void) {
	char b[16] = "abc", *end;
	memcpy(b + 8, b, 8);
	strcpy(b, b + 8);
	memcpy(b, b, 0);
	memmove(b + 1, b, 4);
	strtol(b, &end, 10);
	strtok(b, ",");
}

// TRUE: the text is printed behind itself
void printed_behind_itself(void) {
	char b[16] = "abc";
	snprintf(b + 4, 12, "%s!", b);
}

// TRUE: a part is copied behind itself
void copied_behind_itself(void) {
	char b[16] = "abc";
	int n = more();
	if (n >= 0 && n <= 8)
		memcpy(b + n, b, n);
}

// TRUE: each block is copied from another one
void blocks_that_are_copied(void) {
	struct block { struct block *next; char text[8]; } *list = 0;
	while (more()) {
		struct block *b = calloc(1, sizeof *b);
		if (!b)
			abort();
		b->next = list;
		if (list)
			memcpy(b->text, list->text, 8);
		list = b;
	}
	while (list) {
		struct block *next = list->next;
		free(list);
		list = next;
	}
}

// TRUE: nothing is found in no bytes, so that nothing is stored
void found_nowhere(void) {
	static char one[1];
	char *p = one, *text = malloc(6);
	if (!text)
		return;
	strcpy(text, "12,ab");
	p = memchr(text, 0, 0);
	if (p)
		*p = 'x';
	free(text);
	p = setlocale(LC_ALL, 0);
}

// UNKNOWN(approximation): glibc has a table of classes from -128 to 255
void class_of_any_number(void) {
	(isalpha)(more());
}

// TRUE: characters are in the table, also negative ones
void class_of_a_character(void) {
	char c = more();
	(isalpha)(c);
	(isspace)((unsigned char)c);
}

// UNKNOWN(approximation): both are written
void time_over_its_zone(void) {
	static long shared[4];
	gettimeofday((struct timeval *)shared, shared);
}

// UNKNOWN(approximation): the set and the time that is left are written
void set_over_its_timeout(void) {
	static fd_set set;
	select(1, &set, 0, 0, (struct timeval *)&set);
}

// TRUE: what alloca gives lives until the function returns, whatever a macro declares at the same place
void copy_on_the_stack(void) {
	char *s = strdupa("hey"), b[4];
	if (strlen(s) != 3)
		more();
	memcpy(b, "ab", 3);
}

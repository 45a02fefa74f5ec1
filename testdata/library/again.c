/* What functions of the library give a second time, or never. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

extern void reach_error(void);

// FALSE: the end of a file is no error
void end_without_error(void) {
	errno = 0;
	if (getchar() == EOF && errno == 0)
		reach_error();
}

// FALSE: nor is it one to put the end back
void end_put_back(void) {
	errno = 0;
	if (ungetc(EOF, stdin) == EOF && errno == 0)
		reach_error();
}

// UNKNOWN(approximation): a file that has ended stays so, but a terminal may have more
void more_after_the_end(void) {
	if (getchar() == EOF && getchar() != EOF)
		reach_error();
}

// UNKNOWN(approximation): nor is there another line
void line_after_the_end(void) {
	char s[4];
	if (!fgets(s, sizeof s, stdin) && fgets(s, sizeof s, stdin))
		reach_error();
}

// FALSE: the end comes again
void ends_again(void) {
	if (getchar() == EOF && fgetc(stdin) == EOF)
		reach_error();
}

// UNKNOWN(approximation): nor another number
void number_after_the_end(void) {
	int n;
	if (scanf("%d", &n) == EOF && scanf("%d", &n) == 1)
		reach_error();
}

// UNKNOWN(approximation): whoever has come to the end
void number_after_the_last_character(void) {
	int n;
	if (getchar() == EOF && fscanf(stdin, "%d", &n) == 1)
		reach_error();
}

// UNKNOWN(approximation): a character that is missing means the end
void character_after_the_end(void) {
	char a, b;
	if (scanf("%c %c", &a, &b) == 1 && getchar() != EOF)
		reach_error();
}

// FALSE: a number that is missing does not
void no_number(void) {
	int a, b;
	if (scanf("%d %d", &a, &b) == 1 && getchar() == 'x')
		reach_error();
}

// UNKNOWN(approximation): nor another wide character
void wide_after_the_end(void) {
	FILE *f = fopen("file", "r");
	if (f && fgetwc(f) == WEOF && getwc(f) != WEOF)
		reach_error();
}

// FALSE: the end of wide characters comes again
void wide_ends_again(void) {
	if (getwchar() == WEOF && getwchar() == WEOF)
		reach_error();
}

// FALSE: numbers follow numbers
void three_numbers(void) {
	int x, n = 0;
	while (scanf("%d", &x) == 1)
		n++;
	if (n == 3)
		reach_error();
}

// UNKNOWN(approximation): so with several streams
void several_streams(void) {
	FILE *f = fopen("a", "r"), *g = fopen("b", "r"), *h = fopen("c", "r");
	if (f && g && h && getc(f) == EOF && getc(g) == EOF && getc(h) == EOF && getc(f) != EOF)
		reach_error();
}

// FALSE: another stream has its own end
void other_stream(void) {
	FILE *f = fopen("file", "r");
	if (f && getchar() == EOF && getc(f) == 'a')
		reach_error();
}

// FALSE: a stream may go on behind clearerr
void goes_on(void) {
	if (getchar() == EOF) {
		clearerr(stdin);
		if (getchar() == 'a')
			reach_error();
	}
}

// FALSE: also when it is moved to its beginning
void reads_again(void) {
	FILE *f = fopen("file", "r");
	if (f && fgetc(f) == 'a' && fgetc(f) == EOF) {
		rewind(f);
		if (fgetc(f) == 'b')
			reach_error();
	}
}

// UNKNOWN(approximation): a new file is at its beginning
void new_file(void) {
	FILE *f = fopen("file", "r");
	if (f && ftell(f) == 5)
		reach_error();
}

// FALSE: files have any size
void size_of_file(void) {
	FILE *f = fopen("file", "r");
	if (f && fseek(f, 0, SEEK_END) == 0 && ftell(f) == 5)
		reach_error();
}

// TRUE: users stay the same
void same_user(void) {
	if (getuid() != getuid() || geteuid() != geteuid() || getgid() != getgid() || getegid() != getegid())
		reach_error();
}

// FALSE: which users they are is not known
void other_user(void) {
	if (getuid() != geteuid() && getgid() == 7)
		reach_error();
}

// UNKNOWN(approximation): until another one is set
void sets_user(void) {
	unsigned before = getuid();
	if (setuid(before + 1) == 0 && getuid() != before)
		reach_error();
}

// TRUE: one that could not be set is the old one
void does_not_set_user(void) {
	unsigned before = geteuid();
	if (seteuid(before + 1) < 0 && geteuid() != before)
		reach_error();
}

// TRUE: pages keep their size
void same_page(void) {
	long size = sysconf(_SC_PAGESIZE);
	if (sysconf(_SC_PAGESIZE) != size)
		reach_error();
}

// UNKNOWN(approximation): other things may change
void other_number(void) {
	if (sysconf(_SC_OPEN_MAX) != sysconf(_SC_OPEN_MAX))
		reach_error();
}

// FALSE: the first may be anything
void number_of_system(void) {
	if (sysconf(_SC_OPEN_MAX) == 20)
		reach_error();
}

// TRUE: processor time grows
void time_grows(void) {
	clock_t a = clock(), b = clock();
	if (a >= 0 && b >= 0 && b < a)
		reach_error();
}

// TRUE: so does a clock that nobody sets
void clock_grows(void) {
	struct timespec a, b;
	if (clock_gettime(CLOCK_MONOTONIC, &a) == 0 && clock_gettime(CLOCK_MONOTONIC, &b) == 0 &&
	    (b.tv_sec < a.tv_sec || b.tv_sec == a.tv_sec && b.tv_nsec < a.tv_nsec))
		reach_error();
}

// FALSE: others may be set
void clock_is_set(void) {
	struct timespec a, b;
	if (clock_gettime(CLOCK_REALTIME, &a) == 0 && clock_gettime(CLOCK_REALTIME, &b) == 0 && b.tv_sec < a.tv_sec)
		reach_error();
}

// UNKNOWN(approximation): of these it is not followed which one has gone on
void other_clocks(void) {
	struct timespec a, b;
	if (clock_gettime(CLOCK_BOOTTIME, &a) == 0 && clock_gettime(CLOCK_BOOTTIME, &b) == 0 && b.tv_sec < a.tv_sec)
		reach_error();
}

// FALSE: random numbers differ
void random_numbers(void) {
	srand48(3);
	if (lrand48() != lrand48())
		reach_error();
}

// UNKNOWN(approximation): unless they come again
void seeded_again(void) {
	srand48(3);
	long a = lrand48();
	srand48(3);
	if (lrand48() != a)
		reach_error();
}

// TRUE: there is a shell or not
void shell(void) {
	if (system(0) < 0)
		reach_error();
}

// FALSE: a command may fail
void command(void) {
	if (system("true") < 0)
		reach_error();
}

// TRUE: these have the numbers 0, 1 and 2
void numbers(void) {
	FILE *f = stdin;
	if (fileno(f) != 0 || fileno(stdout) != 1 || fileno(stderr) != 2)
		reach_error();
}

// UNKNOWN(approximation): which number another one has depends on what was opened before
void number_of_file(void) {
	FILE *f = fopen("file", "r");
	if (f && fileno(f) == 7)
		reach_error();
}

// FALSE: a wide character is one of Unicode
void wide(void) {
	if (fgetwc(stdin) == 0x20ac)
		reach_error();
}

// FALSE: or WEOF
void wide_end(void) {
	if (fgetwc(stdin) == WEOF)
		reach_error();
}

// UNKNOWN(approximation): other numbers do not come
void wider(void) {
	wint_t c = fgetwc(stdin);
	if (c != WEOF && c > 0x10ffff)
		reach_error();
}

// TRUE: what was written, or nothing
void writes_wide(void) {
	wint_t c = fputwc(L'a', stdout);
	if (c != L'a' && c != WEOF)
		reach_error();
}

/* Results of functions of the library that the program's own data decide. */
#include <errno.h>
#include <getopt.h>
#include <grp.h>
#include <math.h>
#include <resolv.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <syslog.h>
#include <unistd.h>
#include <wchar.h>

extern void reach_error(void);
extern int more(void);

static void print_list(char *to, size_t n, const char *format, ...) {
	va_list list;
	va_start(list, format);
	vsnprintf(to, n, format, list);
	va_end(list);
}

// TRUE: signal returns what was set before
void signal_set_before(void) {
	if (signal(SIGUSR2, SIG_IGN) == SIG_ERR)
		return;
	void (*p)(int) = signal(SIGUSR2, SIG_DFL);
	if (p != SIG_IGN)
		reach_error();
}

// TRUE: there is no such signal
void signal_that_is_none(void) {
	if (signal(65, SIG_IGN) != SIG_ERR || signal(SIGKILL, SIG_DFL) != SIG_ERR)
		reach_error();
}

// UNKNOWN(approximation): the program's own arguments decide
void option_of_its_own(void) {
	char *words[] = {"p", "--verb", NULL};
	static struct option longer[] = {{"verb", 0, 0, 'v'}, {0}};
	if (getopt_long(2, words, "v", longer, 0) != 'v')
		reach_error();
}

// UNKNOWN(approximation): the mask may have any bits
void mask_of_more_than_priorities(void) {
	setlogmask(0x1000);
	if (setlogmask(0) > 255)
		reach_error();
}

// UNKNOWN(approximation): a function that returns the number of an error may set errno, too
void number_that_is_returned(void) {
	char name[4];
	errno = 0;
	getlogin_r(name, 1);
	if (errno)
		reach_error();
}

// UNKNOWN(approximation): the number of the error is in h_errno, and not in errno
void query_that_fails(void) {
	unsigned char to[8];
	errno = 0;
	if (res_query("none", 1, 1, to, 8) == -1 && errno == 0)
		reach_error();
}

// UNKNOWN(approximation): the name service may set errno to 0
void service_that_clears(void) {
	errno = EINTR;
	getgrgid(7);
	if (errno == 0)
		reach_error();
}

// UNKNOWN(approximation): where the text ends glibc sets errno to 0
void text_that_ends(void) {
	int n;
	errno = EINTR;
	sscanf("", "%d", &n);
	if (errno == 0)
		reach_error();
}

// UNKNOWN(approximation): a number that is too large sets errno
void number_that_is_too_large(void) {
	long n;
	errno = 0;
	if (sscanf("99999999999999999999", "%ld", &n) == 1 && errno == ERANGE)
		reach_error();
}

// UNKNOWN(approximation): where input ends glibc sets errno to 0
void input_that_ends(void) {
	int n;
	errno = EINTR;
	if (scanf("%d", &n) == EOF && errno == 0)
		reach_error();
}

// TRUE: a function of math.h sets errno to EDOM or ERANGE
void number_of_an_error_of_math(void) {
	errno = 0;
	if (ilogb(INFINITY) > 0 && errno != EDOM && errno != ERANGE)
		reach_error();
}

// UNKNOWN(approximation): it is open whether there is such a character
void character_that_may_not_be(void) {
	if (wctob(0x7fffffff) != -1)
		reach_error();
}

// UNKNOWN(unsupported): a format that a function is given stores a number
void count_by_a_list(void) {
	char to[4];
	int n = 0;
	print_list(to, 4, "ab%n", &n);
	if (n)
		reach_error();
}

// UNKNOWN(unsupported): one of two formats stores a number
void count_by_one_of_two(void) {
	static const char counts[] = "ab%n";
	int n = 0;
	printf(more() ? counts : "%p", &n);
	if (n)
		reach_error();
}

// TRUE: no format of the program does
void list_without_a_count(void) {
	char to[8];
	int n = 0;
	print_list(to, 8, "%d", n);
	if (n)
		reach_error();
}

// UNKNOWN(unsupported): what is printed is written over before it is read
void text_printed_over_itself(void) {
	char b[8] = "hello";
	if (snprintf(b, 8, "%.*s!", 2, b) != 3)
		reach_error();
}

// UNKNOWN(unsupported): it is printed behind itself
void text_printed_behind_itself(void) {
	char b[16] = "abc";
	if (sprintf(b + 3, "%s", b) == 3)
		reach_error();
}

// FALSE: what is printed is behind what is written
void text_printed_in_front_of_itself(void) {
	char b[16] = "hello world";
	if (sprintf(b, "%s", b + 6) == 5)
		reach_error();
}

// TRUE: what overlapping copies leave is no error that C knows of
void copy_that_overlaps(void) {
	char b[16] = "abcdefgh";
	memcpy(b + 1, b, 5);
	if (b[2] == 'a')
		reach_error();
}

// FALSE: a copy to where it is changes nothing
void copy_to_itself(void) {
	char b[16] = "abcdefgh";
	char *p = more() ? b : b + 8;
	memcpy(p, b, 8);
	if (p == b)
		reach_error();
}

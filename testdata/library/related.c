// Results that hang together with other calls, or with arguments.

#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

// UNKNOWN(approximation): how many characters a number takes is not followed.
void printed(void) {
	int n = printf("%d", 12345);
	if (n != 5 && n >= 0)
		reach_error();
}

// FALSE: printing may fail.
void printing_fails(void) {
	if (printf("%d", __VERIFIER_nondet_int()) < 0)
		reach_error();
}

// TRUE: it fails with -1, and else prints something.
void printing_ends(void) {
	if (printf("%d", __VERIFIER_nondet_int()) < -1)
		reach_error();
}

// UNKNOWN(approximation): the second stream may lie where the first one was.
void opened_again(void) {
	FILE *f = fopen("a", "r");
	if (!f)
		return;
	fclose(f);
	FILE *g = fopen("b", "r");
	if (f == g)
		reach_error();
}

// TRUE: both are open.
void opened_twice(void) {
	FILE *f = fopen("a", "r"), *g = fopen("b", "r");
	if (f && f == g)
		reach_error();
}

// UNKNOWN(approximation): and so may a folder.
void folder_again(void) {
	DIR *a = opendir("a");
	if (!a)
		return;
	closedir(a);
	DIR *b = opendir("b");
	if (a == b)
		reach_error();
}

// TRUE: two files that were not open
void pipes(void) {
	int p[2], q[2];
	if (pipe(p) == 0 && (p[0] == p[1] || p[0] < 0))
		reach_error();
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, q) == 0 && (q[0] == q[1] || q[1] < 0))
		reach_error();
}

// FALSE: there may be no more files
void no_pipe(void) {
	int p[2];
	if (pipe2(p, O_CLOEXEC) != 0)
		reach_error();
}

// TRUE: no file has such a number
void read_nothing(void) {
	char c;
	if (read(-1, &c, 1) != -1)
		reach_error();
}

// TRUE: what was set is what comes back.
void masks(void) {
	umask(022);
	if (umask(0) != 022)
		reach_error();
}

// FALSE: the first mask is the environment's
void first_mask(void) {
	if (umask(0) == 022)
		reach_error();
}

// TRUE: these are always known
void page(void) {
	if (sysconf(_SC_PAGESIZE) <= 0 || sysconf(_SC_NPROCESSORS_ONLN) <= 0)
		reach_error();
}

// UNKNOWN(approximation): nothing has been read, so that it cannot be at its end.
void not_at_end(void) {
	clearerr(stdin);
	if (feof(stdin))
		reach_error();
}

// TRUE: there is no other error than EDOM.
void negative_root(void) {
	errno = 0;
	double x = __VERIFIER_nondet_int();
	x = sqrt(x);
	if (errno != EDOM && errno != 0)
		reach_error();
}

// TRUE: nor here.
void no_quotient(void) {
	errno = 0;
	volatile double zero = 0;
	volatile double x = fmod(1, zero);
	if (errno != EDOM)
		reach_error();
}

// UNKNOWN(approximation): the logarithm of zero is ERANGE, which is not followed.
void pole(void) {
	errno = 0;
	volatile double zero = 0;
	volatile double x = log(zero);
	if (errno == EDOM)
		reach_error();
}

// TRUE: but it is one of the two.
void domain_or_range(void) {
	errno = 0;
	volatile double zero = 0;
	volatile double x = log(zero);
	if (errno != EDOM && errno != ERANGE && errno != 0)
		reach_error();
}

/* Values that functions give, and values that they never give. */
#include <stdio.h>
#include <stdlib.h>
#include <poll.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

// TRUE: there is less than a million of microseconds in a second
void gettimeofday_range(void) {
	struct timeval t;
	gettimeofday(&t, 0);
	if (t.tv_usec < 0 || t.tv_usec >= 1000000)
		reach_error();
}

// FALSE: and there may be some
void gettimeofday_some(void) {
	struct timeval t;
	t.tv_usec = -1;
	gettimeofday(&t, 0);
	if (t.tv_usec >= 0)
		reach_error();
}

// TRUE: nor can there be a thousand million of nanoseconds
void clock_gettime_range(void) {
	struct timespec t;
	if (clock_gettime(CLOCK_REALTIME, &t) == 0 && (t.tv_nsec < 0 || t.tv_nsec > 999999999))
		reach_error();
}

// TRUE: a clock that fails leaves the time alone
void clock_gettime_fails(void) {
	struct timespec t = {7, 7};
	if (clock_gettime(77, &t) < 0 && t.tv_sec != 7)
		reach_error();
}

// FALSE: time stores what it returns
void time_stores(void) {
	time_t t = -7;
	if (time(&t) == t)
		reach_error();
}

// TRUE: always
void time_stores_always(void) {
	time_t t = -7;
	if (time(&t) != t || t < -1)
		reach_error();
}

// TRUE: the process has a number
void getpid_positive(void) {
	if (getpid() <= 0 || getpagesize() <= 0)
		reach_error();
}

// TRUE: putchar and ungetc give the character back
void putchar_gives_back(void) {
	int c = putchar('a'), d = ungetc('x', stdin);
	if (c != 'a' && c != EOF || d != 'x' && d != EOF)
		reach_error();
}

// TRUE: lrand48 gives 31 bits, and mrand48 32
void rand48_range(void) {
	long x = lrand48(), y = mrand48();
	if (x < 0 || x > 2147483647 || y < -2147483648L || y > 2147483647)
		reach_error();
}

// UNKNOWN(approximation): jrand48 may be negative
void jrand48_negative(void) {
	unsigned short state[3] = {1, 2, 0x8003};
	if (jrand48(state) < 0 || jrand48(state) < 0 || jrand48(state) < 0)
		reach_error();
}

// TRUE: a mask has nine bits
void umask_range(void) {
	if (umask(0) & ~0777)
		reach_error();
}

// TRUE: the parts of a time are in their ranges
void localtime_range(void) {
	time_t t = 0;
	struct tm *tm = localtime(&t);
	if (tm && (tm->tm_sec < 0 || tm->tm_sec > 60 || tm->tm_mon > 11 || tm->tm_mday < 1 || tm->tm_wday > 6))
		reach_error();
}

// TRUE: strftime ends the text that it writes
void strftime_ends(void) {
	char s[8];
	time_t t = 0;
	struct tm *tm = gmtime(&t);
	if (!tm)
		return;
	size_t n = strftime(s, sizeof s, "%H", tm);
	if (n >= sizeof s || n > 0 && s[n])
		reach_error();
}

// FALSE: sleep may end early
void sleep_ends(void) {
	if (sleep(0) == 0)
		reach_error();
}

// TRUE: fread gives no elements of no bytes
void fread_nothing(void) {
	char c;
	if (fread(&c, 0, 7, stdin))
		reach_error();
}

// TRUE: a character has at most MB_LEN_MAX bytes
void mblen_range(void) {
	char s[17];
	int n = mblen("a", 1), k = wctomb(s, L'a');
	if (n < -1 || n > 16 || k < -1 || k > 16)
		reach_error();
}

// UNKNOWN(approximation): C says of feof only whether it is 0
void feof_size(void) {
	if (feof(stdin) == 3)
		reach_error();
}

// UNKNOWN(approximation): nothing has read yet, so glibc gives 0
void feof_first(void) {
	if (feof(stdin) && !__VERIFIER_nondet_int())
		reach_error();
}

// TRUE: a status has 16 bits, and a process that was waited for has a number
void wait_status(void) {
	int status = -1, pid = wait(&status);
	if (pid == 0 || (pid > 0 && (status < 0 || status > 0xffff)))
		reach_error();
}

// TRUE: poll says what has happened in revents alone, and how often
void poll_changes(void) {
	struct pollfd p[2] = {{3, POLLIN, 0}, {-1, POLLIN, 0}};
	if (poll(p, 2, 0) > 1 || p[0].fd != 3 || p[0].events != POLLIN)
		reach_error();
}

// FALSE: it may be the second one
void poll_second(void) {
	struct pollfd p[2] = {{3, POLLIN, 0}, {4, POLLIN, 0}};
	if (poll(p, 2, 0) == 1 && p[1].revents & POLLIN && !__VERIFIER_nondet_int())
		reach_error();
}

// FALSE: a member of the set may stay in it
void select_stays(void) {
	fd_set r;
	FD_ZERO(&r);
	FD_SET(5, &r);
	if (select(6, &r, 0, 0, 0) > 0 && FD_ISSET(5, &r) && !__VERIFIER_nondet_int())
		reach_error();
}

// UNKNOWN(approximation): what stat leaves in the structure when it fails is not said
void stat_fails(void) {
	struct stat s = {0};
	if (stat("file", &s) < 0 && s.st_size)
		reach_error();
}

// FALSE: when it works the size is unknown
void stat_works(void) {
	struct stat s = {0};
	if (stat("file", &s) == 0 && s.st_size && !__VERIFIER_nondet_int())
		reach_error();
}

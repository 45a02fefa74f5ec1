/* What functions of the library keep for themselves, and programs can see. */
#define _GNU_SOURCE 1
#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

extern void reach_error(void);

static char *words[] = {"program", "-a", "text", "rest", 0};
static const struct option longer[] = {{"all", 0, 0, 'a'}, {0, 0, 0, 0}};

// UNKNOWN(approximation): getopt goes on to the next argument
void getopt_moves_optind(void) {
	getopt(4, words, "a:");
	if (optind == 3)
		reach_error();
}

// TRUE: optind is 1 at first
void optind_begins(void) {
	if (optind != 1 || opterr != 1 || optarg)
		reach_error();
}

// UNKNOWN(approximation): getopt says where the argument of the option is
void getopt_sets_optarg(void) {
	getopt(4, words, "a:");
	if (optarg == words[2])
		reach_error();
}

// UNKNOWN(approximation): getopt says which option it does not know
void getopt_sets_optopt(void) {
	opterr = 0;
	getopt(4, words, "b");
	if (optopt == 'a')
		reach_error();
}

// UNKNOWN(approximation): getopt moves what is no option to the end, in spite of const
void getopt_moves_words(void) {
	char *v[] = {"program", "rest", "-a", 0};
	getopt(3, v, "a");
	getopt(3, v, "a");
	if (strcmp(v[1], "-a") == 0)
		reach_error();
}

// UNKNOWN(approximation): getopt_long uses the same variables
void getopt_long_moves(void) {
	char *v[] = {"program", "--all", 0};
	getopt_long(2, v, "a", longer, 0);
	if (optind == 2)
		reach_error();
}

// UNKNOWN(approximation): the text of getenv may be another one after setenv, as POSIX has it
void setenv_changes(void) {
	char *s = getenv("HOME");
	if (!s)
		return;
	char c = s[0];
	setenv("HOME", "elsewhere", 1);
	if (s[0] != c)
		reach_error();
}

// UNKNOWN(approximation): setenv makes a new environment
void setenv_moves(void) {
	char **old = environ;
	setenv("NEW_NAME", "x", 1);
	if (environ != old)
		reach_error();
}

// TRUE: functions that have nothing to do with it leave optind alone
void others(void) {
	char s[8];
	optind = 7;
	time(0);
	getenv("HOME");
	strtol("12", 0, 10);
	if (optind != 7)
		reach_error();
}

// UNKNOWN(approximation): tzset finds the names of the time zone
void tzset_names(void) {
	char *old = tzname[0];
	tzset();
	if (tzname[0] != old)
		reach_error();
}

// UNKNOWN(approximation): localtime calls tzset, and finds out how many seconds the zone is away
void localtime_sets_timezone(void) {
	time_t t = 0;
	timezone = 77;
	localtime(&t);
	if (timezone == 0)
		reach_error();
}

// UNKNOWN(approximation): gmtime writes where localtime has written
void gmtime_overwrites(void) {
	time_t t = 0, later = 1000000000;
	struct tm *tm = localtime(&t);
	int year = tm->tm_year;
	gmtime(&later);
	if (tm->tm_year != year)
		reach_error();
}

// UNKNOWN(approximation): lgamma says whether gamma is negative
void lgamma_sign(void) {
	lgamma(-0.5);
	if (signgam == -1)
		reach_error();
}

// UNKNOWN(approximation): what ioctl is given a pointer to, it may write
void ioctl_writes(void) {
	int n = -1;
	ioctl(0, FIONREAD, &n);
	if (n != -1)
		reach_error();
}

// TRUE: not everything is written by ioctl
void ioctl_leaves(void) {
	int n = -1, m = 3;
	ioctl(0, FIONREAD, &n);
	if (m != 3)
		reach_error();
}

// UNKNOWN(approximation): the second call of strerror may write where the first has written
void strerror_overwrites(void) {
	char *s = strerror(-1);
	char c = s[14];
	strerror(-2);
	if (s[14] != c)
		reach_error();
}

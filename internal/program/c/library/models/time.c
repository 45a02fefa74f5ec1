/* time.h and sys/time.h. The clocks give any time since 1970. */

struct timespec {
	long tv_sec, tv_nsec;
};

struct timeval {
	long tv_sec, tv_usec;
};

struct timezone {
	int tz_minuteswest, tz_dsttime;
};

struct tm {
	int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
	long tm_gmtoff;
	const char *tm_zone;
};

static long input(long least, long most) {
	long x = __VERIFIER_nondet_long();
	__VERIFIER_assume(least <= x && x <= most);
	return x;
}

static void now(struct timespec *t) {
	t->tv_sec = input(0, __LONG_MAX__);
	t->tv_nsec = input(0, 999999999);
}

/* It is -1 if the time is not available. */
long time(long *t) {
	long x = input(-1, __LONG_MAX__);
	if (t)
		*t = x;
	__craig_failed(x < 0);
	return x;
}

/* POSIX: no value is reserved for an error. */
int gettimeofday(struct timeval *t, void *zone) {
	struct timezone *z = zone;
	__craig_disjoint(t, t ? sizeof *t : 0, z, z ? sizeof *z : 0);
	if (t) {
		t->tv_sec = input(0, __LONG_MAX__);
		t->tv_usec = input(0, 999999);
	}
	if (z) {
		z->tz_minuteswest = __VERIFIER_nondet_int();
		z->tz_dsttime = __VERIFIER_nondet_int();
	}
	__craig_failed(0);
	return 0;
}

/* Clocks that nobody sets do not go back: the monotonic ones, which are 1, 4, 6 and 7, and the time of a process and of a thread. */
static struct timespec latest, other;

static int before(const struct timespec *t, const struct timespec *u) {
	return t->tv_sec < u->tv_sec || t->tv_sec == u->tv_sec && t->tv_nsec < u->tv_nsec;
}

int clock_gettime(int clock, struct timespec *t) {
	int fails = __VERIFIER_nondet_int() != 0;
	if (!fails) {
		now(t);
		if (clock == 1) {
			__VERIFIER_assume(!before(t, &latest));
			latest = *t;
		} else if (clock != 0 && clock != 5 && clock != 8 && clock != 11) {
			if (before(t, &other)) /* of which clock it was is not followed */
				__VERIFIER_assume(__craig_guess());
			other = *t;
		}
	}
	__craig_failed(fails);
	return -fails;
}

/* The processor time grows, up to the largest long, and begins again where that is reached soon. */
long clock(void) {
	static long spent;
	long x = input(-1, __LONG_MAX__);
	__craig_failed(x < 0);
	if (x < 0)
		return x;
	if (sizeof(long) > 4)
		__VERIFIER_assume(x >= spent);
	spent = x;
	return x;
}

int clock_getres(int clock, struct timespec *t) {
	int fails = __VERIFIER_nondet_int() != 0;
	if (!fails && t)
		now(t);
	__craig_failed(fails);
	return -fails;
}

int timespec_get(struct timespec *t, int base) {
	__craig_failed(0);
	if (base != 1 || __VERIFIER_nondet_int())
		return 0;
	now(t);
	return base;
}

/* The rest is written if a signal ends the sleep. */
int nanosleep(const struct timespec *t, struct timespec *rest) {
	int fails = __VERIFIER_nondet_int() != 0;
	if (fails && rest && __VERIFIER_nondet_int())
		now(rest);
	__craig_failed(fails);
	return -fails;
}

static int guess(int least, int most) {
	int x = __craig_guess();
	__VERIFIER_assume(least <= x && x <= most);
	return x;
}

/* As C has it, 7.27.1: any day and time. */
static void any(struct tm *tm) {
	static const char zone[] = "UTC";
	tm->tm_sec = guess(0, 60);
	tm->tm_min = guess(0, 59);
	tm->tm_hour = guess(0, 23);
	tm->tm_mday = guess(1, 31);
	tm->tm_mon = guess(0, 11);
	tm->tm_year = __craig_guess();
	tm->tm_wday = guess(0, 6);
	tm->tm_yday = guess(0, 365);
	tm->tm_isdst = guess(-1, 1);
	tm->tm_gmtoff = guess(-100000, 100000);
	tm->tm_zone = zone;
}

/* A year that does not fit is an error. */
static struct tm *broken(struct tm *tm) {
	int fails = __craig_guess() != 0;
	__craig_failed(fails);
	if (fails)
		return 0;
	any(tm);
	return tm;
}

static struct tm common; /* what gmtime and localtime return */

struct tm *gmtime(const long *t) {
	__craig_sets();
	return broken(&common);
}

struct tm *localtime(const long *t) {
	__craig_sets();
	return broken(&common);
}

struct tm *gmtime_r(const long *t, struct tm *tm) {
	__craig_sets();
	return broken(tm);
}

struct tm *localtime_r(const long *t, struct tm *tm) {
	__craig_sets();
	return broken(tm);
}

/*
 * What mktime gives may be any time; the parts are put into their ranges, unless it fails. All but the day of the week and
 * that of the year are read.
 */
static long put(struct tm *tm) {
	(void)tm->tm_sec;
	(void)tm->tm_min;
	(void)tm->tm_hour;
	(void)tm->tm_mday;
	(void)tm->tm_mon;
	(void)tm->tm_year;
	int fails = __craig_guess() != 0;
	__craig_failed(fails);
	if (fails)
		return -1;
	any(tm);
	return __craig_guess_long();
}

long mktime(struct tm *tm) {
	__craig_sets();
	(void)tm->tm_isdst;
	return put(tm);
}

long timelocal(struct tm *tm) {
	__craig_sets();
	(void)tm->tm_isdst;
	return put(tm);
}

long timegm(struct tm *tm) {
	__craig_sets();
	return put(tm);
}

size_t strftime(char *s, size_t n, const char *format, const struct tm *tm) {
	__craig_sets();
	__craig_failed(0);
	size_t k = (size_t)__craig_guess_long();
	__VERIFIER_assume(n > 0 ? k < n : k == 0);
	for (size_t i = 0; i < n; i++)
		s[i] = (char)__craig_guess();
	if (k > 0)
		s[k] = 0;
	return k;
}

static char text[64]; /* what asctime and ctime return: "Sun Sep 16 01:03:52 1973\n", or with a longer year */

static char *written(const struct tm *tm) {
	int n = guess(25, 63);
	for (int i = 0; i < 64; i++)
		text[i] = (char)__craig_guess();
	text[n] = 0;
	int fails = __craig_guess() != 0;
	__craig_failed(fails);
	return fails ? 0 : text;
}

char *asctime(const struct tm *tm) {
	return written(tm);
}

char *ctime(const long *t) {
	__craig_sets();
	any(&common);
	return written(&common);
}

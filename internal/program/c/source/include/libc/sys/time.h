#ifndef _SYS_TIME_H
#define _SYS_TIME_H
#include <sys/types.h>
#include <sys/select.h>
#define ITIMER_REAL 0
#define ITIMER_VIRTUAL 1
#define ITIMER_PROF 2
struct itimerval {
	struct timeval it_interval, it_value;
};
#define timerisset(t) ((t)->tv_sec || (t)->tv_usec)
#define timerclear(t) ((t)->tv_sec = (t)->tv_usec = 0)
#define timercmp(a, b, op) ((a)->tv_sec == (b)->tv_sec ? (a)->tv_usec op (b)->tv_usec : (a)->tv_sec op (b)->tv_sec)
#define timeradd(a, b, sum) do { \
	(sum)->tv_sec = (a)->tv_sec + (b)->tv_sec; \
	(sum)->tv_usec = (a)->tv_usec + (b)->tv_usec; \
	if ((sum)->tv_usec >= 1000000) { \
		++(sum)->tv_sec; \
		(sum)->tv_usec -= 1000000; \
	} \
} while (0)
#define timersub(a, b, difference) do { \
	(difference)->tv_sec = (a)->tv_sec - (b)->tv_sec; \
	(difference)->tv_usec = (a)->tv_usec - (b)->tv_usec; \
	if ((difference)->tv_usec < 0) { \
		--(difference)->tv_sec; \
		(difference)->tv_usec += 1000000; \
	} \
} while (0)
struct timezone {
	int tz_minuteswest, tz_dsttime;
};
int gettimeofday(struct timeval *, void *);
#endif

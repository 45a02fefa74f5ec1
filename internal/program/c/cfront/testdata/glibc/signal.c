#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>

#undef SIG_ERR
#define SIG_ERR ((void (*)(int))-1)

/* What was set before is known after one call; numbers that are no signals, and those that cannot be ignored, are refused. */
#define SAME(set) \
	int n = random_below(75) - 5; \
	set(n, SIG_IGN); \
	errno = 0; \
	out(set(n, SIG_DFL) == SIG_IGN); \
	out(set(n, SIG_DFL) == SIG_DFL); \
	out(set(n, SIG_DFL) == SIG_ERR); \
	out(errno)

CASE(signal) {
	SAME(signal);
}

CASE(sysv_signal) {
	SAME(sysv_signal);
}

CASE(__sysv_signal) {
	SAME(__sysv_signal);
}

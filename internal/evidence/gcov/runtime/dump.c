/* Has the counts written however the program ends: by _exit, by a signal, or not at all, after a
   fifth of a second of running. Linked with --wrap=_exit. */
#include <signal.h>
#include <sys/time.h>

void __gcov_dump(void);
void __real__exit(int);

void __wrap__exit(int status)
{
	__gcov_dump();
	__real__exit(status);
}

static void end(int signal)
{
	(void)signal;
	__wrap__exit(3);
}

__attribute__((constructor)) static void watch(void)
{
	static const int signals[] = { SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTERM, SIGVTALRM };
	struct itimerval limit = { { 0, 0 }, { 0, 200000 } };
	for (unsigned i = 0; i < sizeof signals / sizeof signals[0]; i++)
		signal(signals[i], end);
	setitimer(ITIMER_VIRTUAL, &limit, 0);
}

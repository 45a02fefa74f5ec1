/* signal.h: what is done with signals, as long as no function of the program handles one */

typedef void (*sighandler_t)(int);

/* What was set last, by signal; at first a signal is ignored or not. */
static sighandler_t handlers[65];
static char known[65];

static sighandler_t set(int signal, sighandler_t handler) {
	sighandler_t before;
	/* SIGKILL, SIGSTOP, and two that glibc keeps for itself */
	if (signal < 1 || signal > 64 || signal == 9 || signal == 19 || signal == 32 || signal == 33 || handler == (sighandler_t)-1) {
		errno = 22; /* EINVAL */
		return (sighandler_t)-1;
	}
	if (known[signal])
		before = handlers[signal];
	else
		before = (sighandler_t)(__craig_guess() != 0);
	known[signal] = 1;
	handlers[signal] = handler;
	return before;
}

sighandler_t signal(int number, sighandler_t handler) {
	return set(number, handler);
}

sighandler_t bsd_signal(int number, sighandler_t handler) {
	return set(number, handler);
}

sighandler_t sysv_signal(int number, sighandler_t handler) {
	return set(number, handler);
}

sighandler_t __sysv_signal(int number, sighandler_t handler) {
	return set(number, handler);
}

int sigignore(int number) {
	return -(set(number, (sighandler_t)1) == (sighandler_t)-1);
}

/* Results of functions of the library that the program's own data decide. */
#include <getopt.h>
#include <signal.h>
#include <stddef.h>

extern void reach_error(void);

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

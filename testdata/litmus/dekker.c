// Dekker's mutual exclusion.
// The twin looks at the other's flag before it sets its own.
// properties: unreach-call no-data-race
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);
static atomic_int wants[2], turn;
static int inside;
static void *f(void *p) {
	int me = p != 0, other = 1 - me;
#ifdef TWIN
	while (wants[other])
		;
	wants[me] = 1;
#else
	wants[me] = 1;
	while (wants[other]) {
		if (turn != me) {
			wants[me] = 0;
			while (turn != me)
				;
			wants[me] = 1;
		}
	}
#endif
	inside++;
	if (inside != 1)
		reach_error();
	inside--;
	turn = other;
	wants[me] = 0;
	return p;
}
int main(void) {
	pthread_t a;
	pthread_create(&a, 0, f, &a);
	f(0);
	pthread_join(a, 0);
}

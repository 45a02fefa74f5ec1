// Peterson's mutual exclusion.
// The twin gives way before it says that it wants to come in.
// properties: unreach-call no-data-race
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);
static atomic_int wants[2], turn;
static int inside;
static void *f(void *p) {
	int me = p != 0, other = 1 - me;
#ifdef TWIN
	turn = other;
	wants[me] = 1;
#else
	wants[me] = 1;
	turn = other;
#endif
	while (wants[other] && turn == other)
		;
	inside++;
	if (inside != 1)
		reach_error();
	inside--;
	wants[me] = 0;
	return p;
}
int main(void) {
	pthread_t a;
	pthread_create(&a, 0, f, &a);
	f(0);
	pthread_join(a, 0);
}

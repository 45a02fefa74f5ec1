// A ticket lock.
// In the twin two may draw the same ticket.
// properties: unreach-call no-data-race
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);
static atomic_uint next, serving;
static int count;
static void *f(void *p) {
#ifdef TWIN
	unsigned mine = next;
	next = mine + 1;
#else
	unsigned mine = atomic_fetch_add(&next, 1);
#endif
	while (serving != mine)
		;
	count++;
	serving++;
	return p;
}
int main(void) {
	pthread_t a, b;
	pthread_create(&a, 0, f, 0);
	pthread_create(&b, 0, f, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	if (count != 2)
		reach_error();
}

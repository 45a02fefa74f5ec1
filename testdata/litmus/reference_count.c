// An object with two references: who drops the last one frees it.
// The twin looks at the count in a second step.
// properties: unreach-call no-data-race
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);
static atomic_int refs = 2;
static int freed;
static void *drop(void *p) {
	if (freed)
		reach_error();
#ifdef TWIN
	refs--;
	if (refs == 0)
#else
	if (atomic_fetch_sub(&refs, 1) == 1)
#endif
	{
		if (freed)
			reach_error();
		freed = 1;
	}
	return p;
}
int main(void) {
	pthread_t t;
	pthread_create(&t, 0, drop, 0);
	drop(0);
	pthread_join(t, 0);
	if (!freed)
		reach_error();
}

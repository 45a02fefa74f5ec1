// Double-checked locking: what is made once is used without the lock.
// The twin says that it is there before it is.
// properties: unreach-call no-data-race
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int ready;
static int value;
static void *f(void *p) {
	if (!ready) {
		pthread_mutex_lock(&m);
		if (!ready) {
#ifdef TWIN
			ready = 1;
			value += 7;
#else
			value += 7;
			ready = 1;
#endif
		}
		pthread_mutex_unlock(&m);
	}
	if (value != 7)
		reach_error();
	return p;
}
int main(void) {
	pthread_t t;
	pthread_create(&t, 0, f, 0);
	f(0);
	pthread_join(t, 0);
}

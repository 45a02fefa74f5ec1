// A pool of two threads, which take what is to be done from a list.
// In the twin they look outside of the lock whether there is more.
// properties: unreach-call no-data-race
#include <pthread.h>
extern void reach_error(void);
enum { TASKS = 2 };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int next, done[TASKS + 2];
static void *worker(void *p) {
	for (;;) {
#ifdef TWIN
		if (next >= TASKS)
			return p;
		pthread_mutex_lock(&m);
#else
		pthread_mutex_lock(&m);
		if (next >= TASKS) {
			pthread_mutex_unlock(&m);
			return p;
		}
#endif
		int i = next++;
		pthread_mutex_unlock(&m);
		if (i >= TASKS)
			reach_error();
		done[i]++;
	}
}
int main(void) {
	pthread_t t, u;
	pthread_create(&t, 0, worker, 0);
	pthread_create(&u, 0, worker, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	if (done[0] != 1 || done[1] != 1)
		reach_error();
}

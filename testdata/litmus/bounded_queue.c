// A queue with one place, a lock and two conditions.
// The consumer of the twin looks once whether there is something in it.
// properties: unreach-call (no-data-race)
#include <pthread.h>
extern void reach_error(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER, emptied = PTHREAD_COND_INITIALIZER;
static int full, item;
static void put(int i) {
	pthread_mutex_lock(&m);
	while (full)
		pthread_cond_wait(&emptied, &m);
	item = i;
	full = 1;
	pthread_cond_signal(&filled);
	pthread_mutex_unlock(&m);
}
static int take(void) {
	pthread_mutex_lock(&m);
#ifdef TWIN
	if (!full)
#else
	while (!full)
#endif
		pthread_cond_wait(&filled, &m);
	int i = item;
	full = 0;
	pthread_cond_signal(&emptied);
	pthread_mutex_unlock(&m);
	return i;
}
static void *producer(void *p) {
	put(1);
	put(2);
	return p;
}
int main(void) {
	pthread_t t;
	pthread_create(&t, 0, producer, 0);
	int i = take();
	int j = take();
	if (i != 1 || j != 2)
		reach_error();
	pthread_join(t, 0);
}

// A read-write lock: many read, or one writes.
// The writer of the twin locks for reading.
// properties: unreach-call no-data-race
#include <pthread.h>
extern void reach_error(void);
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int a, b;
static void *writer(void *p) {
#ifdef TWIN
	pthread_rwlock_rdlock(&l);
#else
	pthread_rwlock_wrlock(&l);
#endif
	a++;
	b++;
	pthread_rwlock_unlock(&l);
	return p;
}
static void *reader(void *p) {
	pthread_rwlock_rdlock(&l);
	if (a != b)
		reach_error();
	pthread_rwlock_unlock(&l);
	return p;
}
int main(void) {
	pthread_t t, u;
	pthread_create(&t, 0, writer, 0);
	pthread_create(&u, 0, reader, 0);
	reader(0);
	pthread_join(t, 0);
	pthread_join(u, 0);
}

// Message passing: who sees the flag sees what was written before it.
// The twin sets the flag first.
// properties: unreach-call no-data-race
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);
static int data;
static atomic_int flag;
static void *f(void *p) {
#ifdef TWIN
	flag = 1;
	data = 5;
#else
	data = 5;
	flag = 1;
#endif
	return p;
}
static void *g(void *p) {
	if (flag && data != 5)
		reach_error();
	return p;
}
int main(void) {
	pthread_t a, b;
	pthread_create(&a, 0, f, 0);
	pthread_create(&b, 0, g, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
}

// Store buffering: of two threads that write one variable each and then read the other's, one sees what the other has written.
// The twin reads first.
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);
static atomic_int x, y;
static int r, s;
static void *f(void *p) {
#ifdef TWIN
	r = y;
	x = 1;
#else
	x = 1;
	r = y;
#endif
	return p;
}
static void *g(void *p) {
	y = 1;
	s = x;
	return p;
}
int main(void) {
	pthread_t a, b;
	pthread_create(&a, 0, f, 0);
	pthread_create(&b, 0, g, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	if (r == 0 && s == 0)
		reach_error();
}

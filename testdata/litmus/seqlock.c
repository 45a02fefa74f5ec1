// A sequence lock: a reader tries again where a writer was there.
// The twin does not look whether there is one when it begins.
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);
static atomic_uint seq;
static atomic_int a, b;
static void *writer(void *p) {
	for (int i = 1; i <= 2; i++) {
		seq++;
		a = i;
		b = i;
		seq++;
	}
	return p;
}
int main(void) {
	pthread_t t;
	unsigned before;
	int x, y;
	pthread_create(&t, 0, writer, 0);
	do {
		before = seq;
		x = a;
		y = b;
#ifdef TWIN
	} while (before != seq);
#else
	} while (before % 2 != 0 || before != seq);
#endif
	if (x != y)
		reach_error();
	pthread_join(t, 0);
}

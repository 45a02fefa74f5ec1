// Duff's device: a switch into a loop.
#include <assert.h>
int __VERIFIER_nondet_int(void);

static int copy(char *to, const char *from, int count) {
	int n = (count + 3) / 4, done = 0;
	switch (count % 4) {
	case 0: do { *to++ = *from++; done++;
	case 3: *to++ = *from++; done++;
	case 2: *to++ = *from++; done++;
	case 1: *to++ = *from++; done++;
		} while (--n > 0);
	}
	return done;
}

// TRUE: as many as were asked for.
void holds(void) {
	char to[8] = {0};
	int n = __VERIFIER_nondet_int();
	if (n < 1 || n > 7) return;
	assert(copy(to, "abcdefgh", n) == n);
	assert(to[n] == 0 && to[n - 1] == 'a' + n - 1);
}

// FALSE: for 0 it copies four.
void fails(void) {
	char to[8] = {0};
	int n = __VERIFIER_nondet_int();
	if (n < 0 || n > 7) return;
	assert(copy(to, "abcdefgh", n) == n);
}

int main(void) {
#ifdef TWIN
	fails();
#else
	holds();
#endif
	return 0;
}

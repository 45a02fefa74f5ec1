// One exit that undoes what was done.
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
static int open_, locked;

static int work(int n) {
	int ret = -1;
	char *buf = 0;
	open_++;
	if (n < 0) goto out_close;
	buf = malloc(16);
	if (!buf) goto out_close;
	locked++;
	if (n > 16) goto out_unlock;
	ret = n;
out_unlock:
	locked--;
	free(buf);
out_close:
	open_--;
	return ret;
}

// TRUE: whatever happens, nothing is left.
void holds(void) {
	int n = __VERIFIER_nondet_int(), r = work(n);
	assert(open_ == 0 && locked == 0);
	assert(r == -1 || r == n);
}

// FALSE: it may fail.
void fails(void) {
	int n = __VERIFIER_nondet_int();
	assert(work(n) == n);
}

int main(void) {
#ifdef TWIN
	fails();
#else
	holds();
#endif
	return 0;
}

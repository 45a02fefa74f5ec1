// sscanf says how many it has read.
#include <assert.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);

// TRUE (slow): two numbers, or the second keeps its value.
void holds(void) {
	char text[] = "12 34";
	if (__VERIFIER_nondet_int()) text[3] = 'x';
	int a = -1, b = -1, n = sscanf(text, "%d %d", &a, &b);
	assert(a == 12 && (n == 2 ? b == 34 : n == 1 && b == -1));
}

// FALSE: not always two.
void fails(void) {
	char text[] = "12 34";
	if (__VERIFIER_nondet_int()) text[3] = 'x';
	int a = -1, b = -1;
	assert(sscanf(text, "%d %d", &a, &b) == 2);
}

int main(void) {
#ifdef TWIN
	fails();
#else
	holds();
#endif
	return 0;
}

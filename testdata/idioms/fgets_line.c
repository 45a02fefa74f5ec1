// A line of input in a buffer, without its end.
#include <assert.h>
#include <stdio.h>
#include <string.h>

// TRUE: the buffer holds a string that is shorter than it.
void holds(void) {
	char b[6];
	if (!fgets(b, sizeof b, stdin)) return;
	b[strcspn(b, "\n")] = 0;
	assert(strlen(b) <= 5);
}

// FALSE: the buffer can be full.
void fails(void) {
	char b[4];
	if (!fgets(b, sizeof b, stdin)) return;
	b[strcspn(b, "\n")] = 0;
	assert(strlen(b) != 3);
}

int main(void) {
#ifdef TWIN
	fails();
#else
	holds();
#endif
	return 0;
}

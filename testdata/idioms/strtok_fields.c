// Fields of a line, taken apart in place.
#include <assert.h>
#include <string.h>
int __VERIFIER_nondet_int(void);

static int fields(char *line, const char *by) {
	int n = 0;
	for (char *f = strtok(line, by); f; f = strtok(0, by)) n++;
	return n;
}

// TRUE: separators next to each other make no empty field.
void holds(void) {
	char line[] = "a:,b::c,";
	if (__VERIFIER_nondet_int()) line[3] = ':';
	int n = fields(line, ":,");
	assert(n == 3 || n == 2);
	assert(strcmp(line, "a") == 0);
}

// FALSE: a field may be gone.
void fails(void) {
	char line[] = "a:,b::c,";
	if (__VERIFIER_nondet_int()) line[3] = ':';
	assert(fields(line, ":,") == 3);
}

int main(void) {
#ifdef TWIN
	fails();
#else
	holds();
#endif
	return 0;
}

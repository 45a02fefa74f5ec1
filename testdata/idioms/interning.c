// Equal strings become one pointer.
#include <assert.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
static char pool[24];
static const char *known[4];
static size_t end, count;

static const char *intern(const char *s) {
	for (size_t i = 0; i < count; i++) if (strcmp(known[i], s) == 0) return known[i];
	size_t n = strlen(s) + 1;
	if (count == 4 || n > sizeof pool - end) return 0;
	char *p = memcpy(pool + end, s, n);
	end += n;
	return known[count++] = p;
}

// TRUE: equal strings, equal pointers.
void holds(void) {
	char s[3] = "ab";
	if (__VERIFIER_nondet_int()) s[1] = 'c';
	const char *a = intern("ab"), *b = intern(s);
	assert((a == b) == (s[1] == 'b') && b[1] == s[1]);
	s[0] = 'x';
	assert(b[0] == 'a');
}

// FALSE: there may be one or two.
void fails(void) {
	char s[3] = "ab";
	if (__VERIFIER_nondet_int()) s[1] = 'c';
	intern("ab");
	intern(s);
	assert(count == 1);
}

int main(void) {
#ifdef TWIN
	fails();
#else
	holds();
#endif
	return 0;
}

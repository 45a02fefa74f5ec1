// Members are written by a table of their offsets.
#include <assert.h>
#include <stddef.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
struct config { char on; short port; int limit; long long key; };
#define FIELD(f) {offsetof(struct config, f), sizeof((struct config *)0)->f}
static const struct { size_t at, size; } fields[] = {FIELD(on), FIELD(port), FIELD(limit), FIELD(key)};

static size_t pack(const struct config *c, unsigned char *out) {
	size_t n = 0;
	for (int i = 0; i < 4; i++) {
		memcpy(out + n, (const char *)c + fields[i].at, fields[i].size);
		n += fields[i].size;
	}
	return n;
}

// TRUE: without padding there are 15 bytes, each at its place.
void holds(void) {
	struct config c = {.on = 1, .port = 80, .limit = __VERIFIER_nondet_int(), .key = -1};
	unsigned char b[sizeof c];
	assert(pack(&c, b) == 15 && sizeof c == 16);
	int limit;
	memcpy(&limit, b + 3, 4);
	assert(limit == c.limit && b[0] == 1 && b[1] == 80 && b[2] == 0 && b[14] == 255);
}

// FALSE: a byte of a number that is not known.
void fails(void) {
	struct config c = {.on = 1, .port = 80, .limit = __VERIFIER_nondet_int(), .key = -1};
	unsigned char b[sizeof c];
	pack(&c, b);
	assert(b[6] != 0x7f);
}

int main(void) {
#ifdef TWIN
	fails();
#else
	holds();
#endif
	return 0;
}

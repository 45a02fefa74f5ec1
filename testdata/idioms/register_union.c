// A register as a number and as bit-fields, by a union.
#include <assert.h>
#include <stdint.h>
uint32_t __VERIFIER_nondet_uint(void);
union ctrl {
	uint32_t raw;
	struct { uint32_t enable : 1, mode : 3, : 4, divider : 8; int32_t trim : 5; uint32_t rest : 11; } f;
};

// TRUE: fields lie as GCC puts them on x86.
void holds(void) {
	union ctrl c = {.raw = __VERIFIER_nondet_uint()};
	assert(c.f.mode == (c.raw >> 1 & 7) && c.f.divider == (c.raw >> 8 & 255));
	assert(c.f.trim >= -16 && c.f.trim <= 15);
	uint32_t before = c.raw;
	c.f.mode = 9;
	assert((c.raw ^ before) == ((before ^ 2) & 14));
}

// FALSE: a field of five bits with a sign is not positive only.
void fails(void) {
	union ctrl c = {.raw = __VERIFIER_nondet_uint()};
	assert(c.f.trim >= 0);
}

int main(void) {
#ifdef TWIN
	fails();
#else
	holds();
#endif
	return 0;
}

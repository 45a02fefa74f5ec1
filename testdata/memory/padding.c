// Padding: the bytes of an object that no member has.

struct hole { char c; int i; };
struct bits { unsigned a : 3, b : 6; };
struct tail { long l; char c; };
union mixed { struct hole h; unsigned char raw[sizeof(struct hole)]; };

static int byte(const void *p, int i) {
	return ((const unsigned char *)p)[i];
}

int copy_takes_padding(void) {
	struct hole a = { 1, 2 }, b = { 3, 4 };
	((char *)&a)[1] = 5;
	((char *)&b)[1] = 6;
	memcpy(&b, &a, sizeof a);
	return byte(&b, 1) * 100 + b.c * 10 + b.i;
}

int move_takes_padding(void) {
	struct tail a, b;
	memset(&a, 7, sizeof a);
	a.l = 1;
	a.c = 2;
	memmove(&b, &a, sizeof b);
	return byte(&b, sizeof b - 1);
}

int set_reaches_padding(void) {
	struct hole a;
	((char *)&a)[2] = 1;
	memset(&a, 0, sizeof a);
	return byte(&a, 1) + byte(&a, 2) + byte(&a, 3);
}

int set_to_ones(void) {
	struct tail a;
	memset(&a, 0xff, sizeof a);
	return (a.l == -1) + (a.c == -1) + (byte(&a, sizeof a - 1) == 0xff);
}

int set_reaches_unused_bits(void) {
	struct bits a;
	memset(&a, 0, sizeof a);
	a.b = 33;
	return *(unsigned *)&a;
}

int copy_takes_unused_bits(void) {
	struct bits a, b;
	*(unsigned *)&a = 0xabcdef12;
	b.a = 0;
	memcpy(&b, &a, sizeof b);
	return (*(unsigned *)&b == 0xabcdef12) + b.a;
}

int equal_after_set(void) {
	struct hole a, b;
	memset(&a, 0, sizeof a);
	memset(&b, 0, sizeof b);
	a.c = b.c = 1;
	a.i = b.i = -9;
	return memcmp(&a, &b, sizeof a);
}

int equal_after_copy(void) {
	struct { short s; char c; } a = { 5, 6 }, b;
	memcpy(&b, &a, sizeof a);
	return memcmp(&a, &b, sizeof a);
}

int statics_have_zero_padding(void) {
	static struct hole a = { 1, 2 };
	return byte(&a, 1) | byte(&a, 2) | byte(&a, 3);
}

int zeros_clear_padding(void) {
	struct hole a = { 0 };
	return byte(&a, 0) | byte(&a, 1) | byte(&a, 3);
}

int members_keep_padding(void) {
	struct hole a;
	memset(&a, 9, sizeof a);
	a.c = 1;
	a.i = 2;
	return byte(&a, 2);
}

int bits_keep_neighbours(void) {
	struct bits a;
	memset(&a, 0xff, sizeof a);
	a.a = 0;
	return *(unsigned *)&a == 0xfffffff8;
}

int union_of_bytes(void) {
	union mixed u;
	memset(&u, 0, sizeof u);
	u.h.c = 1;
	u.raw[2] = 4;
	return u.raw[0] + u.raw[1] + u.raw[2] + u.h.i;
}

int union_is_copied_whole(void) {
	union mixed u, v;
	memset(&u, 3, sizeof u);
	u.h.i = 0;
	v = u;
	return v.raw[1] + v.h.i;
}

int array_is_set(void) {
	struct hole a[3];
	memset(a, 0, sizeof a);
	a[1].i = 1;
	return byte(a, sizeof(struct hole) + 4) + byte(a, sizeof a - 4) + byte(a, 1);
}

int array_is_copied(void) {
	struct hole a[2], b[2];
	memset(a, 1, sizeof a);
	a[0].i = a[1].i = 0;
	memcpy(b, a, sizeof a);
	return byte(b, 1) + byte(b, 3) * 10 + byte(b, 11) * 100 + b[1].i;
}

int members_survive_assignment(void) {
	struct bits a = { 5, 44 }, b = { 1, 2 }, *p = &b;
	struct bits *q = &a;
	*p = *q;
	*p = *p;
	return p->a * 100 + p->b;
}

int set_of_pointers(void) {
	struct { char tag; int *p; } s;
	memset(&s, 0, sizeof s);
	return s.p == 0;
}

int set_of_array_by_value(void) {
	short a[4];
	memset(a, 2, sizeof a);
	return a[3];
}

// open: assignment need not copy padding
int assignment_and_padding(void) {
	struct hole a, b;
	memset(&a, 5, sizeof a);
	memset(&b, 6, sizeof b);
	b = a;
	return byte(&b, 1);
}

// open: nor does an initialiser say what is in it
int initialiser_and_padding(void) {
	struct hole a = { 1, 2 };
	return byte(&a, 1) == 0;
}

// open: nor a compound literal
int literal_and_padding(void) {
	return byte(&(struct hole){ 1, 2 }, 3) != 3;
}

// Handing a struct over is an assignment.
static int second(struct hole h) {
	return byte(&h, 1);
}

// open: as above
int argument_and_padding(void) {
	struct hole a;
	memset(&a, 4, sizeof a);
	return second(a);
}

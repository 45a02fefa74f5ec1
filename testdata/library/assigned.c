// What GCC and clang do in one order, though C leaves it open; and ranges of designators.

extern void reach_error(void);

struct pair { int a, b; };

static int count, at, list[4], trace;
static struct pair one, two, *which;

static int change(void) {
	count = 50;
	return 1;
}

static int move(void) {
	at = 1;
	return 1;
}

static int turn(void) {
	which = &two;
	one.a = 70;
	return 1;
}

static int *left(void) {
	trace = trace * 10 + 1;
	return list;
}

static int right(void) {
	trace = trace * 10 + 2;
	return 3;
}

static int through(int *p) {
	*p = 90;
	return 1;
}

// TRUE: the right side comes first
void compound(void) {
	count = 1;
	count += change();
	if (count != 51)
		reach_error();
	count = 1;
	count <<= change();
	if (count != 100)
		reach_error();
}

// TRUE: also where it says which element or member is assigned to
void compound_place(void) {
	list[0] = 1;
	list[1] = 20;
	at = 0;
	list[at] += move();
	if (list[0] != 1 || list[1] != 21)
		reach_error();
	which = &one;
	two.a = 2;
	which->a += turn();
	if (one.a != 70 || two.a != 3)
		reach_error();
	trace = 0;
	*left() += right();
	if (trace != 21)
		reach_error();
}

// TRUE: and where it changes a local variable, or is more than a call
void compound_local(void) {
	int x = 1;
	x += through(&x);
	if (x != 91)
		reach_error();
	count = 2;
	count += change() ? 4 : 5;
	if (count != 54)
		reach_error();
	count = 2;
	count -= ({ change(); 4; });
	if (count != 46)
		reach_error();
	int i = 0;
	list[i] = 5;
	list[i++] += 2;
	if (list[0] != 7 || i != 1)
		reach_error();
}

// FALSE: what was there before counts no more
void compound_old(void) {
	count = 1;
	count += change();
	if (count == 51)
		reach_error();
}

// TRUE: an initialiser of a range is evaluated once
void range(void) {
	int n = 3;
	int a[] = { [0 ... 2] = n++ };
	if (a[0] != 3 || a[2] != 3 || n != 4)
		reach_error();
	struct pair p[] = { [0 ... 1] = { n++, 7 }, [2 ... 3] = (struct pair){ ++n, 8 } };
	if (n != 6 || p[0].a != 4 || p[1].a != 4 || p[1].b != 7 || p[2].a != 6 || p[3].a != 6 || p[3].b != 8)
		reach_error();
	int b[6] = { [1 ... 2] = change(), 9 };
	if (b[0] != 0 || b[1] != 1 || b[2] != 1 || b[3] != 9 || b[4] != 0)
		reach_error();
}

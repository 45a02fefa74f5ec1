#include <string.h>
#include <unistd.h>

#define SIZE 9

static char from[SIZE], to[SIZE];

CASE(memfrob) {
	fill(from, SIZE);
	out((char *)memfrob(from + 1, random_below(SIZE - 1)) - from);
	out_bytes(from, SIZE);
}

CASE(swab) {
	fill(from, SIZE);
	fill(to, SIZE);
	swab(from, to, (long)random_below(SIZE + 2) - 2);
	out_bytes(to, SIZE);
}

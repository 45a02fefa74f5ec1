#include <strings.h>

static char buffer[24], other[12];

/* letters writes a string of letters and of their neighbours. */
static void letters(char *to, int max) {
	int n = random_below(max);
	for (int i = 0; i < n; i++) {
		to[i] = "aAbBzZ@[`{\200\377\340\300"[random_below(14)];
	}
	to[n] = 0;
}

static void similar(void) {
	letters(buffer, 12);
	letters(other, 12);
	if (random_below(2))
		for (int i = 0; (other[i] = buffer[i]); i++)
			if (random_below(6) == 0)
				other[i] ^= ' ';
			else if (other[i] >= 'A' && other[i] <= 'Z' && random_below(2))
				other[i] += 32;
			else if (other[i] >= 'a' && other[i] <= 'z' && random_below(2))
				other[i] -= 32;
}

CASE(bzero) {
	fill(buffer, sizeof buffer);
	int at = random_below(12), n = random_below(13);
	bzero(buffer + at, n);
	out_bytes(buffer, sizeof buffer);
}

CASE(bcopy) {
	fill(buffer, sizeof buffer);
	int from = random_below(12), to = random_below(12), n = random_below(13);
	bcopy(buffer + from, buffer + to, n);
	out_bytes(buffer, sizeof buffer);
}

CASE(bcmp) {
	fill(buffer, 12);
	fill(other, 12);
	out(bcmp(buffer, other, random_below(3)) != 0);
	for (int i = 0; i < 12; i++)
		other[i] = buffer[i];
	other[random_below(12)] ^= 1;
	out(bcmp(buffer, other, random_below(13)) != 0);
}

CASE(index) {
	text(buffer, 11);
	int c = random_below(2) ? buffer[random_below(12)] : (int)number();
	out_place(index(buffer, c), buffer);
}

CASE(rindex) {
	text(buffer, 11);
	int c = random_below(2) ? buffer[random_below(12)] : (int)number();
	out_place(rindex(buffer, c), buffer);
}

CASE(strcasecmp) {
	similar();
	out(sign(strcasecmp(buffer, other)));
}

CASE(strncasecmp) {
	similar();
	out(sign(strncasecmp(buffer, other, random_below(5) ? random_below(14) : -1)));
}

CASE(ffs) {
	out(ffs((int)number()));
	unsigned x = (unsigned)random_bits();
	out(ffs((int)(x << random_below(32))));
}

CASE(ffsl) {
	out(ffsl((long)number()));
	unsigned long long x = random_bits();
	out(ffsl((long)(x << random_below(64))));
}

CASE(ffsll) {
	out(ffsll(number()));
	unsigned long long x = random_bits();
	out(ffsll((long long)(x << random_below(64))));
}

#include "check.h"
// Tables that are large enough for their contents to be no stores.
#define ROWS4(F, n) F(n) F((n) + 1) F((n) + 2) F((n) + 3)
#define ROWS16(F, n) ROWS4(F, n) ROWS4(F, (n) + 4) ROWS4(F, (n) + 8) ROWS4(F, (n) + 12)
#define ROWS64(F, n) ROWS16(F, n) ROWS16(F, (n) + 16) ROWS16(F, (n) + 32) ROWS16(F, (n) + 48)
#define ROWS256(F, n) ROWS64(F, n) ROWS64(F, (n) + 64) ROWS64(F, (n) + 128) ROWS64(F, (n) + 192)
#define ROWS1024(F, n) ROWS256(F, n) ROWS256(F, (n) + 256) ROWS256(F, (n) + 512) ROWS256(F, (n) + 768)

#define NUMBER(i) 7 * (i) - 3000,
static const short numbers[] = { ROWS1024(NUMBER, 0) 0, 0, -1 };

#define LETTER(i) 'a' + (i) % 26,
static char letters[2000] = { ROWS1024(LETTER, 0) };

int zero;
struct row {
	signed char small;
	unsigned low : 3, : 2, high : 11;
	int below : 4;
	_Bool odd;
	union { unsigned short n; char c[2]; } u;
	char name[4];
	const int *p;
	double d;
	long wide;
} ;
#define ROW(i) { -(i) % 100, (i) & 7, (i) * 3 % 2048, (i) % 16 - 8, (i) & 1, { (i) + 60000 }, { 'r', 'a' + (i) % 26 }, (i) % 3 ? &zero : 0, (i) / 2.0, (i) * 1000L },
struct row rows[] = { ROWS256(ROW, 0) };

#define PAIR(i) { (i), -(i) },
int pairs[1030][2] = { ROWS1024(PAIR, 0) { 5 } };

#define TEXT(i) "xy",
static const char texts[][3] = { ROWS1024(TEXT, 0) "abc", "" };

int main(void) {
	CHECK(sizeof numbers == 2 * 1027 && numbers[1024] == 0 && numbers[1026] == -1);
	for (int i = 0; i < 1024; i++) {
		CHECK(numbers[i] == 7 * i - 3000);
		CHECK(letters[i] == 'a' + i % 26);
		CHECK(pairs[i][0] == i && pairs[i][1] == -i);
	}
	CHECK(letters[1024] == 0 && letters[1999] == 0 && pairs[1024][0] == 5 && pairs[1024][1] == 0 && pairs[1029][1] == 0);
	for (int i = 0; i < 256; i++) {
		struct row *r = &rows[i];
		CHECK(r->small == -i % 100 && r->low == (i & 7) && r->high == i * 3 % 2048 && r->below == i % 16 - 8 && r->odd == (i & 1));
		CHECK(r->u.n == i + 60000 && r->name[0] == 'r' && r->name[1] == 'a' + i % 26 && r->name[2] == 0);
		CHECK(r->p == (i % 3 ? &zero : 0) && r->d == i / 2.0 && r->wide == i * 1000L);
	}
	CHECK(texts[1023][0] == 'x' && texts[1023][1] == 'y' && texts[1024][2] == 'c' && texts[1025][0] == 0);
	const unsigned char *bytes = (const unsigned char *)numbers;
	CHECK(bytes[0] == (unsigned char)-3000 && bytes[1] == (unsigned char)(-3000 >> 8));
	letters[3] = 'Z';
	rows[7].low = 2;
	CHECK(letters[3] == 'Z' && letters[2] == 'c' && rows[7].low == 2 && rows[7].high == 21);
	return 0;
}

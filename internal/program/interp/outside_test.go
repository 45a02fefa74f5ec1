package interp_test

import (
	"testing"

	"craig/internal/testenv"
)

// outside has accesses that could only be outside their objects, and are not executed. The objects keep
// what they begin with.
const outside = `
struct slot { int tag; const void *p; };
short two;
char three[3];
static long value(struct slot s) {
	switch (s.tag) {
	case 1: return *(const char *)s.p;
	case 2: return *(const short *)s.p;
	case 4: return *(const int *)s.p;
	default: return *(const long long *)s.p;
	}
}
int main(void) {
	short local = 0;
	char bytes[2] = "p";
	int four = 7;
	long sum = 0;
	sum = sum * 3 + value((struct slot){1, "a"});
	sum = sum * 3 + value((struct slot){1, "bcd" + 1});
	sum = sum * 3 + value((struct slot){2, "ef"});
	sum = sum * 3 + value((struct slot){2, &two});
	sum = sum * 3 + value((struct slot){1, three + 1});
	sum = sum * 3 + value((struct slot){1, (char *)&local + 1});
	sum = sum * 3 + value((struct slot){1, bytes});
	sum = sum * 3 + value((struct slot){4, &four});
	return (int)sum;
}
`

func TestOutside(t *testing.T) {
	testenv.NeedsTool(t, "gcc")
	compareRandom(t, []string{outside}, lp64, func(int) string { return "outside" })
}

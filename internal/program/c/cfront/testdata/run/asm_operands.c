// Operands of assembly: inputs are evaluated, an output may be an array.
extern void reach_error(void);
static int calls;
static int next(void) { return ++calls; }
int main(void) {
	int n = 0, a[4] = {1, 2, 3, 4}, b = 5;
	__asm__ volatile("" : : "r"(n++), "r"(next()));
	if (n != 1 || calls != 1)
		reach_error();
	__asm__ volatile("" : "+m"(*(int (*)[4])a) : "r"(n++), "r"(next()));
	if (n != 2 || calls != 2 || b != 5)
		reach_error();
	return 0;
}

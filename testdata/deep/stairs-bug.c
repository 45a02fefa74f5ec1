// verdict: FALSE
// Two loops, of which the inner one is as long as the counter of the outer one. The number at the end is wrong.
extern void reach_error(void);
int main(void) {
	unsigned i, j, s = 0;
	for (i = 0; i < 40000; i++) for (j = 0; j < i; j++) s++;
	if (!(s == 799980001u)) reach_error();
	return 0;
}

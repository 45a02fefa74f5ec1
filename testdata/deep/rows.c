// verdict: TRUE
// Two loops: an execution does not come to the second row.
extern void reach_error(void);
int main(void) {
	unsigned i, j, s = 0;
	for (i = 0; i < 30000; i++) for (j = 0; j < 30000; j++) s++;
	if (!(s == 900000000u)) reach_error();
	return 0;
}

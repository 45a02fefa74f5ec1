// verdict: TRUE
extern void reach_error(void);
extern int nondet(void);
int m[50][80];
int main(void) {
	for (int i = 0; i < 50; i++)
		for (int j = 0; j < 80; j++) m[i][j] = 3;
	int i = nondet(), j = nondet();
	if (i < 0 || i >= 50 || j < 0 || j >= 80) return 0;
	if (m[i][j] != 3) reach_error();
}

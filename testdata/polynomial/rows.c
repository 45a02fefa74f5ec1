// verdict: TRUE
// Two loops count the cells of a table.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
	unsigned rows = __VERIFIER_nondet_uint(), columns = __VERIFIER_nondet_uint(), cells = 0;
	for (unsigned r = 0; r < rows; r++)
		for (unsigned c = 0; c < columns; c++)
			cells++;
	if (cells != rows * columns)
		reach_error();
	return 0;
}

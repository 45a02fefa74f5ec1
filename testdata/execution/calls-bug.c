// verdict: FALSE
// Recursion of a depth that is not unfolded; a variable of the caller is another one.
extern void reach_error(void);
unsigned sum(unsigned n, unsigned *most) {
	unsigned mine = n % 7, rest;
	if (n == 0)
		return 0;
	if (mine > *most)
		*most = mine;
	rest = sum(n - 1, &mine);
	return mine + rest + (mine > 5);
}
int main(void) {
	unsigned most = 3, total = sum(300, &most);
	if (total == 1240 && most == 6)
		reach_error();
	return 0;
}

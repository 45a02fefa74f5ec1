int f(short a, short b, int c, unsigned u) {
	int s = a + b;
	s = s + c;
	s = c / b;
	u = u * 2 + c;
	s = c << b;
	return -s % 7;
}
int main(void) { return f(1, 2, 3, 4); }

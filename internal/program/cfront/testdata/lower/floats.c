extern int rand(void);
extern void reach_error(void);
double half = 0.5;
int main(void) {
	double d = rand();
	if (d / 2147483648.0 > half)
		return (int)2.5;
	if (0.5 + 0.25 != 0.75)
		reach_error();
	return d;
}

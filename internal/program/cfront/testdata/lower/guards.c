extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
int f(int x);
int main(void) {
	int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
	__VERIFIER_assume(a > 0 || b > 0);
	if (!(a > 1 && b != 2) || f(a))
		a = a > b ? a : b;
	b = a && b;
	b = a && f(b);
	switch (a) {
	case 1:
		a = 2;
	case 2 ... 4:
		break;
	default:
		reach_error();
	}
	goto out;
again:
	a = (b++, b);
out:
	if (a < 3)
		goto again;
}

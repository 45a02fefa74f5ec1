// verdict: FALSE
// Lazy Annotation, Fig. 1, fragment diamond: the condition a is learned and dropped again. Twin: p is not assumed.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
	int a, x = 0;
	int p = __VERIFIER_nondet_int();
	if (__VERIFIER_nondet_int())
		a = 1;
	else
		a = 0;
	if (a)
		x = x + 1;
	else
		x = x - 1;
	if (!p)
		reach_error();
	return 0;
}

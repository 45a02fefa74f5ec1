// verdict: TRUE
// Memory that is filled and copied after the input is read, and looked at anywhere.
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
unsigned char from[600], to[600];
int main(void) {
	int x = __VERIFIER_nondet_int();
	unsigned char v = __VERIFIER_nondet_uchar();
	if (x < 0)
		return 1;
	for (int i = 0; i < 600; i++)
		from[i] = v;
	for (int i = 0; i < 600; i++)
		to[i] = from[i];
	if (x < 600 && to[x] != v)
		reach_error();
	return 0;
}

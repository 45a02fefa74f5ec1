/* FALSE */
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern long __VERIFIER_nondet_long(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);
void reach_error(void) {}
int a; int main(void) {
    while (1) { int i = __VERIFIER_nondet_int(); a = i == 3 ? a + 1 : i == 4 ? 0 : a; if (i == 0) return 0; if (a > 6) a = 6; if (a == 6 && !(i == 3)) reach_error(); } }

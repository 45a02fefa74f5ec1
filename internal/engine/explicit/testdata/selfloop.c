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
int a; int main(void) { int i; do { i = __VERIFIER_nondet_int(); } while (i != 3 && i != 5); if (i == 5) reach_error(); while (1) { if (a < 0) return 0; } }

/* TRUE */
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern long __VERIFIER_nondet_long(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);
void reach_error(void) {}
int a = 0; int main(void) {
    while (1) { int i = __VERIFIER_nondet_int(); int j = i; if (i == 3) { if (j != 3) reach_error(); } if (j > 10) { if (i <= 10) reach_error(); } if (i == 0) return 0; a = !a; } }

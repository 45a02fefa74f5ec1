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
int last = 0, n = 0; int main(void) {
    while (1) { int i = __VERIFIER_nondet_int(); int j = i; if (j == 5 && i != 5) reach_error(); if (n == 3 && last == 12345 && last != 12345) reach_error(); if (n < 3) n++; last = i; } }

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
int g; int main(void) {
    while (1) { int x = __VERIFIER_nondet_int(); unsigned long y = x, z = y + 1; if (x >= -5 && x <= 5 && z < y) reach_error(); g = !g; } }

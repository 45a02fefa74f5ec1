extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

/* What ends within the loop does not come to the condition that is the only way on from it. */
int main(void) {
  int n = 0, last = 0;
  int at = __VERIFIER_nondet_int(), on = __VERIFIER_nondet_int();
  while (on > 3) {
    if (on == 7) return 1;
    last = on;
    n++;
    on = __VERIFIER_nondet_int();
  }
  if (at >= 0 && at < n)
    if (last <= 3) { ERROR: __VERIFIER_error(); }
  return 0;
}

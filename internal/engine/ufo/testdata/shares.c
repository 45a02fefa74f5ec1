extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

/* What is used and what is lent add up to what is gone. */
int main(void) {
  int all = __VERIFIER_nondet_int(), left, used = 0, lent = 0;
  if (all < 0 || all > 10000) return 0;
  left = all;
  while (left > 0) {
    left--;
    if (__VERIFIER_nondet_int()) used++;
    else lent++;
    if (lent > 0 && __VERIFIER_nondet_int()) { lent--; used++; }
  }
  if (used + lent != all) { ERROR: __VERIFIER_error(); }
  return 0;
}

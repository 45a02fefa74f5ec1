extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

/* A number that is never beyond another. */
int main(void) {
  int first = 0, last = 0;
  while (__VERIFIER_nondet_int()) {
    if (last < 1000) last++;
    if (first < last) first++;
  }
  if (first > last) { ERROR: __VERIFIER_error(); }
  return 0;
}

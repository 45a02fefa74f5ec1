extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

char from[20], to[20];

/* Before the end of a copy there is no zero. */
int main(void) {
  int at = __VERIFIER_nondet_int(), n = 0;
  while (from[n] != 0) {
    to[n] = from[n];
    n++;
  }
  if (at >= 0 && at < n)
    if (to[at] == 0) { ERROR: __VERIFIER_error(); }
  return 0;
}

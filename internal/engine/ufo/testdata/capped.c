extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

/* A number that stops somewhere. */
int main(void) {
  int i = 0;
  while (__VERIFIER_nondet_int())
    if (i < 100) i++;
  if (i > 100) { ERROR: __VERIFIER_error(); }
  return 0;
}

extern void __VERIFIER_error(void);

/* Covered nodes come and go: the refinements of one graph forget what those of another have learned. */
int main(void) {
  int table[3], sorted[3], i, least = 0;
  for (i = 2; i >= 0; i--) table[i] = 2 * i;
  for (i = 1; i < 3; i++)
    if (table[i] < table[least]) least = i;
  sorted[0] = table[least];
  for (i = 0; i < 3; i++)
    if (table[i] != 2 * i) { ERROR: __VERIFIER_error(); }
  return sorted[0];
}

// verdict: TRUE
extern void __VERIFIER_error(void);
extern int __VERIFIER_nondet_int(void);
void check(int c)
{
  if (!c)
    __VERIFIER_error();
}

int main(void)
{
  int n = __VERIFIER_nondet_int();
  int i = 0, j = 0;
  while (i < n) {
    i = i + 1;
    j = j + 2;
    check(j >= i);
  }
  check(j == 2 * i);
  return 0;
}
